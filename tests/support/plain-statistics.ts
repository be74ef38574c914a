/** Statistics implemented again, plainly, to check those of the product against; all of them two-sided, at 5 %. */

/** Whether a printed number equals a value, to half of its last digit. */
export function isWritten(text: string | undefined, fact: number): boolean {
  if (text === undefined) return false;
  const plain = text.replaceAll(',', '');
  const decimals = plain.split('.')[1]?.length ?? 0;
  // Ends of useless intervals are farther apart than this arithmetic is precise.
  const relative = Math.abs(fact) < 1e4 ? 1e-9 : 1e-6;
  return Math.abs(Number(plain) - fact) <= 0.5001 * 10 ** -decimals + relative * Math.abs(fact);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/**
 * ∫ cosⁿ from 0 to `to`, by Simpson's rule. The steps become small towards the end, where cosⁿ is steep for n below 1:
 * at `to` · (1 − rest⁴).
 */
function cosines(power: number, to: number): number {
  const steps = 1000;
  const weight = (step: number) => (step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2);
  let sum = 0;
  for (let step = 0; step <= steps; step++) {
    const rest = 1 - step / steps;
    const cosine = Math.max(0, Math.cos(to * (1 - rest ** 4)));
    // cos⁰ and below are only integrated together with the step, which is 0 at the end.
    if (rest > 0) sum += weight(step) * cosine ** power * 4 * rest ** 3;
  }
  return (sum * to) / (3 * steps);
}

/** The probability that Student's t is within ±t, where t is √degrees times the tangent of an angle. */
function within(angle: number, degrees: number, whole: number): number {
  return cosines(degrees - 1, angle) / whole;
}

/** The t that contains a share, by bisection. */
function tOf(degrees: number, whole: number, share = 0.95): number {
  let [low, high] = [0, Math.PI / 2];
  for (let turn = 0; turn < 50; turn++) {
    const middle = (low + high) / 2;
    if (within(middle, degrees, whole) < share) low = middle;
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

/**
 * Geometric mean of the ratios within repetitions, with an interval that leaves out 0.5 % divided among all
 * comparisons; no scatter of logarithms is assumed to be below 0.001. Null with fewer than three repetitions.
 * @param pairs values in the same repetition, the baseline first.
 */
export function plainPaired(
  pairs: readonly (readonly [number, number])[],
  comparisons: number,
): PlainRatio | null {
  if (pairs.length < 3 || !pairs.flat().every((value) => value > 0)) return null;
  const logs = pairs.map(([baseline, other]) => Math.log(other / baseline));
  const [middle, free] = [mean(logs), logs.length - 1];
  const squares = logs.reduce((sum, one) => sum + (one - middle) ** 2, 0);
  const error = Math.max(Math.sqrt(squares / free), 0.001) / Math.sqrt(logs.length);
  const whole = cosines(free - 1, Math.PI / 2);
  const reach = error * tOf(free, whole, 1 - 0.005 / comparisons);
  return {
    times: Math.exp(middle),
    low: Math.exp(middle - reach),
    high: Math.exp(middle + reach),
    p: 1 - within(Math.atan(Math.abs(middle) / error / Math.sqrt(free)), free, whole),
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
