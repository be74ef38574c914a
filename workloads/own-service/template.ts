import { randomSource } from '../messages/text.ts';
import {
  type DataTables,
  noTables,
  type RequestNumber,
  type RowValue,
  type TakenValue,
} from './rows.ts';

/**
 * Texts with values that differ from request to request: `{"id": {{int 1 100}}}`. A template is compiled
 * once; its output depends on the seed, the request number and the user, so that a run can be repeated, and
 * on values taken from earlier answers.
 */

/** Generates the text of a value for a request, always ASCII. */
export type ValueSource = (of: RequestNumber) => string;

/** A piece of a template: fixed text, a value, or a value of a data file or an answer. */
export type TemplatePart = string | ValueSource | RowValue | TakenValue;

/** A mistake in a template. The message says what was expected. */
export class TemplateFault extends TypeError {}

const slot = /\{\{(.*?)\}\}/gs;
const uint32 = 2 ** 32;
/** Approximate number of values per request: offsets those of different steps. */
const placesOfStep = 4096;

/** A separate generator for each value of each request. */
function randomOf({ seed, sequence, step = 0 }: RequestNumber, place: number): () => number {
  const high = Math.floor(sequence / uint32);
  const mixed =
    Math.imul(seed ^ Math.imul(place + 1 + step * placesOfStep, 0x9e3779b1), 0x85ebca6b) ^
    Math.imul(high, 0xc2b2ae35);
  return randomSource((mixed + Math.imul(sequence >>> 0, 0x27d4eb2f)) >>> 0);
}

const hex = (value: number) => value.toString(16).padStart(8, '0');

/** Version 4 (RFC 9562), from the seed. */
function uuid(next: () => number): string {
  const [a, b, c, d] = [hex(next()), hex(next()), hex(next()), hex(next())];
  const variant = ((Number.parseInt(c[0] ?? '0', 16) & 3) | 8).toString(16);
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function wholeNumber(text: string, words: string): number {
  const value = Number(text);
  if (/^-?\d{1,15}$/.test(text)) return value;
  throw new TemplateFault(`expected two whole numbers, as in {{int 1 100}}, got {{${words}}}`);
}

function intSource(args: readonly string[], words: string, place: number): ValueSource {
  const [from = '', to = ''] = args;
  const low = wholeNumber(from, words);
  const high = wholeNumber(to, words);
  if (args.length !== 2 || high < low) {
    throw new TemplateFault(`expected {{int FROM TO}} with FROM at most TO, got {{${words}}}`);
  }
  const span = high - low + 1;
  return (of) => {
    const next = randomOf(of, place);
    return String(low + ((next() * uint32 + next()) % span));
  };
}

/** @returns null if it is not a value of a data file. */
function rowValueOf(words: string, tables: DataTables): RowValue | null {
  const [source = '', column] = namedColumn(words);
  if (column === undefined) return null;
  const value = tables.value(source, column);
  if (value === null) {
    const known = tables.names.join(', ');
    const expected = known === '' ? 'service.data names no file' : `expected one of ${known}`;
    throw new TemplateFault(`no data file is called "${source.slice(0, 60)}": ${expected}`);
  }
  if ('rows' in value) return value;
  throw new TemplateFault(`the data file ${source} has no column "${column.slice(0, 60)}"`);
}

/** Source and column of `{{orders.id}}`; undefined for another value. */
function namedColumn(words: string): [source: string, column: string] | [] {
  const dot = words.indexOf('.');
  const source = words.slice(0, dot);
  return dot > 0 && !/\s/.test(source) ? [source, words.slice(dot + 1)] : [];
}

function sourceOf(
  words: string,
  place: number,
  tables: DataTables,
): ValueSource | RowValue | TakenValue {
  const value = tables.tokens.get(words) ?? tables.taken.get(words) ?? rowValueOf(words, tables);
  if (value) return value;
  const [name = '', ...args] = words.split(/\s+/);
  if (name === 'int') return intSource(args, words, place);
  if (args.length > 0)
    throw new TemplateFault(`expected {{${name}}} without anything after the name`);
  switch (name) {
    case 'uuid':
      return (of) => uuid(randomOf(of, place));
    case 'now':
      return () => new Date().toISOString();
    case 'sequence':
      return ({ sequence }) => String(sequence);
    case 'user':
      return ({ user = 0 }) => String(user);
    case 'iteration':
      return ({ iteration = 0 }) => String(iteration);
    default:
      throw new TemplateFault(
        `no value is called "${name.slice(0, 60)}": expected uuid, now, sequence, user, iteration, int FROM TO, a column of a data file as in orders.id, or a value from a flow`,
      );
  }
}

/**
 * Compiles a template. Fixed pieces are joined; an empty text has none.
 * @param first number of its first value within its request, so that equal templates differ.
 * @throws TemplateFault
 */
export function compileTemplate(text: string, tables = noTables, first = 0): TemplatePart[] {
  const segments: TemplatePart[] = [];
  let at = 0;
  let place = first;
  for (const match of text.matchAll(slot)) {
    if (match.index > at) segments.push(text.slice(at, match.index));
    segments.push(sourceOf((match[1] ?? '').trim(), place++, tables));
    at = match.index + match[0].length;
  }
  if (at < text.length) segments.push(text.slice(at));
  return segments;
}

/** Whether a text contains values. */
export function isTemplate(text: string): boolean {
  return text.search(slot) >= 0;
}

/** The text of a template for a request. @param escaped is applied to values, not to the template's own text. */
export function renderTemplate(
  segments: readonly TemplatePart[],
  of: RequestNumber,
  escaped: (value: string) => string = (value) => value,
): string {
  let text = '';
  for (const segment of segments)
    text += typeof segment === 'string' ? segment : escaped(valueText(segment, of));
  return text;
}

/** The text of a value for a request. */
function valueText(value: ValueSource | RowValue | TakenValue, of: RequestNumber): string {
  if (typeof value === 'function') return value(of);
  return 'slot' in value ? (of.taken?.[value.slot] ?? '') : value.rows.text(of, value.column);
}

/** Finds mistakes in the templates of a value, at any depth. @throws TemplateFault */
export function checkTemplates(value: unknown, tables = noTables): void {
  for (const text of textsIn(value)) compileTemplate(text, tables);
}

/** The columns of data files named in the templates of a value, by source. */
export function columnsNamed(value: unknown): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const text of textsIn(value)) {
    for (const [, words = ''] of text.matchAll(slot)) {
      const [source, column] = namedColumn(words.trim());
      if (source === undefined || column === undefined) continue;
      const columns = named.get(source) ?? new Set();
      named.set(source, columns.add(column));
    }
  }
  return named;
}

/** The words of all values in the templates of a value, as written. */
export function valuesNamed(value: unknown): Set<string> {
  return new Set(
    textsIn(value).flatMap((text) =>
      [...text.matchAll(slot)].map(([, words = '']) => words.trim()),
    ),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(textsIn);
}
