/** Statistics implemented again, plainly, to check those of the product against; all of them two-sided, at 5 %. */

/** Whether a printed number equals a value, to half of its last digit. */
export function isWritten(text: string | undefined, fact: number): boolean {
  if (text === undefined) return false;
  const plain = text.replaceAll(',', '');
  const decimals = plain.split('.')[1]?.length ?? 0;
  return Math.abs(Number(plain) - fact) <= 0.5001 * 10 ** -decimals + 1e-9 * Math.abs(fact);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** ∫ cosⁿ from 0 to `to`, by Simpson's rule. */
function cosines(power: number, to: number): number {
  const steps = 200;
  const weight = (step: number) => (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2);
  let sum = 0;
  for (let step = 0; step <= steps; step++)
    sum += weight(step) * Math.cos((to * step) / steps) ** power;
  return (sum * to) / (3 * steps);
}

/** The probability that Student's t is within ±t, where t is √degrees times the tangent of an angle. */
function within(angle: number, degrees: number, whole: number): number {
  return cosines(degrees - 1, angle) / whole;
}

/** The t that contains 95 %, by bisection. */
function tOf(degrees: number, whole: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let turn = 0; turn < 40; turn++) {
    const middle = (low + high) / 2;
    if (within(middle, degrees, whole) < 0.95) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

export interface PlainRatio {
  /** other ÷ baseline, of geometric means. */
  readonly times: number;
  readonly low: number;
  readonly high: number;
  readonly p: number;
}

/** Welch's t of logarithms; null with one value on a side, a value of 0, or no variance. */
export function plainRatio(
  other: readonly number[],
  baseline: readonly number[],
): PlainRatio | null {
  if (Math.min(other.length, baseline.length) < 2) return null;
  if (![...other, ...baseline].every((value) => value > 0)) return null;
  const [a, b] = [other, baseline].map((values) => {
    const logs = values.map(Math.log);
    const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
    const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    return { mean, error: squares / (logs.length - 1) / logs.length, free: logs.length - 1 };
  });
  if (!a || !b || !(a.error + b.error > 1e-24)) return null;
  const error = a.error + b.error;
  const degrees = error ** 2 / (a.error ** 2 / a.free + b.error ** 2 / b.free);
  const whole = cosines(degrees - 1, Math.PI / 2);
  const [middle, reach] = [a.mean - b.mean, tOf(degrees, whole) * Math.sqrt(error)];
  const angle = Math.atan(Math.abs(middle) / Math.sqrt(error * degrees));
  return {
    times: Math.exp(middle),
    low: Math.exp(middle - reach),
    high: Math.exp(middle + reach),
    p: 1 - within(angle, degrees, whole),
  };
}

/** The tests that are significant together after Holm: in order of p, until one fails. */
export function holding(p: readonly number[]): boolean[] {
  const rising = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const found = p.map(() => false);
  for (const [place, { value, index }] of rising.entries()) {
    if (value * (p.length - place) >= 0.05) break;
    found[index] = true;
  }
  return found;
}
