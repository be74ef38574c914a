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

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
  const [toLeft = 0, toUp = 0, toCorner = 0] = [a, b, c];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  return filter === 4 ? paeth(left, up, corner) : 0;
}

/** Undoes the filters of PNG, in place. */
function unfilter(lines: Buffer, height: number, stride: number, step: number): Buffer {
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x >= step ? (out[at - step] ?? 0) : 0;
      const up = y > 0 ? (out[at - stride] ?? 0) : 0;
      const corner = x >= step && y > 0 ? (out[at - stride - step] ?? 0) : 0;
      out[at] = (lines[y * (stride + 1) + 1 + x] ?? 0) + predict(filter, left, up, corner);
    }
  }
  return out;
}

/** Decodes a PNG of eight bits per channel, without palette or interlacing, as browsers write it. */
export function decodePng(png: Buffer): Pixels {
  const chunks = readChunks(png);
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = channelsOf[header[9] ?? 0];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) {
    throw new Error('A kind of PNG that is not read here');
  }
  const stride = width * channels;
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const flat = unfilter(lines, height, stride, channels);
  if (channels === 4) return { width, height, rgba: flat };
  const rgba = Buffer.alloc(width * height * 4, 255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    flat.copy(rgba, pixel * 4, pixel * 3, pixel * 3 + 3);
  }
  return { width, height, rgba };
}

/** How many pixels have each colour, as `0xRRGGBBAA`. */
export function countColours({ rgba }: Pixels): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < rgba.length; at += 4) {
    const colour = rgba.readUInt32BE(at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}
