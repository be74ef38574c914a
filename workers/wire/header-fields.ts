import { type HeaderField, HpackDecoder } from '../../protocols/http2/hpack.ts';

/** A field of a header block with its octets; null for a change of the table's size. */
export interface EncodedField {
  readonly from: number;
  readonly to: number;
  readonly field: HeaderField | null;
  readonly how: 'indexed' | 'literal';
}

/** Decodes the header blocks of one direction, field by field, so that each has its encoded size. */
export class FieldReader {
  readonly #decoder = new HpackDecoder();

  /** @returns null if the block cannot be decoded; then nothing after it can. */
  read(block: Buffer): EncodedField[] | null {
    const fields: EncodedField[] = [];
    try {
      for (let at = 0; at < block.length; ) {
        const to = endOfField(block, at);
        const [field = null] = this.#decoder.decode(block, at, to);
        const how = (block[at] ?? 0) & 0x80 ? 'indexed' : 'literal';
        fields.push({ from: at, to, field, how });
        at = to;
      }
    } catch {
      // The caller shows the block undecoded.
      return null;
    }
    return fields;
  }
}

/** The end of the representation that begins at `at` (RFC 7541, 6); the decoder validates it. */
function endOfField(block: Buffer, at: number): number {
  const octet = block[at] ?? 0;
  if (octet & 0x80) return readInteger(block, at, 7).end;
  if ((octet & 0xe0) === 0x20) return readInteger(block, at, 5).end;
  const index = readInteger(block, at, octet & 0x40 ? 6 : 4);
  const nameEnd = index.value === 0 ? endOfString(block, index.end) : index.end;
  return endOfString(block, nameEnd);
}

function endOfString(block: Buffer, at: number): number {
  const { value, end } = readInteger(block, at, 7);
  return Math.min(block.length, end + value);
}

function readInteger(block: Buffer, at: number, bits: number): { value: number; end: number } {
  const mask = (1 << bits) - 1;
  let value = (block[at] ?? 0) & mask;
  let end = at + 1;
  if (value < mask) return { value, end };
  for (let shift = 0; shift <= 28 && end < block.length; shift += 7) {
    const octet = block[end++] ?? 0;
    value += (octet & 0x7f) * 2 ** shift;
    if (!(octet & 0x80)) break;
  }
  return { value, end };
}
