import { compile, type JSONValue } from 'json-p3';

/** Finds the values at a JSONPath (RFC 9535). */
export type PathQuery = (document: unknown) => readonly unknown[];

/** Names and indexes only, as in most paths: `$.items[0].id`, `$['a b']`. */
const plainPath = /^\$(?:\.[A-Za-z_][A-Za-z0-9_]*|\[(?:0|[1-9]\d{0,9})\]|\['[^'\\\p{Cc}]*'\])*$/u;
const segment = /\.([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]|\['([^']*)'\]/g;

/** @returns null for a path with anything but names and indexes. */
export function plainSegments(path: string): readonly (string | number)[] | null {
  if (!plainPath.test(path)) return null;
  return [...path.matchAll(segment)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Number(index),
  );
}

/** Compiles a path; plain ones are followed without the library. @throws Error for an invalid JSONPath. */
export function pathQuery(path: string): PathQuery {
  const segments = plainSegments(path);
  if (segments === null) {
    const query = compile(path);
    return (document) => query.query(document as JSONValue).values();
  }
  return (document) => {
    let value = document;
    for (let i = 0; i < segments.length; i++) {
      const key = segments[i] ?? '';
      if (typeof value !== 'object' || value === null) return [];
      if (Array.isArray(value) !== (typeof key === 'number')) return [];
      if (!Object.hasOwn(value, key)) return [];
      value = (value as Record<string | number, unknown>)[key];
    }
    return [value];
  };
}
