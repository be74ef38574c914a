/**
 * Quantile of ascending values, linearly interpolated between the two nearest ranks (type 7 of R. J. Hyndman,
 * Y. Fan, *Sample Quantiles in Statistical Packages*, Am. Stat. 50, 1996); 0 of nothing.
 * @param share 0–1.
 */
export function quantile(sorted: Float64Array, share: number): number {
  const rank = share * (sorted.length - 1);
  const below = sorted[Math.floor(rank)] ?? 0;
  const above = sorted[Math.ceil(rank)] ?? below;
  return below + (above - below) * (rank - Math.floor(rank));
}
