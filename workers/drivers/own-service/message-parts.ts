import type protobuf from 'protobufjs';
import type { RequestNumber, RowValue } from '../../../workloads/own-service/rows.ts';
import type { ByteTemplate } from './byte-template.ts';
import type { RequestBuffer, RequestPiece } from './request-buffer.ts';

const varintLength = (value: number) => {
  let length = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
  return length;
};

function writeVarint(value: number, into: Uint8Array, at: number): number {
  let rest = value;
  let place = at;
  for (; rest >= 128; rest = Math.floor(rest / 128)) into[place++] = (rest % 128) + 128;
  into[place++] = rest;
  return place;
}

export function tagOf({ id }: protobuf.Field, wireType: number): Uint8Array {
  const tag = new Uint8Array(varintLength(id * 8 + wireType));
  writeVarint(id * 8 + wireType, tag, 0);
  return tag;
}

/** Writes a tag and a varint. */
function appendTagged(into: RequestBuffer, tag: Uint8Array, value: number): void {
  into.reserve(tag.length + varintLength(value));
  for (let i = 0; i < tag.length; i++) into.bytes[into.at++] = tag[i] ?? 0;
  into.at = writeVarint(value, into.bytes, into.at);
}

/** A text or a nested message: its length is known once it is written. */
export class Delimited implements RequestPiece {
  readonly #tag: Uint8Array;
  readonly #content: RequestPiece;
  readonly #omitsEmpty: boolean;

  constructor(tag: Uint8Array, content: RequestPiece, omitsEmpty: boolean) {
    this.#tag = tag;
    this.#content = content;
    this.#omitsEmpty = omitsEmpty;
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const before = into.length;
    appendTagged(into, this.#tag, 0);
    const from = into.length;
    this.#content.append(of, into);
    const length = into.length - from;
    if (length === 0 && this.#omitsEmpty) {
      into.at = into.begun + before;
      return;
    }
    into.shift(from, varintLength(length) - 1);
    writeVarint(length, into.bytes, into.begun + from - 1);
  }
}

export class PartSequence implements RequestPiece {
  readonly #parts: readonly RequestPiece[];

  constructor(parts: readonly RequestPiece[]) {
    this.#parts = parts;
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    for (let i = 0; i < this.#parts.length; i++) this.#parts[i]?.append(of, into);
  }
}

export class FixedPart implements RequestPiece {
  readonly #octets: Uint8Array;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  append(_of: RequestNumber, into: RequestBuffer): void {
    into.all(this.#octets);
  }
}

/** A text from a data file. */
export class RowText implements RequestPiece {
  readonly #tag: Uint8Array;
  readonly #value: RowValue;
  readonly #omitsEmpty: boolean;

  constructor(tag: Uint8Array, value: RowValue, omitsEmpty: boolean) {
    this.#tag = tag;
    this.#value = value;
    this.#omitsEmpty = omitsEmpty;
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const { rows, column } = this.#value;
    rows.find(of);
    const length = rows.lengths[column] ?? 0;
    if (length === 0 && this.#omitsEmpty) return;
    appendTagged(into, this.#tag, length);
    into.copy(rows.bytes, rows.starts[column] ?? 0, length);
  }
}

/** A scalar encoded by protobufjs each time. */
export class Scalar implements RequestPiece {
  readonly #encode: (text: string) => Uint8Array;
  readonly #text: ByteTemplate;

  constructor(text: ByteTemplate, encode: (text: string) => Uint8Array) {
    this.#text = text;
    this.#encode = encode;
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const before = into.length;
    this.#text.append(of, into);
    const start = into.begun + before;
    const text = into.bytes.toString('utf8', start, into.at);
    into.at = start;
    into.all(this.#encode(text));
  }
}

/** Number of decimal digits that certainly fit into a varint type. */
export const digitsIn: Readonly<Record<string, number>> = {
  int32: 9,
  uint32: 9,
  sint32: 9,
  int64: 15,
  uint64: 15,
  sint64: 15,
};

/** @returns -1 unless it is certainly a number of this many digits. */
function numberIn(bytes: Uint8Array, start: number, length: number, maxDigits: number): number {
  if (length === 0 || length > maxDigits || (bytes[start] === 48 && length > 1)) return -1;
  let value = 0;
  for (let at = start; at < start + length; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** An integer; those with a sign, or of uncertain size, are left to {@link Scalar}. */
export class WholeNumber implements RequestPiece {
  readonly #tag: Uint8Array;
  /** Its value of a data file, if it is one. */
  readonly #row: RowValue | null;
  readonly #text: ByteTemplate;
  readonly #other: Scalar;
  readonly #maxDigits: number;
  readonly #factor: number;
  readonly #omitsZero: boolean;

  constructor(field: protobuf.Field, row: RowValue | null, text: ByteTemplate, other: Scalar) {
    this.#tag = tagOf(field, 0);
    this.#row = row;
    this.#text = text;
    this.#other = other;
    this.#maxDigits = digitsIn[field.type] ?? 0;
    this.#factor = field.type.startsWith('sint') ? 2 : 1;
    this.#omitsZero = !field.hasPresence;
  }

  append(of: RequestNumber, into: RequestBuffer): void {
    const value = this.#read(of, into);
    if (value < 0) this.#other.append(of, into);
    else if (value > 0 || !this.#omitsZero) appendTagged(into, this.#tag, value * this.#factor);
  }

  #read(of: RequestNumber, into: RequestBuffer): number {
    if (this.#row !== null) {
      const { rows, column } = this.#row;
      rows.find(of);
      const start = rows.starts[column] ?? 0;
      return numberIn(rows.bytes, start, rows.lengths[column] ?? 0, this.#maxDigits);
    }
    const before = into.length;
    this.#text.append(of, into);
    const start = into.begun + before;
    const length = into.at - start;
    into.at = start;
    return numberIn(into.bytes, start, length, this.#maxDigits);
  }
}
