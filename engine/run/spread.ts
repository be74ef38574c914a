/** Splits `total` into `parts` whole numbers that differ by at most one and add up to it exactly. */
export function spread(total: number, parts: number): number[] {
  const base = Math.floor(total / parts);
  const rest = total - base * parts;
  return Array.from({ length: parts }, (_, index) => base + (index < rest ? 1 : 0));
}

/**
 * Splits `total` into whole parts in proportion to weights, by the largest remainder: each part is its proportion
 * rounded down or up, the parts add up exactly, and no part is smaller than one of a smaller weight.
 * @param weights whole numbers from 0, of which one is above 0.
 */
export function divide(total: number, weights: readonly number[]): number[] {
  // Products of large numbers would lose their last digits as doubles.
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum === 0n) throw new RangeError('all weights are 0');
  const products = weights.map((weight) => BigInt(total) * BigInt(weight));
  const parts = products.map((product) => Number(product / sum));
  const rest = total - parts.reduce((all, part) => all + part, 0);
  const byRemainder = products
    .map((product, place) => ({ remainder: product % sum, place }))
    .sort((a, b) => compare(b.remainder, a.remainder) || a.place - b.place);
  for (const { place } of byRemainder.slice(0, rest)) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0);
