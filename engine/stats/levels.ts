/**
 * Groups points by ascending level: equal levels share a group, and where there are more than `most`,
 * neighbours are joined, so that each group spans about the same ratio of levels. This keeps the seconds of a ramp
 * from zero separate at its beginning, where each is a large step, and averages later ones.
 * Points without a positive, finite level are left out.
 */
export function groupByLevel<T extends { readonly level: number }>(
  points: readonly T[],
  most: number,
): T[][] {
  const usable = points.filter(({ level }) => level > 0 && Number.isFinite(level));
  const byLevel = Map.groupBy(usable, ({ level }) => level);
  const levels = [...byLevel.keys()].sort((a, b) => a - b);
  const starts = spread(levels, Math.max(1, Math.floor(most)));
  return starts.map((from, at) =>
    levels.slice(from, starts[at + 1]).flatMap((level) => byLevel.get(level) ?? []),
  );
}

/** Start indexes of at most `most` groups, each within the smallest sufficient ratio. */
function spread(levels: readonly number[], most: number): number[] {
  if (levels.length <= most) return levels.map((_level, at) => at);
  let [low, high] = [0, Math.log((levels.at(-1) ?? 1) / (levels[0] ?? 1))];
  for (let halving = 0; halving < 30; halving++) {
    const middle = (low + high) / 2;
    if (startsWithin(levels, Math.exp(middle)).length > most) low = middle;
    else high = middle;
  }
  return startsWithin(levels, Math.exp(high) * (1 + 1e-12));
}

function startsWithin(levels: readonly number[], ratio: number): number[] {
  const starts: number[] = [];
  let end = 0;
  levels.forEach((level, at) => {
    if (at > 0 && level <= end) return;
    starts.push(at);
    end = level * ratio;
  });
  return starts;
}

/** Weighted mean; 0 when all weights are 0. */
export function weightedMean<T>(
  items: readonly T[],
  figure: (item: T) => number,
  weight: (item: T) => number = () => 1,
): number {
  const total = items.reduce((sum, item) => sum + weight(item), 0);
  if (!(total > 0)) return 0;
  return items.reduce((sum, item) => sum + weight(item) * figure(item), 0) / total;
}
