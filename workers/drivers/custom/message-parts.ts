import type protobuf from 'protobufjs';
import type { RequestNumber, RowValue } from '../../../workloads/custom/rows.ts';
import { type ByteTemplate, copyOctets, written } from './byte-template.ts';

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

/** Octets of memory for messages; as many again when they are used up. */
const slabBytes = 64 * 1024;
/** Fewer octets than these are not begun with. */
const leastLeft = 1024;

/** What messages are written into, one behind the other. What has been written is not touched again. */
export class MessageBuffer {
  bytes = Buffer.allocUnsafeSlow(slabBytes);
  /** Where the message that is being written begins, and where its next octet belongs. */
  begun = 0;
  at = 0;
  #used = 0;

  /** Begins a message behind room for so many octets; one that was begun and not ended is forgotten. */
  begin(before: number): void {
    this.begun = this.#used;
    this.at = this.#used;
    this.reserve(before + leastLeft);
    this.at += before;
  }

  /** Makes room for so many octets from {@link at} on; the message may move for it, and so may {@link bytes}. */
  reserve(length: number): void {
    if (this.at + length <= this.bytes.length) return;
    const written = this.at - this.begun;
    const larger = Buffer.allocUnsafeSlow(Math.max(slabBytes, 2 * (written + length)));
    larger.set(this.bytes.subarray(this.begun, this.at));
    this.bytes = larger;
    this.begun = 0;
    this.at = written;
    this.#used = 0;
  }

  copy(from: Uint8Array, start: number, length: number): void {
    this.reserve(length);
    this.at = copyOctets(from, start, length, this.bytes, this.at);
  }

  /** Writes a tag and a varint. */
  tagged(tag: Uint8Array, value: number): void {
    this.reserve(tag.length + varintLength(value));
    for (let i = 0; i < tag.length; i++) this.bytes[this.at++] = tag[i] ?? 0;
    this.at = writeVarint(value, this.bytes, this.at);
  }

  end(): Buffer {
    this.#used = this.at;
    return this.bytes.subarray(this.begun, this.at);
  }
}

/** A part of a message, which is written in one go. */
export interface MessagePart {
  write(of: RequestNumber, into: MessageBuffer): void;
}

/** A message within a message: its length is known once it is written. */
export class NestedMessage implements MessagePart {
  readonly #tag: Uint8Array;
  readonly #content: MessagePart;

  constructor(tag: Uint8Array, content: MessagePart) {
    this.#tag = tag;
    this.#content = content;
  }

  write(of: RequestNumber, into: MessageBuffer): void {
    into.tagged(this.#tag, 0);
    const from = into.at - into.begun;
    this.#content.write(of, into);
    const length = into.at - into.begun - from;
    const more = varintLength(length) - 1;
    if (more > 0) {
      into.reserve(more);
      const start = into.begun + from;
      into.bytes.copyWithin(start + more, start, into.at);
      into.at += more;
    }
    writeVarint(length, into.bytes, into.begun + from - 1);
  }
}

export class PartSequence implements MessagePart {
  readonly #parts: readonly MessagePart[];

  constructor(parts: readonly MessagePart[]) {
    this.#parts = parts;
  }

  write(of: RequestNumber, into: MessageBuffer): void {
    for (let i = 0; i < this.#parts.length; i++) this.#parts[i]?.write(of, into);
  }
}

export class FixedPart implements MessagePart {
  readonly #octets: Uint8Array;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  write(_of: RequestNumber, into: MessageBuffer): void {
    into.copy(this.#octets, 0, this.#octets.length);
  }
}

export class TextPart implements MessagePart {
  readonly #tag: Uint8Array;
  readonly #text: ByteTemplate;
  readonly #omitsEmpty: boolean;

  constructor(tag: Uint8Array, text: ByteTemplate, omitsEmpty: boolean) {
    this.#tag = tag;
    this.#text = text;
    this.#omitsEmpty = omitsEmpty;
  }

