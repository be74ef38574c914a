/** Lexical parts of an XML document: tags, attributes, texts. */

/** Detected by its byte order mark; otherwise UTF-8. */
export function xmlText(bytes: Buffer): string {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding)
    .decode(bytes)
    .replace(/^\uFEFF/, '')
    .trimStart();
}

/** A text with normalised line ends (XML 1.0, 2.11). */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** An attribute value before its references are resolved: white space becomes spaces (XML 1.0, 3.3.3). */
export function withSpaces(value: string): string {
  return /[\t\n\r]/.test(value) ? value.replace(/\r\n|[\t\n\r]/g, ' ') : value;
}

/** Stores each distinct text once. */
export class SameTexts {
  readonly #known = new Map<string, string>();
  readonly #most: number;

  /** @param most maximum stored texts; others are returned unchanged. */
  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#known.size >= this.#most;
  }

  one(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (!this.isFull) this.#known.set(text, text);
    return text;
  }
}

/** Pieces of a document, one after the other. */
export class XmlScanner {
  readonly #text: string;
  readonly #name = /[^\s/>=<"'!?][^\s/>=<"']*/y;
  readonly #attribute = /\s+([^\s/>=<"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  readonly #close = /\s*(\/?)>/y;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Number of characters read. */
  get at(): number {
    return this.#at;
  }

  /** For messages: the line, from 1. */
  get line(): number {
    let lines = 1;
    for (let at = this.#text.indexOf('\n'); at >= 0 && at < this.#at; lines++) {
      at = this.#text.indexOf('\n', at + 1);
    }
    return lines;
  }

  /** The text before the next `<`. */
  plain(): string {
    return this.#upTo('<') ?? this.#rest();
  }

  /** Reads a text if it comes next. @returns whether it did. */
  takes(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false;
    this.#at += sign.length;
    return true;
  }

  /** The text before a terminator, which is read as well. @throws RangeError if it is missing. */
  before(end: string): string {
    const found = this.#upTo(end);
    if (found === null) throw new RangeError(`${end} is missing`);
    this.#at += end.length;
    return found;
  }

  /** @throws RangeError */
  name(): string {
    this.#name.lastIndex = this.#at;
    const found = this.#name.exec(this.#text)?.[0];
    if (found === undefined) throw new RangeError('< is followed by no name');
    this.#at += found.length;
    return found;
  }

  /** The next attribute of a tag with its value as written; null after the last. */
  attribute(): readonly [name: string, value: string] | null {
    this.#attribute.lastIndex = this.#at;
    const found = this.#attribute.exec(this.#text);
    if (!found) return null;
    this.#at = this.#attribute.lastIndex;
    return [found[1] ?? '', found[2] ?? found[3] ?? ''];
  }

  /** Reads the end of a tag. @returns whether its element is empty. @throws RangeError */
  close(): boolean {
    this.#close.lastIndex = this.#at;
    const found = this.#close.exec(this.#text);
    if (!found) throw new RangeError('an attribute has no name, no value, or no quotes');
    this.#at = this.#close.lastIndex;
    return found[1] === '/';
  }

  #upTo(sign: string): string | null {
    const end = this.#text.indexOf(sign, this.#at);
    if (end < 0) return null;
    const found = this.#text.slice(this.#at, end);
    this.#at = end;
    return found;
  }

  #rest(): string {
    const found = this.#text.slice(this.#at);
    this.#at = this.#text.length;
    return found;
  }
}
