/** A place in the experiment file: keys and list indexes from the root. */
export type Path = readonly (string | number)[];

/** Writes a path as the engine does: `factors.users[0]`; the root is the empty text. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** The value at a path of plain data, or undefined. */
export function valueAt(data: unknown, path: Path): unknown {
  let value = data;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, step)
      ? (value as Record<string | number, unknown>)[step]
      : undefined;
  }
  return value;
}
