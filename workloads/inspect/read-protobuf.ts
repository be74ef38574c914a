import { countOf } from '../../metrics/format.ts';
import type { Field, FieldType, Message, MessageType } from '../description.ts';
import { canonicalMessage, protobufReading } from '../messages/canonical.ts';
import { typeInProtobuf } from '../messages/protobuf-form.ts';
import { isPacked, wireTypeNames, wireTypeOf } from './protobuf.ts';
import { readVarint } from './varint.ts';

/** The bytes are not a message of the type; says where and what was expected. */
export class NoMessage extends Error {
  readonly offset: number;
  constructor(offset: number, what: string) {
    super(`At byte ${offset}: ${what}`);
    this.offset = offset;
  }
}

/**
 * Reads Protobuf without a library, so that errors in bytes from outside can be explained. Fields unknown to
 * the type are skipped and listed.
 * @throws NoMessage, UnfitValue
 */
export function readProtobuf(
  type: MessageType,
  bytes: Uint8Array,
): { message: Message; unknown: readonly string[] } {
  const reader = new Reader(bytes);
  const raw = reader.message(type, 0, bytes.length);
  const message = canonicalMessage(type, raw, protobufReading);
  return { message, unknown: reader.unknown };
}

const counted = (bytes: number) => countOf(bytes, 'byte');

interface Tag {
  readonly number: number;
  readonly wireType: number;
  /** Position of the value; for length-delimited ones, after the length. */
  readonly from: number;
  readonly to: number;
}

class Reader {
  readonly unknown: string[] = [];
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  message(type: MessageType, from: number, to: number): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    let at = from;
    while (at < to) {
      const tag = this.#tag(at, to);
      const field = type.fields.find(({ number }) => number === tag.number);
      if (field) this.#take(value, field, tag);
      else this.unknown.push(`byte ${at}: field ${tag.number} is none of ${type.name}`);
      at = tag.to;
    }
    return value;
  }

  #tag(at: number, end: number): Tag {
    const read = readVarint(this.#bytes, at);
    if (!read || read.end > end) throw new NoMessage(at, 'a tag is incomplete');
    const number = Number(read.value >> 3n);
    const wireType = Number(read.value & 7n);
    if (number === 0) throw new NoMessage(at, 'expected a tag, found field number 0');
    const { from, to } = this.#extent(wireType, read.end);
    if (to > end) {
      throw new NoMessage(
        at,
        `field ${number} ends ${counted(to - end)} after the end of its message`,
      );
    }
    return { number, wireType, from, to };
  }

  #extent(wireType: number, at: number): { from: number; to: number } {
    if (wireType === 1) return { from: at, to: at + 8 };
    if (wireType === 5) return { from: at, to: at + 4 };
    if (wireType !== 0 && wireType !== 2) {
      throw new NoMessage(at, `wire type ${wireType} is not in use any more`);
    }
    const read = readVarint(this.#bytes, at);
    if (!read) throw new NoMessage(at, 'a varint is incomplete');
    if (wireType === 0) return { from: at, to: read.end };
    return { from: read.end, to: read.end + Number(read.value) };
  }

  #take(value: Record<string, unknown>, field: Field, tag: Tag): void {
    const { name, type, repeated } = field;
    const expected = wireTypeOf(type);
    if (repeated && tag.wireType === 2 && isPacked(type)) {
      this.#addTo(value, name, this.#packed(type, tag));
      return;
    }
    if (tag.wireType !== expected) {
      const words = (wireType: number) => `${wireType} (${wireTypeNames[wireType] ?? 'unknown'})`;
      throw new NoMessage(
        tag.from,
        `${name} has wire type ${words(tag.wireType)}, expected ${words(expected)}`,
      );
    }
    const one = this.#value(type, tag.from, tag.to);
    if (repeated) this.#addTo(value, name, [one]);
    else value[name] = one;
  }

  #addTo(value: Record<string, unknown>, name: string, items: readonly unknown[]): void {
    const list = value[name];
    if (Array.isArray(list)) list.push(...items);
    else value[name] = [...items];
  }

  #packed(type: FieldType, { from, to }: Tag): unknown[] {
    const items: unknown[] = [];
    let at = from;
    while (at < to) {
      const { to: end } = this.#extent(wireTypeOf(type), at);
      if (end > to) throw new NoMessage(at, 'a packed value ends after its list');
      items.push(this.#value(type, at, end));
      at = end;
    }
    return items;
  }

  #value(of: FieldType, from: number, to: number): unknown {
    const type = typeInProtobuf(of);
    if (typeof type === 'object') {
      return type.kind === 'enum' ? this.#integer(from) : this.message(type, from, to);
    }
    switch (type) {
      case 'string':
        return this.#text(from, to);
      case 'bytes':
        return this.#bytes.slice(from, to);
      case 'double':
        return this.#view.getFloat64(from, true);
      case 'bool':
        return this.#integer(from) !== 0;
      case 'int32':
        return this.#integer(from) | 0;
      case 'int64':
        return this.#integer(from);
    }
  }

  #integer(at: number): number {
    return Number(BigInt.asIntN(64, readVarint(this.#bytes, at)?.value ?? 0n));
  }

  #text(from: number, to: number): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.#bytes.subarray(from, to));
    } catch {
      throw new NoMessage(from, 'a text is not in UTF-8');
    }
  }
}
