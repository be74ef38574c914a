/** 0 of nothing. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : sum(values) / values.length;
}

/** The middle of rising values, or the mean of the two in the middle; 0 of nothing. */
export function sortedMedian(sorted: readonly number[]): number {
  const middle = (sorted.length - 1) / 2;
  const below = sorted[Math.floor(middle)] ?? 0;
  const above = sorted[Math.ceil(middle)] ?? 0;
  return (below + above) / 2;
}

/** Variance of a sample, with n − 1 in the divisor; 0 of fewer than two values. */
export function variance(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return squares / (values.length - 1);
}
