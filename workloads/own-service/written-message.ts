import { type DataTables, noTables, type RequestNumber } from './rows.ts';
import { compileTemplate, renderTemplate } from './template.ts';

/** Generates the JSON form of a value for a request. */
export type ValueWriter = (of: RequestNumber) => unknown;

/** Compiles the texts of a value, which may be templates. @throws TemplateFault */
export function valueWriter(value: unknown, tables = noTables): ValueWriter {
  return writerOf(value, { next: 0, tables });
}

/** @param place counts the values before it. */
function writerOf(
  value: unknown,
  place: { next: number; readonly tables: DataTables },
): ValueWriter {
  if (typeof value === 'string') {
    const parts = compileTemplate(value, place.tables, place.next);
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
