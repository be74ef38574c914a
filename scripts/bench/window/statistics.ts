/** The nearest-rank quantile; NaN without values. @param share 0–1. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** Slope of the least-squares line through points; 0 for fewer than two. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([one]) => one), mean(([, other]) => other)];
  const spread = points.reduce((sum, [one]) => sum + (one - x) ** 2, 0);
  if (points.length < 2 || spread === 0) return 0;
  return points.reduce((sum, [one, other]) => sum + (one - x) * (other - y), 0) / spread;
}
