import { deflateSync, inflateSync } from 'node:zlib';
import type { HistogramData } from '../../contracts/measurement.ts';
import { ByteReader, writeVarint } from './varint.ts';

const formatVersion = 1;
/** Far beyond any histogram, so that a damaged blob cannot exhaust memory. */
const maxInflatedBytes = 16 * 1024 * 1024;
const deflateLevel = 6;

/**
 * Histogram as stored bytes: a version byte, then zlib (whose checksum finds flipped bits) over
 * count and number of buckets as varints, the four moments as float64, and per bucket the step
 * from the last index and the count as varints.
 * @throws RangeError when indexes do not rise from 0 or counts are not integers.
 */
export function encodeHistogram(data: HistogramData): Uint8Array {
  const bytes: number[] = [];
  writeVarint(bytes, data.count);
  writeVarint(bytes, data.buckets.length / 2);
  for (const moment of [data.min, data.max, data.sum, data.sumOfSquares]) {
    bytes.push(...new Uint8Array(new Float64Array([moment]).buffer));
  }
  writeBuckets(bytes, data.buckets);
  const packed = deflateSync(Uint8Array.from(bytes), { level: deflateLevel });
  return Buffer.concat([Uint8Array.of(formatVersion), packed]);
}

function writeBuckets(bytes: number[], buckets: number[]): void {
  let last = -1;
  for (let at = 0; at < buckets.length; at += 2) {
    const index = buckets[at] ?? Number.NaN;
    writeVarint(bytes, index - last - 1);
    writeVarint(bytes, buckets[at + 1] ?? Number.NaN);
    last = index;
  }
}

/**
 * The reverse of {@link encodeHistogram}.
 * @throws Error when the bytes are invalid.
 */
export function decodeHistogram(stored: Uint8Array): HistogramData {
  if (stored[0] !== formatVersion) throw new RangeError('unknown histogram format');
  const bytes = inflateSync(stored.subarray(1), { maxOutputLength: maxInflatedBytes });
  const reader = new ByteReader(bytes);
  const count = reader.varint();
  const pairs = reader.varint();
  const moments = {
    min: reader.float64(),
    max: reader.float64(),
    sum: reader.float64(),
    sumOfSquares: reader.float64(),
  };
  const buckets = readBuckets(reader, pairs);
  if (!reader.atEnd) throw new RangeError('the histogram is longer than it says');
  return { buckets, count, ...moments };
}

function readBuckets(reader: ByteReader, pairs: number): number[] {
  const buckets: number[] = [];
  let last = -1;
  for (let pair = 0; pair < pairs; pair += 1) {
    last += reader.varint() + 1;
    buckets.push(last, reader.varint());
  }
  return buckets;
}
