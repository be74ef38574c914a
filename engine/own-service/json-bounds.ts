/** Limits on an untrusted JSON document. They determine its memory, which hardly depends on its length. */
export const jsonBounds = {
  characters: 20_000_000,
  /** Limit for texts with characters of two bytes. */
  wideCharacters: 10_000_000,
  /** Mappings and lists. */
  nodes: 300_000,
  /** Entries of all mappings and lists together. */
  entries: 600_000,
  /** Entries of one mapping: its hash table grows in leaps. */
  ofOne: 50_000,
  /** Different keys: each creates mappings of another shape. */
  keys: 60_000,
} as const;

const [quote, backslash, comma, colon, space] = [0x22, 0x5c, 0x2c, 0x3a, 0x20];
const [openList, closeList, openMapping, closeMapping] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts without creating any value. */
class JsonCounter {
  nodes = 0;
  entries = 0;
  widest = 0;
  readonly keys = new Set<string>();
  /** Commas so far in the enclosing mappings; negative in lists. */
  readonly #around: number[] = [];

  /** @returns the position where the text continues. */
  take(text: string, at: number): number {
    const sign = text.charCodeAt(at);
    if (sign === quote) return this.#text(text, at);
    if (sign === openMapping || sign === openList) this.#open(sign === openMapping);
    else if (sign === comma) this.#separate();
    else if (sign === closeMapping || sign === closeList) this.#around.pop();
    return at + 1;
  }

  #text(text: string, at: number): number {
    const end = endOfText(text, at);
    let next = end;
    while (text.charCodeAt(next) <= space) next += 1;
    if (text.charCodeAt(next) === colon) this.keys.add(text.slice(at, end));
    return next;
  }

  #open(isMapping: boolean): void {
    this.nodes += 1;
    this.entries += 1;
    this.#around.push(isMapping ? 1 : Number.NEGATIVE_INFINITY);
  }

  #separate(): void {
    this.entries += 1;
    const count = (this.#around.pop() ?? Number.NEGATIVE_INFINITY) + 1;
    this.#around.push(count);
    if (count > this.widest) this.widest = count;
  }
}

/** Position after the closing quote of a text. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** The exceeded limit of a JSON document, as in "it has …"; null for one that can be parsed in little memory. */
export function tooMuchJson(text: string): string | null {
  const { characters, wideCharacters, nodes, entries, ofOne, keys } = jsonBounds;
  if (text.length > characters) return `more than ${characters} characters`;
  if (text.length > wideCharacters && /[^\0-\xff]/.test(text)) {
    return `more than ${wideCharacters} characters, some of them beyond Latin-1`;
  }
  const counter = new JsonCounter();
  for (let at = 0; at < text.length; at = counter.take(text, at)) {
    if (counter.nodes > nodes) return `more than ${nodes} mappings and lists`;
    if (counter.entries > entries) return `more than ${entries} values`;
    if (counter.keys.size > keys) return `more than ${keys} different keys`;
    if (counter.widest > ofOne) return `a mapping with more than ${ofOne} keys`;
  }
  return null;
}
