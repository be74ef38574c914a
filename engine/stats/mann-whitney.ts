import { type CountedSample, joined, sampleSize } from './counted.ts';
import { normalAbove, type Side } from './distributions.ts';
import type { TestResult } from './normality.ts';

export interface MannWhitneyResult extends TestResult {
  /** Method by which p was computed. */
  readonly method: 'exact' | 'asymptotic';
}

/** Values on the larger side above which the normal approximation is as good, and the exact count slow. */
const maxExact = 2000;
/** Values on the smaller side up to which p is counted exactly, if no value occurs twice. */
const fewExact = 8;

/**
 * Whether values of one sample tend to be below those of the other: H. B. Mann, D. R. Whitney, Ann.
 * Math. Stat. 18, 1947. The statistic is U of the first sample, the pairs in which its value is the
 * larger, ties as halves. `auto` counts p exactly where a side has at most eight values and no value
 * occurs twice; else it is normal, corrected for ties and continuity.
 * @returns null where a sample is empty.
 */
export function mannWhitney(
  a: CountedSample,
  b: CountedSample,
  side: Side = 'two-sided',
  method: 'auto' | 'exact' | 'asymptotic' = 'auto',
): MannWhitneyResult | null {
  const [n, m] = [sampleSize(a), sampleSize(b)];
  if (n === 0 || m === 0) return null;
  const all = joined(a, b);
  const statistic = pairsAbove(a, b);
  const chosen = method === 'auto' ? methodFor(n, m, all) : method;
  const [towards, factor] = counted(statistic, n * m, side);
  const above =
    chosen === 'exact' ? exactAbove(towards, n, m) : asymptoticAbove(towards, n, m, all);
  return { statistic, p: Math.min(1, factor * above), method: chosen };
}

/** U of the requested upper tail, and the number of tails. */
function counted(u: number, pairs: number, side: Side): readonly [number, number] {
  if (side === 'greater') return [u, 1];
  return side === 'less' ? [pairs - u, 1] : [Math.max(u, pairs - u), 2];
}

function methodFor(n: number, m: number, all: CountedSample): 'exact' | 'asymptotic' {
  if (Math.min(n, m) > fewExact || Math.max(n, m) > maxExact) return 'asymptotic';
  return all.some(({ count }) => count > 1) ? 'asymptotic' : 'exact';
}

/** Pairs of a value of `a` and one of `b` in which the first is larger, plus half of the ties. */
export function pairsAbove(a: CountedSample, b: CountedSample): number {
  let [pairs, below, at] = [0, 0, 0];
  for (const { value, count } of a) {
    for (let next = b[at]; next !== undefined && next.value < value; next = b[at]) {
      below += next.count;
      at++;
    }
    const same = b[at];
    const equal = same?.value === value ? same.count : 0;
    pairs += count * (below + equal / 2);
  }
  return pairs;
}

function asymptoticAbove(u: number, n: number, m: number, all: CountedSample): number {
  const size = n + m;
  const ties = all.reduce((sum, { count }) => sum + (count ** 3 - count), 0);
  const variance = ((n * m) / 12) * (size + 1 - ties / (size * (size - 1)));
  if (!(variance > 0)) return 1;
  return normalAbove((u - (n * m) / 2 - 0.5) / Math.sqrt(variance));
}

/**
 * Share of all orders of n + m different values in which U is at least as large. The orders by U are
 * the coefficients of the Gaussian binomial Π (1 − q^(m+i)) ÷ (1 − q^i); they are symmetric, so the
 * shorter end is added up, where numbers are small and exact.
 */
function exactAbove(u: number, n: number, m: number): number {
  const [few, many] = [Math.min(n, m), Math.max(n, m)];
  const orders = ordersByU(few, many);
  const all = orders.reduce((sum, one) => sum + one, 0);
  const least = Math.ceil(u);
  const below = (end: number) =>
    orders.slice(0, Math.max(0, end)).reduce((sum, one) => sum + one, 0);
  return least > (n * m) / 2 ? below(n * m - least + 1) / all : 1 - below(least) / all;
}

function ordersByU(few: number, many: number): Float64Array {
  const orders = new Float64Array(few * many + 1);
  orders[0] = 1;
  for (let factor = 1; factor <= few; factor++) {
    const top = factor * many;
    for (let at = top; at >= many + factor; at--) {
      orders[at] = (orders[at] ?? 0) - (orders[at - many - factor] ?? 0);
    }
    for (let at = factor; at <= top; at++) {
      orders[at] = (orders[at] ?? 0) + (orders[at - factor] ?? 0);
    }
  }
  return orders;
}
