/**
 * Texts that a pattern of XML Schema matches, made by walking it: the first alternative of each choice, and of each
 * repetition as few as are allowed, or some more.
 */
class PatternWalk {
  #at = 0;
  readonly #pattern: string;
  readonly #more: number;

  /** @param more repetitions beyond the fewest. */
  constructor(pattern: string, more: number) {
    this.#pattern = pattern;
    this.#more = more;
  }

  all(): string {
    const text = this.#choice(0);
    if (this.#at < this.#pattern.length) throw new SyntaxError('an unexpected bracket');
    return text;
  }

  #choice(depth: number): string {
    if (depth > 50) throw new SyntaxError('too many brackets');
    let first = this.#branch(depth);
    while (this.#pattern[this.#at] === '|') {
      this.#at++;
      const other = this.#branch(depth);
      if (first === '') first = other;
    }
    return first;
  }

  #branch(depth: number): string {
    let text = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const atom = this.#atom(depth);
      text += atom.repeat(Math.min(this.#times(), 1000));
      if (text.length > 10_000) throw new SyntaxError('too long');
    }
    return text;
  }

  #times(): number {
    const rest = this.#pattern.slice(this.#at, this.#at + 30);
    const found = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})/.exec(rest);
    if (!found) return 1;
    this.#at += found[0].length;
    const [, sign, least = '0', comma, most] = found;
    if (sign === '?') return Math.min(1, this.#more);
    if (sign) return (sign === '+' ? 1 : 0) + this.#more;
    const fewest = Number(least);
    if (!comma) return fewest;
    return Math.min(fewest + this.#more, most ? Number(most) : fewest + this.#more);
  }

  #atom(depth: number): string {
    const sign = this.#pattern[this.#at++] ?? '';
    if (sign === '(') {
      if (this.#pattern.startsWith('?:', this.#at)) this.#at += 2;
      const inside = this.#choice(depth + 1);
      if (this.#pattern[this.#at++] !== ')') throw new SyntaxError('a bracket is not closed');
      return inside;
    }
    if (sign === '[') return this.#oneOfClass();
    if (sign === '\\') return this.#escaped();
    // In XML Schema these two are characters, but many who write patterns mean the ends of the text.
    if (sign === '^' || sign === '$') return '';
    return sign === '.' ? 'a' : sign;
  }

  #escaped(): string {
    const sign = this.#pattern[this.#at++] ?? '';
    if (sign === 'p' || sign === 'P') {
      const end = this.#pattern.indexOf('}', this.#at);
      const category = this.#pattern.slice(this.#at + 1, end);
      this.#at = end + 1;
      if (sign === 'P') return category.startsWith('N') ? 'a' : '1';
      return category.startsWith('N')
        ? '1'
        : category.startsWith('Lu')
          ? 'A'
          : category.startsWith('Z')
            ? ' '
            : category.startsWith('P')
              ? '.'
              : 'a';
    }
    const known: Readonly<Record<string, string>> = {
      d: '1',
      D: 'a',
      w: 'a',
      W: '-',
      s: ' ',
      S: 'a',
      i: 'a',
      c: 'a',
      n: '\n',
      t: '\t',
      r: '\r',
    };
    return known[sign] ?? sign;
  }

  /** The first character of a class; of one that excludes, the first usual character that is not in it. */
  #oneOfClass(): string {
    const start = this.#at - 1;
    let at = this.#at;
    for (let open = 1; open > 0; at++) {
      const sign = this.#pattern[at];
      if (sign === undefined) throw new SyntaxError('a class is not closed');
      if (sign === '\\') at++;
      else if (sign === '[') open++;
      else if (sign === ']') open--;
    }
    const inside = this.#pattern.slice(start, at).replace(/-\[.*\]\]$/, ']');
    this.#at = at;
    const one = new RegExp(
      inside
        .replace(/\\i/g, 'A-Za-z_:')
        .replace(/\\c/g, 'A-Za-z0-9._:-')
        .replace(/(?<=.)\[(?!\^?$)/g, '\\['),
      'u',
    );
    const usual =
      'a1A0bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ23456789 -_.,:;/+*#@!?()%&<>=\'"\u00e4';
    for (const character of usual) if (one.test(character)) return character;
    throw new SyntaxError('a class of unusual characters');
  }
}

/**
 * A text that a pattern matches, with a length that is allowed.
 * @returns null where none was found.
 */
export function patternSample(pattern: string, fits: (text: string) => boolean): string | null {
  if (pattern.length > 5000) return null;
  for (let more = 0; more <= 40; more++) {
    try {
      const text = new PatternWalk(pattern, more).all();
      if (fits(text)) return text;
    } catch {
      // A pattern that is not understood has no sample here; the reader says so.
      return null;
    }
  }
  return null;
}
