import protobuf from 'protobufjs';
import protojson from 'protobufjs/ext/protojson.js';
import type { DataTables, RequestNumber } from '../../../workloads/custom/rows.ts';
import {
  compileTemplate,
  isTemplate,
  type TemplatePart,
} from '../../../workloads/custom/template.ts';
import { valueWriter } from '../../../workloads/custom/written-message.ts';
import { textPlaces } from '../../../workloads/custom/written-text.ts';
import { ByteTemplate, copyOctets, type Octets } from './byte-template.ts';

/**
 * Messages of Protobuf with values, compiled: what is fixed is encoded once by protobufjs, texts and whole
 * numbers are written as octets, other scalars by protobufjs for themselves.
 */

type Json = Readonly<Record<string, unknown>>;

/** Encodes the message that a piece of JSON stands for. */
function encoded(type: protobuf.Type, json: unknown): Uint8Array {
  return type.encode(protojson.fromJson(type, json as Json)).finish();
}

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

function tagOf({ id }: protobuf.Field, wireType: number): Uint8Array {
  const tag = new Uint8Array(varintLength(id * 8 + wireType));
  writeVarint(id * 8 + wireType, tag, 0);
  return tag;
}

/** Octets behind a tag and their length: texts, and messages within messages. */
class Delimited implements Octets {
  readonly #tag: Uint8Array;
  readonly #content: Octets;
  readonly #omitsEmpty: boolean;
  #length = 0;
  moved = false;

  constructor(tag: Uint8Array, content: Octets, omitsEmpty: boolean) {
    this.#tag = tag;
    this.#content = content;
    this.#omitsEmpty = omitsEmpty;
  }

