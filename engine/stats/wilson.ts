/**
 * Interval of a share by its score, which holds for few and for no successes (E. B. Wilson, 1927).
 * @param z quantile of the normal distribution: 1.96 for 95 %.
 */
export function wilsonInterval(
  successes: number,
  trials: number,
  z = 1.96,
): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const scale = 1 + (z * z) / trials;
  const middle = share + (z * z) / (2 * trials);
  const half = z * Math.sqrt((share * (1 - share)) / trials + (z * z) / (4 * trials * trials));
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) };
}
