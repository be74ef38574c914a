/** The smallest of 1, 2, 5 × 10ⁿ that cuts `span` into at most `count` steps; `span` > 0. */
export function niceStep(span: number, count: number): number {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  // A hair of tolerance: 0.3 / 3 is a little more than 0.1.
  const nice = [1, 2, 5].find((step) => lead <= step * (1 + 1e-9)) ?? 10;
  return nice * power;
}

/** Multiples of a nice step from the first at or above `min` to the last at or below `max`. */
export function linearTicks(min: number, max: number, count: number): number[] {
  if (!(max > min)) return [min];
  const step = niceStep(max - min, count);
  const first = Math.ceil(min / step - 1e-9);
  const last = Math.floor(max / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => clean((first + index) * step));
}

/** Removes the dust of binary fractions: 0.30000000000000004 becomes 0.3. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/**
 * A scale from zero to the first nice tick at or above `max`; zero data gives 0–1.
 * @param minStep between ticks, such as 1 for what is counted.
 */
export function zeroScale(max: number, count = 4, minStep = 0): Scale {
  const top = Number.isFinite(max) && max > 0 ? max : 1;
  const step = Math.max(niceStep(top, count), minStep);
  const end = clean(Math.ceil(top / step - 1e-9) * step);
  return { min: 0, max: end, ticks: linearTicks(0, end, Math.round(end / step)) };
}

/**
 * A logarithmic scale that holds `min` to `max` (both > 0). Ticks are powers of ten where there
 * are three or more, else 1, 2 and 5 times them.
 */
export function logScale(min: number, max: number): Scale {
  const low = Number.isFinite(min) && min > 0 ? min : 0.1;
  const high = Number.isFinite(max) && max > low ? max : low * 10;
  const steps = Math.log10(high / low) > 3 ? [1] : [1, 2, 5];
  const all: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const step of steps) all.push(clean(step * 10 ** power));
  }
  const from = all.findLastIndex((tick) => tick <= low * (1 + 1e-9));
  const to = all.findIndex((tick) => tick >= high * (1 - 1e-9));
  const ticks = all.slice(Math.max(0, from), to < 0 ? all.length : to + 1);
  return { min: ticks[0] ?? low, max: ticks.at(-1) ?? high, ticks };
}
