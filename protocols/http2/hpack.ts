import { decodeHuffman } from './huffman.ts';
import { staticTable } from './static-table.ts';

export type HeaderField = readonly [name: string, value: string];

/** Thrown for a header block that cannot be decoded; the connection is lost with it (RFC 7541, 2.3.3). */
export class HpackError extends Error {}

const entryOverhead = 32;
/** Limit of a decoded header list in octets, each field counted with 32 more. */
export const maxHeaderList = 64 * 1024;

/** Decoder of header blocks (RFC 7541), with its dynamic table. */
export class HpackDecoder {
  readonly #table: HeaderField[] = [];
  #tableSize = 0;
  #generation = 0;
  #maxSize: number;
  readonly #sizeLimit: number;
  readonly #maxListSize: number;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  /**
   * @param sizeLimit our SETTINGS_HEADER_TABLE_SIZE: the encoder may not use a larger table.
   * @param maxListSize limit of a decoded list, each field counted with 32 octets of overhead.
   */
  constructor(sizeLimit = 4096, maxListSize = maxHeaderList) {
    this.#sizeLimit = sizeLimit;
    this.#maxSize = sizeLimit;
    this.#maxListSize = maxListSize;
  }

  /** Changes whenever the dynamic table may have changed. */
  get generation(): number {
    return this.#generation;
  }

  /** Decodes a whole header block. @throws HpackError */
  decode(bytes: Buffer, start: number, end: number): HeaderField[] {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    const fields: HeaderField[] = [];
    let listSize = 0;
    while (this.#at < end) {
      const field = this.#readRepresentation(fields.length === 0);
      if (!field) continue;
      listSize += field[0].length + field[1].length + entryOverhead;
      if (listSize > this.#maxListSize) throw new HpackError('the header list is too long');
      fields.push(field);
    }
    return fields;
  }

  /** @returns null for a dynamic table size update. */
  #readRepresentation(first: boolean): HeaderField | null {
    const octet = this.#bytes[this.#at] ?? 0;
    if (octet & 0x80) return this.#entry(this.#readInteger(7));
    if (octet & 0x40) {
      const field = this.#readLiteral(6);
      this.#insert(field);
      return field;
    }
    if (octet & 0x20) {
      if (!first) throw new HpackError('a table size update after a header field');
      this.#resize(this.#readInteger(5));
      return null;
    }
    return this.#readLiteral(4);
  }

  #readLiteral(prefixBits: number): HeaderField {
    const index = this.#readInteger(prefixBits);
    const name = index === 0 ? this.#readString() : this.#entry(index)[0];
    return [name, this.#readString()];
  }

  #readInteger(prefixBits: number): number {
    const mask = (1 << prefixBits) - 1;
    let value = this.#next() & mask;
    if (value < mask) return value;
    for (let shift = 0; shift <= 28; shift += 7) {
      const octet = this.#next();
      value += (octet & 0x7f) * 2 ** shift;
      if (!(octet & 0x80)) return value;
    }
    throw new HpackError('an integer is too long');
  }

  #readString(): string {
    const huffman = ((this.#bytes[this.#at] ?? 0) & 0x80) !== 0;
    const length = this.#readInteger(7);
    const start = this.#at;
    if (start + length > this.#end) throw new HpackError('a string goes beyond its block');
    this.#at = start + length;
    if (!huffman) return this.#bytes.toString('latin1', start, this.#at);
    const text = decodeHuffman(this.#bytes, start, this.#at);
    if (text === null) throw new HpackError('invalid Huffman code');
    return text;
  }

  #next(): number {
    if (this.#at >= this.#end) throw new HpackError('the block ends inside a field');
    return this.#bytes[this.#at++] ?? 0;
  }

  #entry(index: number): HeaderField {
    const field =
      index <= staticTable.length
        ? staticTable[index - 1]
        : this.#table[index - staticTable.length - 1];
    if (!field) throw new HpackError(`no header field has index ${index}`);
    return field;
  }

  #insert(field: HeaderField): void {
    this.#generation++;
    this.#table.unshift(field);
    this.#tableSize += field[0].length + field[1].length + entryOverhead;
    this.#evict();
  }

  #resize(size: number): void {
    if (size > this.#sizeLimit) throw new HpackError(`a table of ${size} octets was not allowed`);
    this.#generation++;
    this.#maxSize = size;
    this.#evict();
  }

  #evict(): void {
    while (this.#tableSize > this.#maxSize) {
      const oldest = this.#table.pop();
      if (!oldest) break;
      this.#tableSize -= oldest[0].length + oldest[1].length + entryOverhead;
    }
  }
}

