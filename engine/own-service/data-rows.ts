import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { OpenFile } from './files.ts';

/** Readers of data files: each yields the requested values of one row after the other. */

/** Maximum row length in characters; an unclosed quote must not swallow the remainder of the file. */
const maxRow = 1_000_000;
const shownNames = 20;

function wrong(
  file: string,
  line: number | null,
  message: string,
  cause?: unknown,
): WirebenchError {
  const place = line === null ? file : `${file}:${line}`;
  return new WirebenchError('SERVICE_INVALID', `${place}: ${message}`, { cause });
}

/** Removes a leading byte order mark. @throws WirebenchError SERVICE_INVALID when the text is not UTF-8. */
async function* textOf({ chunks }: OpenFile, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (cause) {
      throw wrong(file, null, 'expected text in UTF-8', cause);
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  yield decode();
}

/** Indexes of the requested columns. */
function placesIn(header: readonly string[], columns: readonly string[], file: string): number[] {
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(file, 1, `two columns are called "${twice}"`);
  return columns.map((column) => {
    const place = header.indexOf(column);
    if (place >= 0) return place;
    const known = header.slice(0, shownNames).join(', ');
    throw wrong(file, 1, `there is no column "${column}": expected one of ${known}`);
  });
}

/** Comma-separated values with a header line (RFC 4180). */
export async function* csvRows(
  opened: OpenFile,
  file: string,
  columns: readonly string[],
): AsyncGenerator<readonly string[]> {
  const parser = parse({ max_record_size: maxRow, skip_empty_lines: true });
  pipeline(textOf(opened, file), parser, () => {
    // The loop below receives all errors.
  });
  let places: readonly number[] | null = null;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (places) yield places.map((place) => record[place] ?? '');
      else places = placesIn(record, columns, file);
    }
  } catch (error) {
    throw error instanceof CsvError ? explained(error, file) : error;
  }
  if (!places) throw wrong(file, 1, 'expected a header line with the names of the columns');
}

function explained(error: CsvError, file: string): WirebenchError {
  const { code } = error;
  const line = typeof error.lines === 'number' ? error.lines : null;
  if (code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
    const got = Array.isArray(error.record) ? error.record.length : 'another number';
    return wrong(file, line, `expected as many values as the header has names, got ${got}`, error);
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const message = `a row is longer than ${maxRow} characters: is a quote not closed?`;
    return wrong(file, line, message, error);
  }
  if (code === 'CSV_QUOTE_NOT_CLOSED') return wrong(file, line, 'a quote is not closed', error);
  return wrong(file, line, messageOf(error), error);
}

/** One JSON object a line. */
export async function* jsonRows(
  opened: OpenFile,
  file: string,
  columns: readonly string[],
): AsyncGenerator<readonly string[]> {
  let line = 0;
  for await (const text of linesOf(opened, file)) {
    line++;
    if (text.trim() !== '') yield rowIn(text, file, line, columns);
  }
}

async function* linesOf(opened: OpenFile, file: string): AsyncGenerator<string> {
  let rest = '';
  let line = 0;
  for await (const text of textOf(opened, file)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) yield one;
    line += lines.length;
    if (rest.length > maxRow) {
      throw wrong(file, line + 1, `the line is longer than ${maxRow} characters`);
    }
  }
  if (rest !== '') yield rest;
}

/** Numbers as written: 64-bit integers do not fit into a JavaScript number. */
function asWritten(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

function rowIn(text: string, file: string, line: number, columns: readonly string[]): string[] {
  let row: unknown;
  try {
    row = JSON.parse(text, asWritten);
  } catch (cause) {
    throw wrong(file, line, `expected one JSON object: ${messageOf(cause)}`, cause);
  }
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw wrong(file, line, 'expected a JSON object, such as {"id": 7}');
  }
  const fields = row as Readonly<Record<string, unknown>>;
  return columns.map((column) => {
    const value = Object.hasOwn(fields, column) ? fields[column] : undefined;
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return String(value);
    const got = value === undefined ? 'nothing' : value === null ? 'null' : 'an object or a list';
    throw wrong(file, line, `expected text or a number as "${column}", got ${got}`);
  });
}
