import { enveloped, escaping, type Slice, utf8Length } from './slice.ts';
import type { Range } from './stretch.ts';

const quote = 0x22;
const backslash = 0x5c;
/** In octets; GraphQL names have one for each character. */
const longestKey = 60;
const structure = new Set(Array.from('{}[]:, \t\r\n', (character) => character.charCodeAt(0)));

const opening = new Set(Array.from('{[', (character) => character.charCodeAt(0)));
const closing = new Set(Array.from('}]', (character) => character.charCodeAt(0)));

/** Values of a GraphQL body that are not a message, with their labels. */
const graphqlValues = new Map([
  ['value of query', 'GraphQL: the document'],
  ['value of operationName', 'GraphQL: name of the operation'],
]);

/**
 * A message in JSON is payload: values, keys, quotes, brackets, white space and escapes. Accepts any bytes:
 * invalid JSON ends up as values.
 * @param messageAt the keys that lead to the message; bytes around it are envelope.
 */
export function jsonSlices(bytes: Buffer, messageAt: readonly string[] = []): Slice[] {
  const { slices, message } = new JsonScanner(bytes, messageAt).scan();
  if (messageAt.length === 0) return slices;
  return enveloped(slices, message, 'GraphQL: around the message').map((slice) => {
    const label = slice.layer === 'envelope' ? graphqlValues.get(slice.label ?? '') : undefined;
    return label === undefined ? slice : { ...slice, label };
  });
}

class JsonScanner {
  readonly #bytes: Buffer;
  readonly #messageAt: readonly string[];
  readonly #slices: Slice[] = [];
  /** The last key of each depth. */
  readonly #keys: string[] = [];
  /** Range of the message; after the end if there is none. */
  readonly #message: { from: number; to: number };
  #at = 0;
  /** Start of the current structure. */
  #outside = 0;
  #key = '';
  #depth = 0;

  constructor(bytes: Buffer, messageAt: readonly string[]) {
    this.#bytes = bytes;
    this.#messageAt = messageAt;
    this.#message = { from: bytes.length, to: bytes.length };
  }

  scan(): { readonly slices: Slice[]; readonly message: Range } {
    while (this.#at < this.#bytes.length) {
      const octet = this.#bytes[this.#at] ?? 0;
      if (octet === quote) this.#string();
      else if (structure.has(octet)) this.#pass(octet);
      else this.#scalar();
    }
    this.#endStructure(this.#at);
    return { slices: this.#slices, message: this.#message };
  }

  #pass(octet: number): void {
    if (opening.has(octet)) {
      if (this.#isAtMessage()) this.#message.from = this.#at;
      this.#depth++;
    } else if (closing.has(octet)) this.#depth--;
    this.#at++;
    if (closing.has(octet) && this.#isAtMessage()) this.#message.to = this.#at;
  }

  #isAtMessage(): boolean {
    const keys = this.#messageAt;
    return (
      this.#depth === keys.length &&
      keys.every((key, index) => this.#keys[index + 1] === key.slice(0, longestKey))
    );
  }

  #string(): void {
    const from = this.#at + 1;
    const escapes: Slice[] = [];
    let at = from;
    while (at < this.#bytes.length && this.#bytes[at] !== quote) {
      const length = this.#bytes[at] === backslash ? this.#escape(at, escapes) : 1;
      at = Math.min(this.#bytes.length, at + length);
    }
    this.#at = Math.min(this.#bytes.length, at + 1);
    if (this.#isKey()) {
      this.#key = this.#bytes.toString('utf8', from, Math.min(at, from + longestKey));
      this.#keys[this.#depth] = this.#key;
    } else {
      this.#noteMessage(from - 1, this.#at);
      this.#value(from, at, escapes);
    }
  }

  #escape(at: number, found: Slice[]): number {
    const isUnicode = this.#bytes[at + 1] === 0x75;
    const length = Math.min(isUnicode ? 6 : 2, this.#bytes.length - at);
    const code = Number.parseInt(this.#bytes.toString('latin1', at + 2, at + 6), 16);
    found.push(...escaping(at, length, isUnicode ? utf8Length(code || 0) : 1));
    return length;
  }

  #isKey(): boolean {
    let at = this.#at;
    while ([0x20, 0x09, 0x0a, 0x0d].includes(this.#bytes[at] ?? 0)) at++;
    return this.#bytes[at] === 0x3a;
  }

  #scalar(): void {
    const from = this.#at;
    while (this.#at < this.#bytes.length) {
      const octet = this.#bytes[this.#at] ?? 0;
      if (octet === quote || structure.has(octet)) break;
      this.#at++;
    }
    this.#noteMessage(from, this.#at);
    this.#value(from, this.#at, []);
  }

  /** A message may be a single value. */
  #noteMessage(from: number, to: number): void {
    if (!this.#isAtMessage()) return;
    this.#message.from = from;
    this.#message.to = to;
  }

  #value(from: number, to: number, escapes: readonly Slice[]): void {
    this.#endStructure(from);
    this.#outside = to;
    const label = this.#key === '' ? 'value' : `value of ${this.#key}`;
    if (to > from) this.#slices.push({ from, to, layer: 'values', label }, ...escapes);
  }

  #endStructure(to: number): void {
    const from = this.#outside;
    const label = 'JSON: keys, quotes, punctuation';
    if (to > from) this.#slices.push({ from, to, layer: 'payload', label });
  }
}
