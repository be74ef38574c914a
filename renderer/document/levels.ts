/** The levels of a factor as a list; a single value may stand for a list of one. */
export function levelTexts(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** A level as text: `rest per-user, grpc shared 4` for a mapping. */
export function levelName(level: unknown): string {
  if (typeof level !== 'object' || level === null) return String(level);
  return Object.entries(level)
    .map(([key, value]) => `${key} ${levelName(value)}`)
    .join(', ');
}

/** Typed text as a value of the file: `20` is a number, `20s` a text. */
export function typedValue(text: string): string | number {
  const trimmed = text.trim();
  return /^\d{1,12}(\.\d{1,6})?$/.test(trimmed) ? Number(trimmed) : trimmed;
}
