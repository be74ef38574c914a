import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeHistogram } from '../../tests/support/records.ts';
import { Histogram } from '../stats/histogram.ts';
import { decodeHistogram, encodeHistogram } from './histogram-codec.ts';

const moment = fc.double({ noNaN: true, min: 0 });
const anyHistogram = fc.record({
  buckets: fc
    .uniqueArray(fc.tuple(fc.nat({ max: 30_000 }), fc.maxSafeNat()), {
      selector: ([index]) => index,
    })
    .map((pairs) => pairs.sort(([a], [b]) => a - b).flat()),
  count: fc.maxSafeNat(),
  min: moment,
  max: moment,
  sum: moment,
  sumOfSquares: moment,
});

describe('the histogram codec', () => {
  it('decodes what it encoded', () => {
    fc.assert(
      fc.property(anyHistogram, (data) => {
        expect(decodeHistogram(encodeHistogram(data))).toEqual(data);
      }),
    );
  });

  it('turns any bytes into a valid histogram or an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          decodeHistogram(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });

  it('detects any single flipped bit', () => {
    const stored = encodeHistogram(makeHistogram([250, 251, 400, 9000, 1_000_000]));
    fc.assert(
      fc.property(fc.nat({ max: stored.length * 8 - 1 }), (bit) => {
        const damaged = Uint8Array.from(stored);
        const at = bit >> 3;
        damaged[at] = (damaged[at] ?? 0) ^ (1 << (bit & 7));
        let back: unknown = null;
        try {
          back = decodeHistogram(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        // Some bits of zlib's header do not affect the content.
        expect(back).toEqual(decodeHistogram(stored));
      }),
    );
  });

  it('refuses indexes that do not rise and counts that are not integers', () => {
    const data = makeHistogram([1, 2]);
    expect(() => encodeHistogram({ ...data, buckets: [5, 1, 5, 1] })).toThrow(RangeError);
    expect(() => encodeHistogram({ ...data, buckets: [5, 1.5] })).toThrow(RangeError);
    expect(() => encodeHistogram({ ...data, buckets: [5] })).toThrow(RangeError);
  });

  it('is several times smaller than the JSON of a busy second', () => {
    const histogram = new Histogram();
    for (let i = 1; i <= 20_000; i += 1) histogram.record(200 + 3000 * (i / 20_000) ** 6);
    const data = histogram.toData();
    expect(encodeHistogram(data).length).toBeLessThan(JSON.stringify(data).length / 3);
  });
});
