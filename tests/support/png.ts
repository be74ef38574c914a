import { crc32, inflateSync } from 'node:zlib';

/** A decoded picture: rows of RGBA pixels, four bytes each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Buffer;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes per pixel by the colour type of the header: RGB and RGBA. */
const channelsOf: Record<number, number> = { 2: 3, 6: 4 };

function readChunks(png: Buffer): Map<string, Buffer> {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('Not a PNG');
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const name = png.toString('latin1', at + 4, at + 8);
    const data = png.subarray(at + 8, at + 8 + length);
    if (crc32(png.subarray(at + 4, at + 8 + length)) !== png.readUInt32BE(at + 8 + length)) {
      throw new Error(`The checksum of ${name} is wrong`);
    }
    chunks.set(name, Buffer.concat([chunks.get(name) ?? Buffer.alloc(0), data]));
    at += length + 12;
  }
  return chunks;
}

/** The neighbour closest to the plane through all three; the left one wins a tie, then the upper one. */
function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The value that a PNG filter adds to a byte, from the bytes to its left, above it, and above that one. */
const predictions: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_left, up) => up,
  (left, up) => (left + up) >> 1,
  paeth,
];

/** Reverses PNG filters, row by row; each row is overwritten by the one after the next. */
function* unfiltered({ lines, height, stride, channels }: Packed): Generator<Uint8Array> {
  // Rows start with a pixel of zeros: the left neighbour of the first one.
  let above = new Uint8Array(channels + stride);
  let row = new Uint8Array(channels + stride);
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1) + 1;
    row.set(lines.subarray(from, from + stride), channels);
    unfilterRow(row, above, lines[from - 1] ?? 0, channels);
    yield row.subarray(channels);
    [row, above] = [above, row];
  }
}

function unfilterRow(row: Uint8Array, above: Uint8Array, filter: number, step: number): void {
  const predict = predictions[filter];
  if (filter === 0 || !predict) return;
  for (let x = step; x < row.length; x++) {
    const corner = above[x - step] ?? 0;
    row[x] = (row[x] ?? 0) + predict(row[x - step] ?? 0, above[x] ?? 0, corner);
  }
}

/** A picture whose rows are still filtered. */
interface Packed {
  readonly width: number;
  readonly height: number;
  /** Bytes per pixel. */
  readonly channels: number;
  /** Bytes per row. */
  readonly stride: number;
  readonly lines: Buffer;
}

function unpack(png: Buffer): Packed {
  const chunks = readChunks(png);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = channelsOf[header[9] ?? 0];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) {
    throw new Error('A kind of PNG that is not read here');
  }
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  return { width, height, channels, stride: width * channels, lines };
}

/** Decodes a PNG of eight bits per channel, without palette or interlacing, as browsers write it. */
export function decodePng(png: Buffer): Pixels {
  const packed = unpack(png);
  const { width, height, channels } = packed;
  const rgba = Buffer.alloc(width * height * 4, 255);
  let at = 0;
  for (const row of unfiltered(packed)) {
    for (let x = 0; x < row.length; x += channels, at += 4) {
      rgba.set(row.subarray(x, x + channels), at);
    }
  }
  return { width, height, rgba };
}

/** Whether a PNG has at least this many colours; reads no further than necessary. */
export function hasColours(png: Buffer, least: number): boolean {
  const packed = unpack(png);
  const seen = new Set<number>();
  for (const row of unfiltered(packed)) {
    for (let x = 0; x < row.length; x += packed.channels) {
      seen.add(((row[x] ?? 0) << 16) | ((row[x + 1] ?? 0) << 8) | (row[x + 2] ?? 0));
    }
    if (seen.size >= least) return true;
  }
  return false;
}

/** How many pixels have each colour, as `0xRRGGBBAA`. */
export function countColours({ rgba }: Pixels): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0, begin = 0; at < rgba.length; begin = at) {
    const colour = rgba.readUInt32BE(at);
    // Most pixels equal the previous one.
    while (at < rgba.length && rgba.readUInt32BE(at) === colour) at += 4;
    counts.set(colour, (counts.get(colour) ?? 0) + (at - begin) / 4);
  }
  return counts;
}
