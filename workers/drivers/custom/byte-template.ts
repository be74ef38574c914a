import type { RequestNumber, RowValue, TakenValue } from '../../../workloads/custom/rows.ts';
import type { TemplatePart, ValueSource } from '../../../workloads/custom/template.ts';
import type { ValuePlace } from '../../../workloads/custom/written-text.ts';

/** Below this many octets a loop is faster than a call of `set`. */
const shortCopy = 32;

/** Copies octets. @returns where they end. */
export function copyOctets(
  from: Uint8Array,
  start: number,
  length: number,
  into: Uint8Array,
  at: number,
): number {
  if (length > shortCopy) {
    into.set(length === from.length ? from : from.subarray(start, start + length), at);
  } else for (let i = 0; i < length; i++) into[at + i] = from[start + i] ?? 0;
  return at + length;
}

/** Which octets of a value stand for themselves in a place. */
const plainOctets = new Map<ValuePlace, Uint8Array>();

function plainIn(place: ValuePlace): Uint8Array {
  const known = plainOctets.get(place);
  if (known) return known;
  const plain = Uint8Array.from({ length: 256 }, (_, octet) => {
    if (octet >= 128) return place.beyondAscii ? 1 : 0;
    const sign = String.fromCharCode(octet);
    return place.escaped(sign) === sign ? 1 : 0;
  });
  plainOctets.set(place, plain);
  return plain;
}

/** Writes what differs from request to request: first measured, then written, for one request at a time. */
export interface Octets {
  /** @returns how many octets {@link write} will write. */
  measure(of: RequestNumber): number;
  /** Whether a part was measured with another length than in the request before, so that what is behind it stands elsewhere. */
  readonly moved: boolean;
  /** @returns where they end. */
  write(into: Uint8Array, at: number): number;
  /** Writes only what differs, over a copy of the request before, from which nothing has moved. @returns where it ends. */
  fill(into: Uint8Array, at: number): number;
}

/** A value of a data file: its octets are copied, unless one of them has to be escaped. */
class RowOctets implements Octets {
  readonly #value: RowValue;
  readonly #place: ValuePlace;
  readonly #plain: Uint8Array;
  #escaped: Uint8Array | null = null;
  #length = -1;
  moved = false;

  constructor(value: RowValue, place: ValuePlace) {
    this.#value = value;
    this.#place = place;
    this.#plain = plainIn(place);
  }

  measure(of: RequestNumber): number {
    const length = this.#measured(of);
    this.moved = length !== this.#length;
    this.#length = length;
    return length;
  }

  #measured(of: RequestNumber): number {
    const { rows, column } = this.#value;
    rows.find(of);
    const { bytes } = rows;
    const start = rows.starts[column] ?? 0;
    const length = rows.lengths[column] ?? 0;
    const plain = this.#plain;
    for (let at = start; at < start + length; at++) {
      if (plain[bytes[at] ?? 0] !== 0) continue;
      const { escaped, encoding } = this.#place;
      this.#escaped = Buffer.from(escaped(rows.text(of, column)), encoding);
      return this.#escaped.length;
    }
    this.#escaped = null;
    return length;
  }

  write(into: Uint8Array, at: number): number {
    if (this.#escaped) return copyOctets(this.#escaped, 0, this.#escaped.length, into, at);
    const { rows, column } = this.#value;
    return copyOctets(rows.bytes, rows.starts[column] ?? 0, rows.lengths[column] ?? 0, into, at);
  }

  fill(into: Uint8Array, at: number): number {
    return this.write(into, at);
  }
}

/** A value that is made for each request; all of them are ASCII. */
class MadeOctets implements Octets {
  readonly #source: ValueSource;
  readonly #place: ValuePlace;
  #text = '';
  moved = false;

  constructor(source: ValueSource, place: ValuePlace) {
    this.#source = source;
    this.#place = place;
  }

  measure(of: RequestNumber): number {
    const text = this.#place.escaped(this.#source(of));
    this.moved = text.length !== this.#text.length;
    this.#text = text;
    return text.length;
  }

  write(into: Uint8Array, at: number): number {
    return writeAscii(this.#text, into, at);
  }

  fill(into: Uint8Array, at: number): number {
    return this.write(into, at);
  }
}

/** A value that was taken out of an answer, which may be any text. */
class TakenOctets implements Octets {
  readonly #slot: number;
  readonly #place: ValuePlace;
  readonly #plain: Uint8Array;
  #text = '';
  /** Null where the text stands for itself, an octet for each character. */
  #escaped: Uint8Array | null = null;
  #length = -1;
  moved = false;