  measure(of: RequestNumber): number {
    const length = this.#content.measure(of);
    this.moved = length !== this.#length || this.#content.moved;
    this.#length = length;
    if (length === 0 && this.#omitsEmpty) return 0;
    return this.#tag.length + varintLength(length) + length;
  }

  write(into: Uint8Array, at: number): number {
    if (this.#length === 0 && this.#omitsEmpty) return at;
    const behindTag = copyOctets(this.#tag, 0, this.#tag.length, into, at);
    return this.#content.write(into, writeVarint(this.#length, into, behindTag));
  }

  fill(into: Uint8Array, at: number): number {
    if (this.#length === 0 && this.#omitsEmpty) return at;
    return this.#content.fill(into, at + this.#tag.length + varintLength(this.#length));
  }
}

class Sequence implements Octets {
  readonly #parts: readonly Octets[];
  moved = false;

  constructor(parts: readonly Octets[]) {
    this.#parts = parts;
  }

  measure(of: RequestNumber): number {
    let length = 0;
    let moved = false;
    for (let i = 0; i < this.#parts.length; i++) {
      const part = this.#parts[i];
      if (!part) continue;
      length += part.measure(of);
      if (part.moved) moved = true;
    }
    this.moved = moved;
    return length;
  }

  fill(into: Uint8Array, at: number): number {
    let end = at;
    for (let i = 0; i < this.#parts.length; i++) end = this.#parts[i]?.fill(into, end) ?? end;
    return end;
  }

  write(into: Uint8Array, at: number): number {
    let end = at;
    for (let i = 0; i < this.#parts.length; i++) end = this.#parts[i]?.write(into, end) ?? end;
    return end;
  }
}

class Fixed implements Octets {
  readonly #octets: Uint8Array;
  readonly moved = false;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  measure(): number {
    return this.#octets.length;
  }

  write(into: Uint8Array, at: number): number {
    return copyOctets(this.#octets, 0, this.#octets.length, into, at);
  }

  fill(_into: Uint8Array, at: number): number {
    return at + this.#octets.length;
  }
}

/** A scalar that protobufjs encodes each time. */
class Scalar implements Octets {
  readonly #encode: (text: string) => Uint8Array;
  readonly #text: ByteTemplate;
  #octets: Uint8Array = new Uint8Array(0);
  moved = false;

  constructor(text: ByteTemplate, encode: (text: string) => Uint8Array) {
    this.#text = text;
    this.#encode = encode;
  }

  measure(of: RequestNumber): number {
    const text = Buffer.allocUnsafe(this.#text.measure(of));
    this.#text.write(text, 0);
    const octets = this.#encode(text.toString('utf8'));
    this.moved = octets.length !== this.#octets.length;
    this.#octets = octets;
    return octets.length;
  }

  write(into: Uint8Array, at: number): number {
    return copyOctets(this.#octets, 0, this.#octets.length, into, at);
  }

  fill(into: Uint8Array, at: number): number {
    return this.write(into, at);
  }
}

/** How many decimal digits certainly fit into a type that is written as a varint. */
const digitsIn: Readonly<Record<string, number>> = {
  int32: 9,
  uint32: 9,
  sint32: 9,
  int64: 15,
  uint64: 15,
  sint64: 15,
};

/** A whole number; those with a sign, or too long to be sure of, are left to {@link Scalar}. */
class WholeNumber implements Octets {
  readonly #tag: Uint8Array;
  readonly #text: ByteTemplate;
  readonly #other: Scalar;
  readonly #mostDigits: number;
  readonly #factor: number;
  readonly #omitsZero: boolean;
  readonly #digits: Uint8Array;
  #value = -1;
  #length = -1;
  moved = false;

  constructor(field: protobuf.Field, text: ByteTemplate, other: Scalar) {
    this.#tag = tagOf(field, 0);
    this.#text = text;
    this.#other = other;
    this.#mostDigits = digitsIn[field.type] ?? 0;
    this.#factor = field.type.startsWith('sint') ? 2 : 1;
    this.#omitsZero = !field.hasPresence;
    this.#digits = new Uint8Array(this.#mostDigits);
  }

  measure(of: RequestNumber): number {
    const length = this.#measured(of);
    this.moved = length !== this.#length;
    this.#length = length;
    return length;
  }

  #measured(of: RequestNumber): number {
    this.#value = this.#read(this.#text.measure(of));
    if (this.#value < 0) return this.#other.measure(of);
    if (this.#value === 0 && this.#omitsZero) return 0;
    return this.#tag.length + varintLength(this.#value);
  }

  write(into: Uint8Array, at: number): number {
    if (this.#value < 0) return this.#other.write(into, at);
    if (this.#value === 0 && this.#omitsZero) return at;
    return writeVarint(this.#value, into, copyOctets(this.#tag, 0, this.#tag.length, into, at));
  }

  fill(into: Uint8Array, at: number): number {
    // Whether it is written as a varint or left to the other, its length is the same: not so its tag.
    return this.write(into, at);
  }

  /** @returns -1 for what is not certainly a number of the type. */
  #read(length: number): number {
    if (length === 0 || length > this.#mostDigits) return -1;
    const digits = this.#digits;
    this.#text.write(digits, 0);
    if (digits[0] === 48 && length > 1) return -1;
    let value = 0;
    for (let i = 0; i < length; i++) {
      const digit = (digits[i] ?? 0) - 48;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    return value * this.#factor;
  }
}

const varies = (value: unknown) => isTemplate(JSON.stringify(value));

/** Thrown for a message that has something with values in it that is not compiled. */
class NotCompiled extends Error {}

class Compiler {
  readonly #tables: DataTables;
  /** Values before the one that is compiled, in the order in which they are written. */
  #values = 0;
  /** By place, since fields are compiled in the order of their numbers. */
  readonly #texts = new Map<object, Map<string, readonly TemplatePart[]>>();

  constructor(tables: DataTables) {
    this.#tables = tables;
  }

  /** Compiles texts in the order in which they stand, so that values come out as they are shown. */
  read(json: object): void {
    const texts = new Map<string, readonly TemplatePart[]>();
    this.#texts.set(json, texts);
    for (const [key, value] of Object.entries(json)) {
      if (typeof value === 'object' && value !== null) this.read(value);
      if (typeof value !== 'string') continue;
      const parts = compileTemplate(value, this.#tables, this.#values);
      this.#values += parts.filter((part) => typeof part !== 'string').length;
      texts.set(key, parts);
    }
  }

  message(type: protobuf.Type, json: Json): Octets {
    if (type.fullName.startsWith('.google.protobuf.')) throw new NotCompiled();
    const fields = Object.keys(json).map((key) => [fieldNamed(type, key), key] as const);
    if (type.fieldsArray.some(({ required }) => required)) throw new NotCompiled();
    if (new Set(fields.map(([field]) => field)).size < fields.length) throw new NotCompiled();
    fields.sort(([a], [b]) => a.id - b.id);
    return new Sequence(fields.map(([field, key]) => this.#field(type, field, json, key)));
  }

  #field(type: protobuf.Type, field: protobuf.Field, json: Json, key: string): Octets {
    const value = json[key];
    if (!varies(value)) return new Fixed(encoded(type, { [key]: value }));
    if (field.map || field.delimited) throw new NotCompiled();
    const { resolvedType } = field;
    const isText = resolvedType === null && field.type === 'string';
    if (field.repeated) {
      if (!Array.isArray(value) || !(isText || resolvedType instanceof protobuf.Type)) {
        throw new NotCompiled();
      }
      const items = value.map((_, index) => this.#item(field, value, String(index), false));
      return new Sequence(items);
    }
    if (isText || resolvedType instanceof protobuf.Type) {
      return this.#item(field, json, key, isText && !field.hasPresence);
    }
    const text = this.#text(json, key);
    const scalar = new Scalar(text, (one) => encoded(type, { [key]: scalarOf(field, one) }));
    return Object.hasOwn(digitsIn, field.type) ? new WholeNumber(field, text, scalar) : scalar;
  }

  /** A text or message with its length. */
  #item(field: protobuf.Field, json: object, key: string, omitsEmpty: boolean): Octets {
    const value: unknown = Reflect.get(json, key);
    const tag = tagOf(field, 2);
    const { resolvedType } = field;
    if (!(resolvedType instanceof protobuf.Type)) {
      return new Delimited(tag, this.#text(json, key), omitsEmpty);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new NotCompiled();
    return new Delimited(tag, this.message(resolvedType, value as Json), false);
  }

  #text(json: object, key: string): ByteTemplate {
    const parts = this.#texts.get(json)?.get(key);
    if (!parts) throw new NotCompiled();
    return new ByteTemplate([[parts, textPlaces.plain]]);
  }
}

/** In the JSON form, booleans are no texts. */
function scalarOf({ type }: protobuf.Field, text: string): unknown {
  return type === 'bool' && /^(true|false)$/.test(text) ? text === 'true' : text;
}

function fieldNamed(type: protobuf.Type, key: string): protobuf.Field {
  const found = type.fieldsArray.find(
    (field) => field.resolve().name === key || field.jsonName === key,
  );
  if (!found) throw new NotCompiled();
  return found;
}

/** What is taken out of answers may be anything; numbers fit most fields. */
const sampleFor = (tables: DataTables): RequestNumber => ({
  sequence: 0,
  seed: 1,
  taken: Array.from(tables.taken, () => '1'),
});

/** @returns null where the message is not made of what can be compiled, or comes out otherwise than by protobufjs. */
function compiled(type: protobuf.Type, json: Json, tables: DataTables): Octets | null {
  try {
    const compiler = new Compiler(tables);
    compiler.read(json);
    const octets = compiler.message(type, json);
    const sample = sampleFor(tables);
    const bytes = new Uint8Array(octets.measure(sample));
    octets.write(bytes, 0);
    const expected = encoded(type, valueWriter(json, tables)(sample));
    return Buffer.compare(bytes, expected) === 0 ? octets : null;
  } catch (error) {
    // What is wrong with a message, protobufjs says when it is sent.
    if (error instanceof NotCompiled || error instanceof Error) return null;
    throw error;
  }
}

/** Whether a message's values are written as octets. */
export function isCompiled(type: protobuf.Type, json: Json, tables: DataTables): boolean {
  return compiled(type, json, tables) !== null;
}

/** Writes a message for a request, behind room for what goes before it. */
export type MessageWriter = (of: RequestNumber, before: number) => Buffer;

export function messageWriter(type: protobuf.Type, json: Json, tables: DataTables): MessageWriter {
  const octets = compiled(type, json, tables);
  if (octets) {
    let last: Buffer | null = null;
    return (of, before) => {
      const model = last;
      // Where measuring throws, the next one is measured against what was never written.
      last = null;
      const length = before + octets.measure(of);
      const bytes = Buffer.allocUnsafe(length);
      if (model && !octets.moved && model.length === length) {
        bytes.set(model);
        octets.fill(bytes, before);
      } else octets.write(bytes, before);
      last = bytes;
      return bytes;
    };
  }
  const fill = valueWriter(json, tables);
  return (of, before) => {
    const message = encoded(type, fill(of));
    const bytes = Buffer.allocUnsafe(before + message.length);
    bytes.set(message, before);
    return bytes;
  };
}
