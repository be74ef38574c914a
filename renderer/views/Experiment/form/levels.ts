/** The levels of a factor as a list; a single value may stand for a list of one. */
export function levelsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/**
 * Switches one level on or off. What is listed keeps its order, which is the order of the cells;
 * a level that comes back goes in front of the first one that follows it in `order`, as long as
 * the others are in that order too, and otherwise to the end.
 */
export function toggled(
  chosen: readonly string[],
  level: string,
  order: readonly string[],
): string[] {
  if (chosen.includes(level)) return chosen.filter((one) => one !== level);
  const rank = (one: string) => (order.includes(one) ? order.indexOf(one) : order.length);
  const sorted = chosen.every(
    (one, index) => index === 0 || rank(chosen[index - 1] ?? '') <= rank(one),
  );
  const at = sorted ? chosen.findIndex((one) => rank(one) > rank(level)) : -1;
  return at < 0 ? [...chosen, level] : [...chosen.slice(0, at), level, ...chosen.slice(at)];
}

/** A level as it is written: numbers as numbers. */
export function levelValue(text: string): string | number {
  const trimmed = text.trim();
  return /^\d{1,15}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** What is typed into a text field as the file has it: `20` is a number, `20s` a text. */
export function typedValue(text: string): string | number {
  const trimmed = text.trim();
  return /^\d{1,12}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
