import { escaping, type Slice, utf8Length } from './slice.ts';

const quote = 0x22;
const backslash = 0x5c;
const structure = new Set(Array.from('{}[]:, \t\r\n', (character) => character.charCodeAt(0)));

const opening = new Set(Array.from('{[', (character) => character.charCodeAt(0)));
const closing = new Set(Array.from('}]', (character) => character.charCodeAt(0)));

/** Values of the outermost object that are envelope, and what they are called. */
type Wrapping = ReadonlyMap<string, string>;

/**
 * Values of JSON are payload; keys, quotes, brackets, white space and what escaping adds are
 * envelope. Takes any bytes: what is no JSON ends up as values.
 */
export function jsonSlices(bytes: Buffer, wrapping: Wrapping = new Map()): Slice[] {
  return new JsonScanner(bytes, wrapping).scan();
}

const graphqlWrapping: Wrapping = new Map([
  ['query', 'GraphQL: the document'],
  ['operationName', 'GraphQL: name of the operation'],
]);

/** A request of GraphQL: its document is envelope, its variables are payload. */
export function graphqlSlices(bytes: Buffer): Slice[] {
  return jsonSlices(bytes, graphqlWrapping);
}

class JsonScanner {
  readonly #bytes: Buffer;
  readonly #wrapping: Wrapping;
  readonly #slices: Slice[] = [];
  #at = 0;
  /** Where the envelope that is being read began. */
  #outside = 0;
  #key = '';
  #depth = 0;

  constructor(bytes: Buffer, wrapping: Wrapping) {
    this.#bytes = bytes;
    this.#wrapping = wrapping;
  }

  scan(): Slice[] {
    while (this.#at < this.#bytes.length) {
      const octet = this.#bytes[this.#at] ?? 0;
      if (octet === quote) this.#string();
      else if (structure.has(octet)) this.#pass(octet);
      else this.#scalar();
    }
    this.#endEnvelope(this.#at);
    return this.#slices;
  }

  #pass(octet: number): void {
    if (opening.has(octet)) this.#depth++;
    else if (closing.has(octet)) this.#depth--;
    this.#at++;
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
    if (this.#isKey()) this.#key = this.#bytes.toString('utf8', from, Math.min(at, from + 60));
    else this.#value(from, at, escapes);
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
    this.#value(from, this.#at, []);
  }

  #value(from: number, to: number, escapes: readonly Slice[]): void {
    this.#endEnvelope(from);
    const wrapping = this.#depth === 1 ? this.#wrapping.get(this.#key) : undefined;
    this.#outside = to;
    if (wrapping !== undefined) {
      this.#slices.push({ from, to, layer: 'envelope', label: wrapping });
      return;
    }
    const label = this.#key === '' ? 'value' : `value of ${this.#key}`;
    if (to > from) this.#slices.push({ from, to, layer: 'payload', label }, ...escapes);
  }

  #endEnvelope(to: number): void {
    const from = this.#outside;
    const label = 'JSON: keys, quotes, punctuation';
    if (to > from) this.#slices.push({ from, to, layer: 'envelope', label });
  }
}
