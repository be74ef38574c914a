import type { Slice } from './slice.ts';

/** Fields of the one message of the workload; see `proto/product.proto`. */
const fieldNames = new Map([
  [1, 'id'],
  [2, 'name'],
  [3, 'description'],
]);
const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const;

/**
 * Values of Protobuf are payload; tags and lengths are envelope. What is no message from some
 * place on counts as payload from there.
 */
export function protobufSlices(bytes: Buffer): Slice[] {
  const slices: Slice[] = [];
  let at = 0;
  while (at < bytes.length) {
    const field = readField(bytes, at);
    if (!field) {
      slices.push({ from: at, to: bytes.length, layer: 'payload', label: 'not understood' });
      break;
    }
    const { number, from, to } = field;
    const name = fieldNames.get(number) ?? `field ${number}`;
    const label = `tag ${number}${field.delimited ? ' and length' : ''} of ${name}`;
    slices.push({ from: at, to: from, layer: 'envelope', label });
    if (to > from) slices.push({ from, to, layer: 'payload', label: `value of ${name}` });
    at = to;
  }
  return slices;
}

function readField(bytes: Buffer, at: number) {
  const tag = readVarint(bytes, at);
  if (!tag || tag.value < 8) return null;
  const number = Math.floor(tag.value / 8);
  const type = tag.value % 8;
  const delimited = type === wireTypes.delimited;
  const value = delimited || type === wireTypes.varint ? readVarint(bytes, tag.end) : null;
  const from = delimited ? value?.end : tag.end;
  const to = endOfValue(type, tag.end, value);
  if (from === undefined || to === null || to > bytes.length) return null;
  return { number, from, to, delimited };
}

function endOfValue(
  type: number,
  at: number,
  value: { value: number; end: number } | null,
): number | null {
  if (type === wireTypes.fixed64) return at + 8;
  if (type === wireTypes.fixed32) return at + 4;
  if (!value) return null;
  return type === wireTypes.delimited ? value.end + value.value : value.end;
}

/** At most five octets, which is enough for every length. */
function readVarint(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const octet = bytes[at + index];
    if (octet === undefined) return null;
    value += (octet & 0x7f) * 2 ** (7 * index);
    if (octet < 0x80) return { value, end: at + index + 1 };
  }
  return null;
}
