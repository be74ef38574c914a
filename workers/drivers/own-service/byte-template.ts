import type { RequestNumber, RowValue, TakenValue } from '../../../workloads/own-service/rows.ts';
import type { TemplatePart, ValueSource } from '../../../workloads/own-service/template.ts';
import type { ValuePlace } from '../../../workloads/own-service/written-text.ts';
import type { RequestBuffer, RequestPiece } from './request-buffer.ts';

/** Octets of a value that need no escaping at a position. */
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

/** A value in a template. */
interface TemplateValue extends RequestPiece {
  /**
   * Writes it over the value of another request with this many octets.
   * @returns false if the length differs, or may differ: then it has to be appended.
   */
  overwrite(of: RequestNumber, bytes: Uint8Array, at: number, length: number): boolean;
}

/** A value of a data file: its octets are copied, unless some need escaping. */
class RowOctets implements TemplateValue {
  readonly #value: RowValue;
  readonly #place: ValuePlace;
  readonly #plain: Uint8Array;

  constructor(value: RowValue, place: ValuePlace) {
    this.#value = value;
    this.#place = place;
    this.#plain = plainIn(place);
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const { rows, column } = this.#value;
    rows.find(of);
    const length = rows.lengths[column] ?? 0;
    into.reserve(length);
    if (this.overwrite(of, into.bytes, into.at, length)) {
      into.at += length;
      return;
    }
    const { escaped, encoding } = this.#place;
    into.all(Buffer.from(escaped(rows.text(of, column)), encoding));
  }

  overwrite(of: RequestNumber, bytes: Uint8Array, at: number, length: number): boolean {
    const { rows, column } = this.#value;
    rows.find(of);
    if (rows.lengths[column] !== length) return false;
    const start = rows.starts[column] ?? 0;
    const plain = this.#plain;
    const from = rows.bytes;
    for (let i = 0; i < length; i++) {
      const octet = from[start + i] ?? 0;
      if (plain[octet] === 0) return false;
      bytes[at + i] = octet;
    }
    return true;
  }
}

/** A value generated for each request, always ASCII. */
class MadeOctets implements TemplateValue {
  readonly #source: ValueSource;
  readonly #place: ValuePlace;

  constructor(source: ValueSource, place: ValuePlace) {
    this.#source = source;
    this.#place = place;
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    into.ascii(this.#place.escaped(this.#source(of)));
  }

  overwrite(of: RequestNumber, bytes: Uint8Array, at: number, length: number): boolean {
    const text = this.#place.escaped(this.#source(of));
    if (text.length !== length) return false;
    for (let i = 0; i < length; i++) bytes[at + i] = text.charCodeAt(i);
    return true;
  }
}

/** A value taken from an answer, which may be any text. */
class TakenOctets implements TemplateValue {
  readonly #slot: number;
  readonly #place: ValuePlace;
  readonly #plain: Uint8Array;

  constructor({ slot }: TakenValue, place: ValuePlace) {
    this.#slot = slot;
    this.#place = place;
    this.#plain = plainIn(place);
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const text = of.taken?.[this.#slot] ?? '';
    into.reserve(text.length);
    if (this.overwrite(of, into.bytes, into.at, text.length)) {
      into.at += text.length;
      return;
    }
    const { escaped, encoding } = this.#place;
    into.all(Buffer.from(escaped(text), encoding));
  }

  overwrite(of: RequestNumber, bytes: Uint8Array, at: number, length: number): boolean {
    const text = of.taken?.[this.#slot] ?? '';
    if (text.length !== length) return false;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 128 || this.#plain[code] === 0) return false;
      bytes[at + i] = code;
    }
    return true;
  }
}

function pieceOf(part: ValueSource | RowValue | TakenValue, place: ValuePlace): TemplateValue {
  if (typeof part === 'function') return new MadeOctets(part, place);
  return 'slot' in part ? new TakenOctets(part, place) : new RowOctets(part, place);
}

/** Concatenated templates, compiled to octets: fixed parts are encoded once. */
export class ByteTemplate implements RequestPiece {
  /** Fixed octets before each value, and after the last. */
  readonly #fixed: Uint8Array[] = [];
  readonly #values: TemplateValue[] = [];
  /** Offset of each last appended value, from the template's start, and its length. */
  readonly #starts: number[] = [];
  readonly #lengths: number[] = [];

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
        this.#values.push(pieceOf(part, place));
      }
    }
    this.#fixed.push(Buffer.concat(before));
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const begun = into.length;
    const fixed = this.#fixed;
    const values = this.#values;
    for (let i = 0; i < fixed.length; i++) {
      const piece = fixed[i];
      if (piece) into.all(piece);
      const value = values[i];
      if (!value) continue;
      const start = into.length;
      value.append(of, into);
      this.#starts[i] = start - begun;
      this.#lengths[i] = into.length - start;
    }
  }

  /**
   * Writes the values over those of the last appended request, a copy of which is there.
   * @param from octets of the request `into` before the template.
   * @returns false if a length differs: then the content is unusable.
   */
  overwrite(of: RequestNumber, into: RequestBuffer, from: number): boolean {
    const { bytes } = into;
    const at = into.begun + from;
    const values = this.#values;
    for (let i = 0; i < values.length; i++) {
      const start = at + (this.#starts[i] ?? 0);
      if (!values[i]?.overwrite(of, bytes, start, this.#lengths[i] ?? 0)) return false;
    }
    return true;
  }
}

/** The octets for a request, separately. */
export function written(template: ByteTemplate, of: RequestNumber, into: RequestBuffer): Buffer {
  into.begin(0);
  template.append(of, into);
  return into.end();
}

/** Writes an integer in decimal digits. @returns its end. */
export function writeDigits(value: number, into: Uint8Array, at: number): number {
  const end = at + digitsOf(value);
  let rest = value;
  for (let place = end - 1; place >= at; place--) {
    into[place] = 48 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return end;
}

/** Number of decimal digits of an integer. */
export function digitsOf(value: number): number {
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits++;
  return digits;
}
