import type { Field, MessageType } from '../../workloads/description.ts';
import { readProtobuf } from '../../workloads/inspect/read-protobuf.ts';
import { readVarint } from '../../workloads/inspect/varint.ts';
import { typeInProtobuf } from '../../workloads/messages/protobuf-form.ts';
import type { Slice } from './slice.ts';
import type { Range } from './stretch.ts';

const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;
const highestNumber = 2 ** 29 - 1;

/** Knowledge about a message: its fields by number. */
export type KnownMessage = (number: number) => KnownField | undefined;

export interface KnownField {
  readonly name: string;
  /** For a nested message; null for other values. */
  readonly inner: KnownMessage | null;
  /**
   * A displayable value; undefined if its bytes are a text, or do not fit the field.
   * @param bytes of the value, and
   * @param tagged of it including the tag.
   */
  written(bytes: Buffer, tagged: Buffer): string | undefined;
}

/** The fields of a message of a workload. */
export function describedMessage({ fields }: MessageType): KnownMessage {
  return (number) => {
    const field = fields.find((one) => one.number === number);
    const type = field && typeInProtobuf(field.type);
    if (!field || !type) return undefined;
    const isMessage = typeof type === 'object' && type.kind === 'message';
    return {
      name: field.name,
      inner: isMessage ? describedMessage(type) : null,
      written: (bytes, tagged) => writtenValue(field, bytes, tagged),
    };
  };
}

/**
 * A message in Protobuf is payload: values, tags and lengths, including those of nested messages. From the
 * first invalid byte, the remainder counts as a value.
 * @param type of the bytes; null if unknown. Unknown fields are labelled by number, and not inspected.
 */
export function protobufSlices(bytes: Buffer, type: KnownMessage | null): Slice[] {
  const slices: Slice[] = [];
  sliceMessage({ bytes, slices }, type, { from: 0, to: bytes.length }, 0);
  return slices;
}

/** Maximum nesting to inspect; Protobuf readers refuse deeper messages. */
const deepest = 100;

interface Slicing {
  readonly bytes: Buffer;
  readonly slices: Slice[];
}

function sliceMessage(
  slicing: Slicing,
  type: KnownMessage | null,
  { from, to }: Range,
  depth: number,
): void {
  const { bytes, slices } = slicing;
  let at = from;
  while (at < to) {
    const found = readField(bytes, at, to);
    if (!found) {
      slices.push({ from: at, to, layer: 'values', label: 'not understood' });
      break;
    }
    const field = type?.(found.number);
    const name = field?.name ?? `field ${found.number}`;
    const label = `tag ${found.number}${found.delimited ? ' and length' : ''} of ${name}`;
    slices.push({ from: at, to: found.from, layer: 'payload', label });
    if (found.delimited && field?.inner && depth < deepest) {
      sliceMessage(slicing, field.inner, found, depth + 1);
    } else if (found.to > found.from) slices.push(valueSlice(bytes, name, field, found));
    at = found.to;
  }
}

/** A parsed field; `tag` is its start, and its value is [from, to). */
interface Found {
  readonly number: number;
  readonly delimited: boolean;
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

function valueSlice(
  bytes: Buffer,
  name: string,
  field: KnownField | undefined,
  { tag, from, to }: Found,
): Slice {
  const value = field?.written(bytes.subarray(from, to), bytes.subarray(tag, to));
  const label = `value of ${name}`;
  return { from, to, layer: 'values', label, ...(value !== undefined && { value }) };
}

/** A binary value for display; undefined for texts, and if it does not fit the field. */
function writtenValue(field: Field, bytes: Buffer, tagged: Buffer): string | undefined {
  if (field.type === 'string') return undefined;
  if (field.type === 'bytes') return `${bytes.length} bytes`;
  try {
    const alone = { kind: 'message', name: field.name, fields: [field] } as const;
    return String(readProtobuf(alone, tagged).message[field.name]);
  } catch {
    // Its type differs from the description; its bytes are shown unchanged.
    return undefined;
  }
}

/** @returns null if there is no complete field. */
function readField(bytes: Buffer, at: number, end: number): Found | null {
  const tag = readVarint(bytes, at);
  const number = Number((tag?.value ?? 0n) >> 3n);
  if (!tag || number === 0 || number > highestNumber) return null;
  const type = Number(tag.value & 7n);
  const delimited = type === wireTypes.delimited;
  const value = delimited || type === wireTypes.varint ? readVarint(bytes, tag.end) : null;
  const from = delimited ? value?.end : tag.end;
  const to = endOfValue(type, tag.end, value);
  if (from === undefined || to === null || to > end) return null;
  return { number, delimited, tag: at, from, to };
}

function endOfValue(
  type: number,
  at: number,
  value: { value: bigint; end: number } | null,
): number | null {
  if (type === wireTypes.fixed64) return at + 8;
  if (type === wireTypes.fixed32) return at + 4;
  if (!value) return null;
  return type === wireTypes.delimited ? value.end + Number(value.value) : value.end;
}
