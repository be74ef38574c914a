/** Enough for the stack trace of an error; a server may write any amount. */
const maxCharacters = 64_000;

/** The end of what a program writes, in whole lines. */
export class LogTail {
  #text = '';
  #awaited: { readonly text: string; readonly seen: () => void } | null = null;

  add(piece: string): void {
    // The awaited text may arrive in two chunks.
    const { text: awaited = '', seen } = this.#awaited ?? {};
    const end = awaited === '' ? '' : this.#text.slice(-awaited.length);
    if (seen && `${end}${piece}`.includes(awaited)) {
      this.#awaited = null;
      seen();
    }
    this.#text += piece;
    if (this.#text.length <= 2 * maxCharacters) return;
    const rest = this.#text.slice(-maxCharacters);
    // A line without its beginning might be a part of a secret, unrecognisable as such.
    this.#text = rest.slice(rest.indexOf('\n') + 1 || rest.length);
  }

  /** Resolves once the text has been written. */
  wrote(text: string): Promise<void> {
    if (this.#text.includes(text)) return Promise.resolve();
    return new Promise((seen) => {
      this.#awaited = { text, seen };
    });
  }

  get text(): string {
    return this.#text;
  }
}
