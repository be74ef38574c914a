/** The maximum distance between the empirical and the expected distribution (Kolmogorov–Smirnov). */
export function distanceFrom(
  values: readonly number[],
  shareUpTo: (value: number) => number,
): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.reduce((most, value, place) => {
    const expected = shareUpTo(value);
    const above = (place + 1) / sorted.length - expected;
    return Math.max(most, above, expected - place / sorted.length);
  }, 0);
}

/**
 * The distance that this many independent values exceed with a probability of at most `alarm`: the bound of Dvoretzky,
 * Kiefer, Wolfowitz and Massart, which is valid for every number of values.
 */
export function distanceAt(alarm: number, count: number): number {
  return Math.sqrt(Math.log(2 / alarm) / (2 * count));
}
