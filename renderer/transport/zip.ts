/**
 * Writes zip archives without compression, after PKWARE's APPNOTE 6.3.10, sections 4.3.6–4.3.16.
 * Enough for a folder of charts: fewer than 65,535 files and less than 4.29 GB, no zip64.
 */
export interface ZipEntry {
  /** A path within the archive, `/` between folders. */
  readonly name: string;
  readonly content: Uint8Array;
}

const localHeader = 0x04034b50;
const centralHeader = 0x02014b50;
const endOfCentral = 0x06054b50;
/** 2.0, the first version with folders. */
const versionNeeded = 20;
/** General purpose bit 11: names are UTF-8. */
const utf8Names = 1 << 11;
const maxEntries = 0xffff - 1;
const maxBytes = 0xffff_ffff - 1;

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 as in ISO 3309, which zip, gzip and PNG share. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** MS-DOS date and time, local; years before 1980 do not exist there. */
function dosTime(at: Date): { date: number; time: number } {
  const year = Math.min(Math.max(at.getFullYear(), 1980), 2107);
  return {
    date: ((year - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
    time: (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
  };
}

/** Consecutive little-endian fields: `[value, bytes]`. */
function fields(...values: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of values) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

interface Placed {
  readonly name: Uint8Array;
  /** Fields common to local and central header, from `version needed` to `extra length`. */
  readonly facts: Uint8Array;
  /** Offset of its local header. */
  readonly offset: number;
}

function factsOf(name: Uint8Array, content: Uint8Array, at: Date): Uint8Array {
  const { date, time } = dosTime(at);
  return fields(
    [versionNeeded, 2],
    [utf8Names, 2],
    [0, 2],
    [time, 2],
    [date, 2],
    [crc32(content), 4],
    [content.length, 4],
    [content.length, 4],
    [name.length, 2],
    [0, 2],
  );
}

function centralRecord({ name, facts, offset }: Placed): readonly Uint8Array[] {
  const after = fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]);
  return [fields([centralHeader, 4], [versionNeeded, 2]), facts, after, name];
}

const lengthOf = (parts: readonly Uint8Array[]) =>
  parts.reduce((sum, { length }) => sum + length, 0);

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * One archive of all entries, stored as they are.
 * @param at the time that the entries get.
 * @throws RangeError if there are more entries or bytes than the plain format allows.
 */
export function zip(entries: readonly ZipEntry[], at: Date): Uint8Array<ArrayBuffer> {
  if (entries.length > maxEntries) throw new RangeError('Too many files for one zip archive');
  const parts: Uint8Array[] = [];
  const placed: Placed[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = new TextEncoder().encode(entry.name);
    const facts = factsOf(name, entry.content, at);
    const local = [fields([localHeader, 4]), facts, name, entry.content];
    placed.push({ name, facts, offset });
    parts.push(...local);
    offset += lengthOf(local);
  }
  const central = placed.flatMap(centralRecord);
  const size = lengthOf(central);
  if (offset + size > maxBytes) throw new RangeError('Too much for one zip archive');
  const count = entries.length;
  const end = fields(
    [endOfCentral, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  return join([...parts, ...central, end]);
}
