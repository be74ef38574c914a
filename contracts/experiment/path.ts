/** A location in an experiment file: keys of mappings and indexes of lists. */
export type Path = readonly (string | number)[];

/** @returns the path in readable form: `factors.users[0]`; empty for the whole file. */
export function formatPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    if (!/^[\w-]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Parses the output of {@link formatPath}. @returns undefined if the text is not a path. */
export function parsePath(text: string): Path | undefined {
  if (!/^[\w-]+(\.[\w-]+|\[\d{1,9}\])*$/.test(text)) return undefined;
  return Array.from(text.matchAll(/\[(\d+)\]|([\w-]+)/g), ([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}

/** @returns whether `path` is `ancestor` or inside it. */
export function isWithin(path: Path, ancestor: Path): boolean {
  return ancestor.length <= path.length && ancestor.every((step, index) => step === path[index]);
}

/** @returns whether `path` is one of `places`, given as text, or inside one of them. */
export function isInAny(path: Path, places: ReadonlySet<string>): boolean {
  return path.some((_, index) => places.has(formatPath(path.slice(0, index + 1))));
}

/** @returns the value at `path` in plain data, or undefined. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    return (at as Record<string | number, unknown>)[step];
  }, value);
}
