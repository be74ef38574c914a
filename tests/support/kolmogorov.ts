/** The greatest distance between the shares of values and those that a distribution expects (Kolmogorov–Smirnov). */
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
 * The distance that so many independent values exceed with a chance of at most `alarm`: the bound of Dvoretzky, Kiefer,
 * Wolfowitz and Massart, which holds for every number of values.
 */
export function distanceAt(alarm: number, count: number): number {
  return Math.sqrt(Math.log(2 / alarm) / (2 * count));
}
