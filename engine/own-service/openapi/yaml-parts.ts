import { parse } from 'yaml';

/**
 * Reads YAML part by part. The parser needs some hundred times the length of a text while reading it. The parts of a
 * large mapping are separate texts by their indentation, so that only one of them is read at a time.
 */

/** Limit on a description. */
const defaultPart = 100_000;
/** Limits on an indivisible text, whose lines and separators need memory. */
const maxSigns = 30_000;
const longestWhole = 2_000_000;

/** `name:` followed only by a comment. */
const opensBlock = /:[ \t]*(?:#.*)?$/;
/** The name of an entry with its colon, plain or quoted. */
const entryStart =
  /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=[^\s]))(?:[^:#]|:(?=\S)|(?<=\S)#)*?)[ \t]*:(?:[ \t]|$)/;

/** A range of lines [start, end). */
interface Span {
  readonly from: number;
  readonly to: number;
}

function readWhole(text: string): unknown {
  return parse(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
}

/** The indentation of a line; null if it is empty or a comment. */
function indentOf(line: string): number | null {
  const indent = line.search(/[^ ]/);
  return indent < 0 || line[indent] === '#' || /^\s*$/.test(line) ? null : indent;
}

/** A text is indivisible. */
class Whole extends Error {}

class PartReader {
  readonly #lines: readonly string[];
  readonly #part: number;
  /** The start of each line, and the end of the text. */
  readonly #starts: readonly number[];

  constructor(text: string, part: number) {
    this.#part = part;
    this.#lines = text.split(/\r?\n/);
    let at = 0;
    this.#starts = [0, ...this.#lines.map((line) => (at += line.length + 1))];
  }

  /** @throws Whole */
  read(): Record<string, unknown> {
    const start = this.#lines.findIndex((line) => indentOf(line) !== null);
    const from = /^---[ \t]*$/.test(this.#lines[start] ?? '') ? start + 1 : Math.max(start, 0);
    return this.#mapping({ from, to: this.#lines.length }, 0);
  }

  /** A block mapping, whose entries have a common indentation. */
  #mapping(span: Span, indent: number): Record<string, unknown> {
    const entries: [string, unknown][] = [];
    let from = span.from;
    /** Unread lines before a line. */
    const readUpTo = (to: number) => {
      if (from < to) for (const entry of this.#parsed({ from, to })) entries.push(entry);
      from = to;
    };
    for (const entry of this.#entries(span, indent)) {
      if (this.#length({ from, to: entry.to }) > this.#part) readUpTo(entry.from);
      if (this.#length(entry) <= this.#part) continue;
      entries.push(this.#large(entry, indent));
      from = entry.to;
    }
    readUpTo(span.to);
    return Object.fromEntries(entries);
  }

  /** @throws Whole if there is no block mapping. */
  #entries({ from, to }: Span, indent: number): Span[] {
    const starts: number[] = [];
    for (let at = from; at < to; at++) {
      const line = this.#lines[at] ?? '';
      const own = indentOf(line);
      if (own === null || own > indent) continue;
      const rest = line.slice(indent);
      // Lists may be indented as little as the names that they belong to.
      if (own === indent && /^-(?:\s|$)/.test(rest) && starts.length > 0) continue;
      if (own < indent || !entryStart.test(rest)) throw new Whole();
      starts.push(at);
    }
    return starts.map((start, index) => ({ from: start, to: starts[index + 1] ?? to }));
  }

  /** An entry that is longer than a part: its value is read in parts. */
  #large({ from, to }: Span, indent: number): [string, unknown] {
    const line = this.#lines[from] ?? '';
    const next = this.#lines.findIndex((one, at) => at > from && indentOf(one) !== null);
    const inner = next < 0 || next >= to ? null : indentOf(this.#lines[next] ?? '');
    const first = (this.#lines[next] ?? '').slice(inner ?? 0);
    const isBlock = opensBlock.test(line) && inner !== null && inner > indent;
    if (!isBlock || !entryStart.test(first)) {
      const [entry, ...others] = this.#parsed({ from, to });
      if (!entry || others.length > 0) throw new Whole();
      return entry;
    }
    const [entry] = Object.entries(readWhole(line) ?? {});
    if (!entry || entry[1] !== null) throw new Whole();
    return [entry[0], this.#mapping({ from: next, to }, inner)];
  }

  #parsed({ from, to }: Span): [string, unknown][] {
    const end = to < this.#lines.length ? '\n' : '';
    const text = this.#lines.slice(from, to).join('\n') + end;
    const large = tooLarge(text);
    if (large) throw large;
    const value = readWhole(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Whole();
    return Object.entries(value);
  }

  #length({ from, to }: Span): number {
    return (this.#starts[to] ?? 0) - (this.#starts[from] ?? 0);
  }
}

/** Why a text would need too much of the parser's memory; null otherwise. */
function tooLarge(text: string): RangeError | null {
  let signs = 0;
  for (const _ of text.matchAll(/[\n,[{]/g)) if (++signs > maxSigns) break;
  if (signs <= maxSigns && text.length <= longestWhole) return null;
  return new RangeError(
    `YAML with more than ${maxSigns} lines or values, or ${longestWhole} characters, that do not stand below names of their own cannot be read; convert it to JSON`,
  );
}

/**
 * @param part maximum characters read in one piece, where divisible.
 * @throws Error where it is not YAML, or cannot be read in little memory.
 */
export function readYamlInParts(text: string, part = defaultPart): unknown {
  if (text.length <= part) return readWhole(text);
  try {
    return new PartReader(text, part).read();
  } catch (cause) {
    if (cause instanceof RangeError) throw cause;
    const large = tooLarge(text);
    // A part may refer to another: reading it in one piece resolves that.
    const mayBeWhole = cause instanceof Whole || cause instanceof ReferenceError;
    if (large) throw mayBeWhole ? large : cause;
    return readWhole(text);
  }
}
