/**
 * Adjusts the p of several tests in a family, so that the probability of even one false alarm
 * among them stays at the level (S. Holm, *A simple sequentially rejective multiple test
 * procedure*, Scand. J. Statist. 6, 1979).
 * @returns adjusted p in the order of `p`; never below the unadjusted one, never above 1.
 */
export function holm(p: readonly number[]): number[] {
  const rising = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const adjusted = new Array<number>(p.length).fill(1);
  let floor = 0;
  rising.forEach(({ value, index }, place) => {
    floor = Math.max(floor, Math.min(1, (p.length - place) * value));
    adjusted[index] = floor;
  });
  return adjusted;
}
