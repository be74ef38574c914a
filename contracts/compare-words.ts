/** How ratios, their intervals and p are written, the same on every screen. */

/** Decimals that show an interval, and on which side of 1 each of its ends lies. */
export function intervalDecimals({ low, high }: { low: number; high: number }): number {
  const width = high - low;
  const byWidth = width > 0 ? -Math.floor(Math.log10(width)) : 2;
  // Two digits of the smaller end, so that 0.03 does not become 0.0.
  const bySize = low > 0 && low < 1 ? 1 - Math.floor(Math.log10(low)) : 0;
  const least = Math.min(6, Math.max(1, byWidth, Math.min(bySize, byWidth + 2)));
  const tellsSides = (decimals: number) =>
    [low, high].every((end) => Math.sign(Number(end.toFixed(decimals)) - 1) === Math.sign(end - 1));
  for (let decimals = least; decimals < 6; decimals++) if (tellsSides(decimals)) return decimals;
  return 6;
}

/** A ratio without an interval, to three digits: `1.84`, `0.0312`, `251`. */
export function plainRatio(times: number): string {
  return Number(times.toPrecision(3)).toString();
}

/** A p as people read it: `0.03`, `below 0.0001`. */
export function pWords(p: number): string {
  if (p < 0.0001) return 'below 0.0001';
  return Number(p.toPrecision(2)).toString();
}

/** By how many percent a ratio lies above 1, in two digits: `8.4 %`, `0.31 %`, `250 %`. */
export function ratioPercent(times: number): string {
  return `${Number((100 * (times - 1)).toPrecision(2))} %`;
}
