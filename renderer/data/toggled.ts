/**
 * Switches one level on or off. What is listed keeps its order, which is the order of the cells;
 * a level that comes back goes in front of the first one that follows it in `order`, as long as
 * the others are in that order too, and otherwise to the end.
 */
export function toggled<Level extends string>(
  chosen: readonly Level[],
  level: Level,
  order: readonly Level[],
): Level[] {
  if (chosen.includes(level)) return chosen.filter((one) => one !== level);
  const ranks = chosen.map((one) => rankIn(order, one));
  const sorted = ranks.every((rank, index) => index === 0 || (ranks[index - 1] ?? 0) <= rank);
  const at = sorted ? ranks.findIndex((rank) => rank > rankIn(order, level)) : -1;
  return at < 0 ? [...chosen, level] : [...chosen.slice(0, at), level, ...chosen.slice(at)];
}

/** Items that `order` lacks come last. */
function rankIn<Level extends string>(order: readonly Level[], level: Level): number {
  const at = order.indexOf(level);
  return at < 0 ? order.length : at;
}
