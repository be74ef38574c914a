/** Maximum nesting: the time of the `soap` library grows with its square. */
const deepest = 1000;
/** Characters that its search for the envelope may examine, which takes about a second. */
const maxLookedAt = 1_000_000_000;
/** Shorter answers are harmless. */
const harmless = 3 * deepest;
const [slash, exclamation, question] = [0x2f, 0x21, 0x3f];

/**
 * Refuses answers that would keep the `soap` library busy for minutes, before it sees them.
 * @throws RangeError
 */
export function refuseEndless(text: string): void {
  if (text.length < harmless) return;
  const search = isPlainEnvelope(text) ? null : new EnvelopeSearch(text);
  let depth = 0;
  let end = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    search?.tryAt(at);
    const sign = text.charCodeAt(at + 1);
    if (sign === exclamation) at = endOfSection(text, at);
    else if (sign === slash) depth--;
    else if (sign !== question) {
      depth++;
      if (end < at) end = text.indexOf('>', at);
      if (end < 0) throw new RangeError('a tag in it has no end');
      if (text.charCodeAt(end - 1) === slash) depth--;
      if (depth > deepest) throw new RangeError(`it is more than ${deepest} elements deep`);
    }
  }
}

/** Whether the library finds the envelope at its first attempt. */
function isPlainEnvelope(text: string): boolean {
  const prefix = /^(?:\s*<\?[^?]*\?>)?\s*<([^:<>\s]+):Envelope[\s>]/.exec(text)?.[1];
  return prefix !== undefined && text.trimEnd().endsWith(`</${prefix}:Envelope>`);
}

/** Where a comment or character data end. */
function endOfSection(text: string, at: number): number {
  const isComment = text.startsWith('<!--', at);
  if (!isComment && !text.startsWith('<![CDATA[', at)) return at;
  const end = text.indexOf(isComment ? '-->' : ']]>', at);
  if (end < 0) throw new RangeError('a comment or character data in it have no end');
  return end;
}

/** Cost of the library’s search for the envelope: from each tag it looks as far as the next colon. */
class EnvelopeSearch {
  readonly #text: string;
  #colon = -1;
  #lookedAt = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws RangeError */
  tryAt(at: number): void {
    if (this.#colon < at) {
      const next = this.#text.indexOf(':', at);
      this.#colon = next < 0 ? this.#text.length : next;
    }
    this.#lookedAt += this.#colon - at;
    if (this.#lookedAt > maxLookedAt) {
      throw new RangeError('it is no envelope that the library finds in time');
    }
  }
}
