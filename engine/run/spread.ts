/** Splits `total` into `parts` whole numbers that differ by at most one and add up to it exactly. */
export function spread(total: number, parts: number): number[] {
  const base = Math.floor(total / parts);
  const rest = total - base * parts;
  return Array.from({ length: parts }, (_, index) => base + (index < rest ? 1 : 0));
}
