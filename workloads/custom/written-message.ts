import { compileTemplate, type RequestNumber, renderTemplate } from './template.ts';

/** Gives the JSON form of a value for a request. */
export type ValueWriter = (of: RequestNumber) => unknown;

/** Compiles the texts of a value, which may be templates. @throws TemplateFault */
export function valueWriter(value: unknown): ValueWriter {
  return writerOf(value, { next: 0 });
}

/** @param place counts the values before it. */
function writerOf(value: unknown, place: { next: number }): ValueWriter {
  if (typeof value === 'string') {
    const parts = compileTemplate(value, place.next);
    const values = parts.filter((part) => typeof part !== 'string').length;
    place.next += values;
    return values === 0 ? () => value : (of) => renderTemplate(parts, of);
  }
  if (typeof value !== 'object' || value === null) return () => value;
  if (Array.isArray(value)) {
    const items = value.map((item) => writerOf(item, place));
    return (of) => items.map((item) => item(of));
  }
  const entries = Object.entries(value).map(
    ([key, inner]) => [key, writerOf(inner, place)] as const,
  );
  return (of) => Object.fromEntries(entries.map(([key, inner]) => [key, inner(of)]));
}
