import type { Field, MessageType } from '../../workloads/description.ts';
import { readProtobuf } from '../../workloads/inspect/read-protobuf.ts';
import { readVarint } from '../../workloads/inspect/varint.ts';
import { typeInProtobuf } from '../../workloads/messages/protobuf-form.ts';
import type { Slice } from './slice.ts';

const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;
const highestNumber = 2 ** 29 - 1;

/**
 * A message in Protobuf is payload: values, and tags and lengths, those of messages within the message
 * as well. What is no message from some place on counts as a value from there.
 * @param type what the bytes are; null where nobody knows. What the type does not have is called by its
 *   number, and not looked into.
 */
export function protobufSlices(bytes: Buffer, type: MessageType | null): Slice[] {
  return messageSlices(bytes, type, 0, bytes.length);
}

function messageSlices(bytes: Buffer, type: MessageType | null, from: number, to: number): Slice[] {
  const slices: Slice[] = [];
  let at = from;
  while (at < to) {
    const found = readField(bytes, at, to);
    if (!found) {
      slices.push({ from: at, to, layer: 'values', label: 'not understood' });
      break;
    }
    const field = type?.fields.find(({ number }) => number === found.number);
    const name = field?.name ?? `field ${found.number}`;
    const label = `tag ${found.number}${found.delimited ? ' and length' : ''} of ${name}`;
    slices.push({ from: at, to: found.from, layer: 'payload', label });
    slices.push(...valueSlices(bytes, name, field, found));
    at = found.to;
  }
  return slices;
}

/** A field as it was found; `tag` is where it begins, and its value goes from `from` to `to`. */
interface Found {
  readonly number: number;
  readonly delimited: boolean;
  readonly tag: number;
  readonly from: number;
  readonly to: number;
}

function valueSlices(bytes: Buffer, name: string, field: Field | undefined, found: Found): Slice[] {
  const { from, to } = found;
  const type = field && typeInProtobuf(field.type);
  if (found.delimited && typeof type === 'object' && type.kind === 'message') {
    return messageSlices(bytes, type, from, to);
  }
  if (to === from) return [];
  const value = field && writtenValue(bytes, field, found);
  const label = `value of ${name}`;
  return [{ from, to, layer: 'values', label, ...(value !== undefined && { value }) }];
}

/** What is no text on the wire, for people to read; undefined for texts, and for what does not fit the field. */
function writtenValue(bytes: Buffer, field: Field, { tag, from, to }: Found): string | undefined {
  if (field.type === 'string') return undefined;
  if (field.type === 'bytes') return `${to - from} bytes`;
  try {
    const alone = { kind: 'message', name: field.name, fields: [field] } as const;
    return String(readProtobuf(alone, bytes.subarray(tag, to)).message[field.name]);
  } catch {
    // It is of another kind than the description says; its bytes are shown as they are.
    return undefined;
  }
}

/** @returns null when no whole field begins here. */
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
