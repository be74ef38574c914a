import { InvalidInput } from '../workloads/refusals.ts';

/** A small subset of XML: elements and texts, nothing that could expand. */
export type Token =
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/** Longest tag, in bytes. */
const maxTagBytes = 4096;
const [lessThan, greaterThan, quote, apostrophe] = [0x3c, 0x3e, 0x22, 0x27];

const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const closing = new RegExp(`^/(${name})\\s*$`);
const opening = new RegExp(`^${name}`);
const attribute = new RegExp(`\\s+(${name})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y');
const declaration = /^\?xml\s[^<]*\?$/;
const otherEncoding = /\sencoding\s*=\s*["'](?!utf-8["']|us-ascii["'])/i;

/**
 * Splits XML into tokens as its bytes arrive, buffering one tag at most. Texts arrive in the same parts as
 * the bytes, each byte as the character of its code. Comments, sections, instructions and document types are
 * refused.
 */
export class Tokens {
  /** The incomplete tag; null outside of one. */
  #tag: string | null = null;
  /** The quote that ends an attribute value; 0 outside of one. */
  #quote = 0;
  #isFirst = true;

  /** @throws InvalidInput */
  *push(part: Buffer): Generator<Token> {
    for (let at = 0; at < part.length; ) {
      if (this.#tag === null) at = yield* this.#text(part, at);
      else at = yield* this.#rest(part, at);
    }
  }

  /** @throws InvalidInput if the bytes end within a tag. */
  end(): void {
    if (this.#tag !== null) throw new InvalidInput('The message ends within a tag');
  }

  *#text(part: Buffer, from: number): Generator<Token, number> {
    const found = part.indexOf(lessThan, from);
    const to = found < 0 ? part.length : found;
    if (to > from) yield { kind: 'text', text: part.toString('latin1', from, to) };
    if (found >= 0) this.#tag = '';
    return to + 1;
  }

  *#rest(part: Buffer, from: number): Generator<Token, number> {
    const to = this.#endOfTag(part, from);
    this.#tag += part.toString('latin1', from, to);
    if ((this.#tag?.length ?? 0) > maxTagBytes) {
      throw new InvalidInput(`A tag is longer than ${maxTagBytes} bytes`);
    }
    if (to === part.length) return to;
    const tag = this.#tag ?? '';
    this.#tag = null;
    yield* this.#read(tag);
    return to + 1;
  }

  /** Position of the tag's end in this part; its length if not in it. */
  #endOfTag(part: Buffer, from: number): number {
    for (let at = from; at < part.length; at++) {
      const byte = part[at] ?? 0;
      if (this.#quote !== 0) {
        if (byte === this.#quote) this.#quote = 0;
      } else if (byte === quote || byte === apostrophe) this.#quote = byte;
      else if (byte === greaterThan) return at;
    }
    return part.length;
  }

  *#read(tag: string): Generator<Token> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst && declaration.test(tag)) {
      if (otherEncoding.test(tag))
        throw new InvalidInput('The message is in another encoding than UTF-8');
      return;
    }
    const [, closed] = closing.exec(tag) ?? [];
    if (closed !== undefined) yield { kind: 'close', name: closed };
    else yield* readOpening(tag);
  }
}

function* readOpening(tag: string): Generator<Token> {
  const [opened = ''] = opening.exec(tag) ?? [];
  const { attributes, end } = readAttributes(tag, opened.length);
  const rest = tag.slice(end).trim();
  if (opened === '' || (rest !== '' && rest !== '/')) {
    const what = JSON.stringify(`<${tag.slice(0, 40)}`);
    throw new InvalidInput(`Expected an element at ${what}`);
  }
  yield { kind: 'open', name: opened, attributes };
  if (rest === '/') yield { kind: 'close', name: opened };
}

function readAttributes(
  tag: string,
  from: number,
): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  let end = from;
  for (;;) {
    attribute.lastIndex = end;
    const [whole, key = '', quoted, other] = attribute.exec(tag) ?? [];
    if (whole === undefined) return { attributes, end };
    if (attributes.has(key)) throw new InvalidInput(`The attribute ${key} is there twice`);
    attributes.set(key, quoted ?? other ?? '');
    end += whole.length;
  }
}