export function encodeInteger(value: number, prefixBits: number, flags: number): number[] {
  const mask = (1 << prefixBits) - 1;
  if (value < mask) return [flags | value];
  const octets = [flags | mask];
  let rest = value - mask;
  while (rest >= 128) {
    octets.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  octets.push(rest);
  return octets;
}

function encodeString(text: string): number[] {
  return [
    ...encodeInteger(Buffer.byteLength(text, 'latin1'), 7, 0),
    ...Buffer.from(text, 'latin1'),
  ];
}

/** The encoded forms of a header list that a connection sends repeatedly. */
export interface PreparedHeaders {
  /** Inserts the fields that the static table lacks into the peer's dynamic table. */
  readonly first: Buffer;
  /** References them: one or two octets a field. Valid after `first`, while nothing else is inserted. */
  readonly repeated: Buffer;
  /** Uses no dynamic table, and starts by declaring so; for peers that allow none. */
  readonly withoutTable: Buffer;
}

/** The fields of a list that go into a dynamic table, oldest first: those missing from the static one. */
export function insertedFields(fields: readonly HeaderField[]): HeaderField[] {
  return fields.filter((field) => exactStaticIndex(field) === 0);
}

/**
 * References a list whose fields are in the dynamic table.
 * @param younger entries inserted into the table after them.
 */
export function repeatedBlock(fields: readonly HeaderField[], younger: number): Buffer {
  const inserted = insertedFields(fields);
  const octets = fields.flatMap((field) => {
    const exact = exactStaticIndex(field);
    // The youngest entry of the dynamic table comes right after the static ones.
    const age = younger + inserted.length - 1 - inserted.indexOf(field);
    return encodeInteger(exact > 0 ? exact : staticTable.length + 1 + age, 7, 0x80);
  });
  return Buffer.from(octets);
}

/** Fields as literals without indexing. */
export function encodeUnindexed(fields: readonly HeaderField[]): Buffer {
  return Buffer.from(fields.flatMap((field) => encodeLiteral(field, 4, 0)));
}

/** Encodes one header list ahead of time (RFC 7541, 6), strings without Huffman code. */
export function prepareHeaders(fields: readonly HeaderField[]): PreparedHeaders {
  const first: number[] = [];
  const withoutTable: number[] = encodeInteger(0, 5, 0x20);
  for (const field of fields) {
    const exact = exactStaticIndex(field);
    if (exact > 0) {
      for (const block of [first, withoutTable]) block.push(...encodeInteger(exact, 7, 0x80));
      continue;
    }
    first.push(...encodeLiteral(field, 6, 0x40));
    withoutTable.push(...encodeLiteral(field, 4, 0));
  }
  return {
    first: Buffer.from(first),
    repeated: repeatedBlock(fields, 0),
    withoutTable: Buffer.from(withoutTable),
  };
}

/** Octets of the prepared fields in a dynamic table. */
export function dynamicTableSize(fields: readonly HeaderField[]): number {
  return insertedFields(fields).reduce(
    (sum, [name, value]) => sum + name.length + value.length + entryOverhead,
    0,
  );
}

function exactStaticIndex([name, value]: HeaderField): number {
  return staticTable.findIndex((entry) => entry[0] === name && entry[1] === value) + 1;
}

function encodeLiteral([name, value]: HeaderField, prefixBits: number, flags: number): number[] {
  const nameIndex = staticTable.findIndex((entry) => entry[0] === name) + 1;
  return [
    ...encodeInteger(nameIndex, prefixBits, flags),
    ...(nameIndex === 0 ? encodeString(name) : []),
    ...encodeString(value),
  ];
}