  constructor({ slot }: TakenValue, place: ValuePlace) {
    this.#slot = slot;
    this.#place = place;
    this.#plain = plainIn(place);
  }

  measure(of: RequestNumber): number {
    const length = this.#measured(of);
    this.moved = length !== this.#length;
    this.#length = length;
    return length;
  }

  #measured(of: RequestNumber): number {
    const text = of.taken?.[this.#slot] ?? '';
    this.#text = text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 128 && this.#plain[code] !== 0) continue;
      const { escaped, encoding } = this.#place;
      this.#escaped = Buffer.from(escaped(text), encoding);
      return this.#escaped.length;
    }
    this.#escaped = null;
    return text.length;
  }

  write(into: Uint8Array, at: number): number {
    if (this.#escaped) return copyOctets(this.#escaped, 0, this.#escaped.length, into, at);
    return writeAscii(this.#text, into, at);
  }

  fill(into: Uint8Array, at: number): number {
    return this.write(into, at);
  }
}

function writeAscii(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) into[at + i] = text.charCodeAt(i);
  return at + text.length;
}

function octetsOf(part: ValueSource | RowValue | TakenValue, place: ValuePlace): Octets {
  if (typeof part === 'function') return new MadeOctets(part, place);
  return 'slot' in part ? new TakenOctets(part, place) : new RowOctets(part, place);
}

/** Templates behind each other, compiled to octets: what is fixed is encoded once. */
export class ByteTemplate implements Octets {
  /** What stands before each value, and behind the last. */
  readonly #fixed: Uint8Array[] = [];
  readonly #values: Octets[] = [];
  readonly #fixedLength: number;
  moved = false;

  constructor(
    texts: readonly (readonly [
      parts: readonly TemplatePart[] | string | Uint8Array,
      place: ValuePlace,
    ])[],
  ) {
    let before: Uint8Array[] = [];
    for (const [parts, place] of texts) {
      if (parts instanceof Uint8Array) {
        before.push(parts);
        continue;
      }
      for (const part of typeof parts === 'string' ? [parts] : parts) {
        if (typeof part === 'string') {
          before.push(Buffer.from(part, place.encoding));
          continue;
        }
        this.#fixed.push(Buffer.concat(before));
        before = [];
        this.#values.push(octetsOf(part, place));
      }
    }
    this.#fixed.push(Buffer.concat(before));
    this.#fixedLength = this.#fixed.reduce((sum, { length }) => sum + length, 0);
  }

  get varies(): boolean {
    return this.#values.length > 0;
  }

  measure(of: RequestNumber): number {
    let length = this.#fixedLength;
    let moved = false;
    const values = this.#values;
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (!value) continue;
      length += value.measure(of);
      if (value.moved) moved = true;
    }
    this.moved = moved;
    return length;
  }

  fill(into: Uint8Array, at: number): number {
    let end = at;
    const fixed = this.#fixed;
    const values = this.#values;
    for (let i = 0; i < fixed.length; i++) {
      end += fixed[i]?.length ?? 0;
      end = values[i]?.fill(into, end) ?? end;
    }
    return end;
  }

  write(into: Uint8Array, at: number): number {
    let end = at;
    const fixed = this.#fixed;
    const values = this.#values;
    for (let i = 0; i < fixed.length; i++) {
      const piece = fixed[i];
      if (piece) end = copyOctets(piece, 0, piece.length, into, end);
      end = values[i]?.write(into, end) ?? end;
    }
    return end;
  }
}

/** The octets for a request, by themselves. */
export function written(template: ByteTemplate, of: RequestNumber): Buffer {
  const octets = Buffer.allocUnsafe(template.measure(of));
  template.write(octets, 0);
  return octets;
}

/** Writes a whole number in decimal digits. @returns where they end. */
export function writeDigits(value: number, into: Uint8Array, at: number): number {
  const end = at + digitsOf(value);
  let rest = value;
  for (let place = end - 1; place >= at; place--) {
    into[place] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return end;
}

/** How many decimal digits a whole number has. */
export function digitsOf(value: number): number {
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits++;
  return digits;
}