  write(of: RequestNumber, into: MessageBuffer): void {
    const length = this.#text.measure(of);
    if (length === 0 && this.#omitsEmpty) return;
    into.tagged(this.#tag, length);
    into.reserve(length);
    into.at = this.#text.write(into.bytes, into.at);
  }
}

/** A text that is a value of a data file. */
export class RowText implements MessagePart {
  readonly #tag: Uint8Array;
  readonly #value: RowValue;
  readonly #omitsEmpty: boolean;

  constructor(tag: Uint8Array, value: RowValue, omitsEmpty: boolean) {
    this.#tag = tag;
    this.#value = value;
    this.#omitsEmpty = omitsEmpty;
  }

  write(of: RequestNumber, into: MessageBuffer): void {
    const { rows, column } = this.#value;
    rows.find(of);
    const length = rows.lengths[column] ?? 0;
    if (length === 0 && this.#omitsEmpty) return;
    into.tagged(this.#tag, length);
    into.copy(rows.bytes, rows.starts[column] ?? 0, length);
  }
}

/** A scalar that protobufjs encodes each time. */
export class Scalar implements MessagePart {
  readonly #encode: (text: string) => Uint8Array;
  readonly #text: ByteTemplate;

  constructor(text: ByteTemplate, encode: (text: string) => Uint8Array) {
    this.#text = text;
    this.#encode = encode;
  }

  write(of: RequestNumber, into: MessageBuffer): void {
    const octets = this.#encode(written(this.#text, of).toString('utf8'));
    into.copy(octets, 0, octets.length);
  }
}

/** How many decimal digits certainly fit into a type that is written as a varint. */
export const digitsIn: Readonly<Record<string, number>> = {
  int32: 9,
  uint32: 9,
  sint32: 9,
  int64: 15,
  uint64: 15,
  sint64: 15,
};

/** @returns -1 for what is not certainly a number of so many digits. */
function numberIn(bytes: Uint8Array, start: number, length: number, mostDigits: number): number {
  if (length === 0 || length > mostDigits || (bytes[start] === 48 && length > 1)) return -1;
  let value = 0;
  for (let at = start; at < start + length; at++) {
    const digit = (bytes[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** A whole number; those with a sign, or too long to be sure of, are left to {@link Scalar}. */
export class WholeNumber implements MessagePart {
  readonly #tag: Uint8Array;
  /** The value of a data file that it is, if it is one. */
  readonly #row: RowValue | null;
  readonly #text: ByteTemplate;
  readonly #other: Scalar;
  readonly #mostDigits: number;
  readonly #factor: number;
  readonly #omitsZero: boolean;
  readonly #digits: Uint8Array;

  constructor(field: protobuf.Field, row: RowValue | null, text: ByteTemplate, other: Scalar) {
    this.#tag = tagOf(field, 0);
    this.#row = row;
    this.#text = text;
    this.#other = other;
    this.#mostDigits = digitsIn[field.type] ?? 0;
    this.#factor = field.type.startsWith('sint') ? 2 : 1;
    this.#omitsZero = !field.hasPresence;
    this.#digits = new Uint8Array(this.#mostDigits);
  }

  write(of: RequestNumber, into: MessageBuffer): void {
    const value = this.#read(of);
    if (value < 0) this.#other.write(of, into);
    else if (value > 0 || !this.#omitsZero) into.tagged(this.#tag, value * this.#factor);
  }

  #read(of: RequestNumber): number {
    if (this.#row !== null) {
      const { rows, column } = this.#row;
      rows.find(of);
      const start = rows.starts[column] ?? 0;
      return numberIn(rows.bytes, start, rows.lengths[column] ?? 0, this.#mostDigits);
    }
    const length = this.#text.measure(of);
    if (length > this.#mostDigits) return -1;
    this.#text.write(this.#digits, 0);
    return numberIn(this.#digits, 0, length, this.#mostDigits);
  }
}
