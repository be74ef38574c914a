import { createContext, Script } from 'node:vm';

/** Time limits of a test, in milliseconds: the first, and those of retries, in case the machine was busy. */
const defaultTimeoutsMs = [20, 500];
/** Number of timeouts after which no more tests are made. */
const maxLost = 6;
const maxPattern = 1000;

/**
 * Tests whether texts match patterns, in bounded time: the regular expressions of a description are untrusted, and a
 * hostile one takes minutes for a short text.
 */
export class PatternTester {
  readonly #context = createContext(Object.create(null) as object);
  readonly #known = new Map<string, boolean>();
  readonly #timeoutsMs: readonly number[];
  #lost = 0;

  /** @param timeoutsMs limits of one test, in milliseconds: of the first attempt and of each retry. */
  constructor(timeoutsMs: readonly number[] = defaultTimeoutsMs) {
    this.#timeoutsMs = timeoutsMs;
  }

  /** Whether a text matches; false where that takes too long, or the pattern is invalid. */
  matches(pattern: string, text: string): boolean {
    if (pattern.length > maxPattern || text.length > 10_000 || this.#lost >= maxLost) {
      return false;
    }
    const code = `new RegExp(${JSON.stringify(pattern)}, 'u').test(${JSON.stringify(text)})`;
    const known = this.#known.get(code);
    if (known !== undefined) return known;
    const matched = this.#run(code);
    if (this.#known.size < 10_000) this.#known.set(code, matched);
    return matched;
  }

  #run(code: string): boolean {
    for (const timeout of this.#timeoutsMs) {
      try {
        return new Script(code).runInContext(this.#context, { timeout }) === true;
      } catch (error) {
        const { code: name } = error as NodeJS.ErrnoException;
        if (name !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
      }
    }
    this.#lost++;
    return false;
  }
}

/** A text derived from a pattern of a common kind; it still has to be tested. */
export function textOfPattern(pattern: string): string | null {
  if (pattern.length > maxPattern) return null;
  try {
    return new PatternReader(pattern).read();
  } catch {
    return null;
  }
}

const classes: Readonly<Record<string, string>> = {
  d: '1',
  w: 'a',
  s: ' ',
  D: 'a',
  W: '-',
  S: 'a',
};
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
/** Candidates for a negated class. */
const usual = 'a1A-_ .b2B/';

/** Generates the shortest match of a pattern: the first alternative, the fewest repetitions. */
class PatternReader {
  readonly #pattern: string;
  #at = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): string {
    const text = this.#alternatives();
    if (this.#at < this.#pattern.length) throw new SyntaxError('unread');
    return text;
  }

  #next(): string {
    const sign = this.#pattern[this.#at++];
    if (sign === undefined) throw new SyntaxError('ended');
    return sign;
  }

  #takes(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #alternatives(): string {
    if (++this.#depth > 50) throw new SyntaxError('deep');
    const first = this.#sequence();
    while (this.#takes('|')) this.#sequence();
    this.#depth--;
    return first;
  }

  #sequence(): string {
    let text = '';
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at] ?? '')) {
      text += this.#repeated(this.#atom());
      if (text.length > 10_000) throw new SyntaxError('long');
    }
    return text;
  }

  #atom(): string {
    const sign = this.#next();
    if (sign === '^' || sign === '$') return '';
    if (sign === '.') return 'a';
    if (sign === '[') return this.#class();
    if (sign === '\\') return this.#escape();
    if (sign !== '(') return sign;
    const isLook = ['?=', '?!', '?<=', '?<!'].some((mark) => this.#takes(mark));
    if (!isLook && !this.#takes('?:') && this.#takes('?<')) while (this.#next() !== '>');
    const inner = this.#alternatives();
    if (!this.#takes(')')) throw new SyntaxError('open');
    return isLook ? '' : inner;
  }

  #escape(): string {
    const sign = this.#next();
    if (sign === 'b' || sign === 'B') return '';
    if (sign === 'p' || sign === 'P') {
      while (this.#next() !== '}');
      return 'a';
    }
    if (sign === 'x' || sign === 'u') {
      const digits = /^(?:\{([0-9a-f]+)\}|([0-9a-f]{4})|([0-9a-f]{2}))/i.exec(
        this.#pattern.slice(this.#at),
      );
      if (!digits) return sign;
      this.#at += digits[0].length;
      return String.fromCodePoint(Number.parseInt(digits[1] ?? digits[2] ?? digits[3] ?? '', 16));
    }
    return classes[sign] ?? controls[sign] ?? sign;
  }

  #class(): string {
    const start = this.#at;
    const negated = this.#takes('^');
    let first: string | null = null;
    while (!this.#takes(']')) {
      const sign = this.#next();
      const one = sign === '\\' ? this.#escape() : sign;
      first ??= one;
    }
    if (!negated) return first ?? '';
    // A class alone matches in negligible time.
    const whole = new RegExp(`[${this.#pattern.slice(start, this.#at)}`, 'u');
    return [...usual].find((sign) => whole.test(sign)) ?? '';
  }

  #repeated(atom: string): string {
    const least = this.#least();
    this.#takes('?');
    if (atom.length * least > 10_000) throw new SyntaxError('long');
    return atom.repeat(least);
  }

  /** The minimum of repetitions, but one where it is zero and more are allowed. */
  #least(): number {
    if (this.#takes('*') || this.#takes('?')) return 0;
    if (this.#takes('+')) return 1;
    const bounds = /^\{(\d+)(?:,\d*)?\}/.exec(this.#pattern.slice(this.#at));
    if (!bounds) return 1;
    this.#at += bounds[0].length;
    return Number(bounds[1]);
  }
}
