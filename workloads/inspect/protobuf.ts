import type { Annotated } from '../../contracts/inspection.ts';
import { countOf } from '../../metrics/format.ts';
import type { Field, FieldType, Message, MessageType, ScalarType, Value } from '../description.ts';
import { typeInProtobuf, valueInProtobuf } from '../messages/protobuf-form.ts';
import { fieldPath, type Meaning, SpanWriter } from './span-writer.ts';
import { explainVarint, varintOf } from './varint.ts';

/** Wire types of Protobuf, by number. */
export const wireTypeNames: Readonly<Record<number, string>> = {
  0: 'varint',
  1: 'eight octets',
  2: 'length-delimited',
  5: 'four octets',
};

const utf8 = new TextEncoder();

/**
 * A message in Protobuf (proto3), every byte annotated with its field: fields in the order of their numbers,
 * numeric lists packed, default values omitted.
 */
export function annotateProtobuf(type: MessageType, message: Message): Annotated {
  return writtenMessage(type, message, '');
}

function writtenMessage(type: MessageType, message: Message, path: string): Annotated {
  const writer = new SpanWriter();
  const inOrder = [...type.fields].sort((a, b) => a.number - b.number);
  for (const field of inOrder) {
    const value = message[field.name];
    if (value !== undefined) writeField(writer, field, value, fieldPath(path, field.name));
  }
  return writer.done();
}

function writeField(writer: SpanWriter, field: Field, value: Value, path: string): void {
  if (!Array.isArray(value)) {
    const single = value as Value;
    if (field.optional || !isDefault(field.type, single)) writeOne(writer, field, single, path);
  } else if (value.length > 0) {
    if (isPacked(field.type)) writePacked(writer, field, value, path);
    else {
      for (const [index, item] of value.entries()) {
        writeOne(writer, field, item, `${path}[${index}]`);
      }
    }
  }
}

function isDefault(type: FieldType, value: Value): boolean {
  if (typeof type === 'object') return type.kind === 'enum' && value === type.values[0];
  if (value instanceof Uint8Array) return value.length === 0;
  return value === '' || value === false || Object.is(value, 0);
}

const delimited: readonly ScalarType[] = ['string', 'bytes', 'stamp'];

/** Whether the items of a list share one field. */
export function isPacked(type: FieldType): boolean {
  return typeof type === 'object' ? type.kind === 'enum' : !delimited.includes(type);
}

/** The wire type of one value of a field. */
export function wireTypeOf(type: FieldType): number {
  if (typeof type === 'object') return type.kind === 'enum' ? 0 : 2;
  if (type === 'double') return 1;
  return delimited.includes(type) ? 2 : 0;
}

/** Explanation of a tag. */
function describeTag(number: number, wireType: number, name: string): string {
  return `tag: field ${number} (${name}), wire type ${wireType} (${wireTypeNames[wireType] ?? 'unknown'}); ${number} × 8 + ${wireType} = ${number * 8 + wireType}`;
}

function writeTag(writer: SpanWriter, { number, name }: Field, wireType: number, path: string) {
  const note = describeTag(number, wireType, name);
  writer.bytes(varintOf(number * 8 + wireType), { path, role: 'name', note });
}

function writeLength(writer: SpanWriter, length: number, path: string): void {
  const octets = varintOf(length);
  const note = `length: ${explainVarint(octets, countOf(length, 'octet follows', 'octets follow'))}`;
  writer.bytes(octets, { path, role: 'structure', note });
}

function writeOne(writer: SpanWriter, field: Field, value: Value, path: string): void {
  const type = typeInProtobuf(field.type);
  const wireType = wireTypeOf(type);
  writeTag(writer, field, wireType, path);
  if (typeof type === 'object' && type.kind === 'message') {
    const inner = writtenMessage(type, valueInProtobuf(field.type, value) as Message, path);
    writeLength(writer, inner.bytes.length, path);
    writer.append(inner);
    return;
  }
  const { octets, note } = scalarOctets(type, value);
  if (wireType === 2) writeLength(writer, octets.length, path);
  writer.bytes(octets, valueAt(path, note));
}

function writePacked(
  writer: SpanWriter,
  field: Field,
  items: readonly Value[],
  path: string,
): void {
  const written = items.map((item) => scalarOctets(field.type, item));
  writeTag(writer, field, 2, path);
  writeLength(
    writer,
    written.reduce((sum, { octets }) => sum + octets.length, 0),
    path,
  );
  for (const [index, { octets, note }] of written.entries()) {
    writer.bytes(octets, valueAt(`${path}[${index}]`, `packed ${note}`));
  }
}

const valueAt = (path: string, note: string): Meaning => ({ path, role: 'value', note });

/** A single value that is not a message. */
function scalarOctets(type: FieldType, value: Value): { octets: Uint8Array; note: string } {
  if (typeof type === 'object') return enumOctets(type, value);
  if (value instanceof Uint8Array) return { octets: value, note: 'octets as they are' };
  if (typeof value === 'string') return { octets: utf8.encode(value), note: 'text in UTF-8' };
  if (type === 'double')
    return { octets: doubleOctets(Number(value)), note: `double ${value}, little-endian` };
  const octets = varintOf(Number(value));
  return { octets, note: explainVarint(octets, describeNumber(type, value)) };
}

function describeNumber(type: ScalarType, value: Value): string {
  if (type === 'bool') return String(value);
  const negative = Number(value) < 0 ? " (two's complement of 64 bits)" : '';
  return `${value}${negative}`;
}

function enumOctets(type: FieldType, value: Value): { octets: Uint8Array; note: string } {
  const values = typeof type === 'object' && type.kind === 'enum' ? type.values : [];
  const number = values.indexOf(String(value));
  const octets = varintOf(number);
  return { octets, note: explainVarint(octets, `${number}, which is ${value}`) };
}

function doubleOctets(value: number): Uint8Array {
  const octets = new Uint8Array(8);
  new DataView(octets.buffer).setFloat64(0, value, true);
  return octets;
}
