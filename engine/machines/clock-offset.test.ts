import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockOffset, errorAt } from './clock-offset.ts';

const way = fc.bigInt({ min: 0n, max: 2_000_000_000n });

describe('the offset of another clock', () => {
  it('is within its stated error, whatever the ways there and back take', () => {
    const trip = fc.record({ there: way, back: way, at: way });
    const clock = fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n });
    fc.assert(
      fc.property(clock, fc.array(trip, { minLength: 1, maxLength: 20 }), (offset, trips) => {
        const found = clockOffset(
          trips.map(({ at, there, back }) => ({
            sent: at,
            there: at + there + offset,
            received: at + there + back,
          })),
        );
        const wrong = (found?.offset ?? 0n) - offset;
        expect(wrong < 0n ? -wrong : wrong).toBeLessThanOrEqual(found?.error ?? -1n);
      }),
    );
  });

  it('is within its stated error later, when the clocks have drifted apart', () => {
    const ppm = fc.bigInt({ min: -500n, max: 500n });
    const later = fc.bigInt({ min: 0n, max: 3_600_000_000_000n });
    fc.assert(
      fc.property(way, way, way, ppm, later, (sent, there, back, drift, after) => {
        // The reading of the other clock at a reading of ours.
        const other = (at: bigint) => at + 5_000_000_000n + (at * drift) / 1_000_000n;
        const received = sent + there + back;
        const found = clockOffset([{ sent, there: other(sent + there), received }]);
        if (!found) throw new Error('a round trip gives an offset');
        const at = received + after;
        const wrong = found.offset - (other(at) - at);
        // The other clock has whole nanoseconds.
        expect(wrong < 0n ? -wrong : wrong).toBeLessThanOrEqual(errorAt(found, at) + 2n);
      }),
    );
  });

  it('comes from the shortest round trip', () => {
    const found = clockOffset([
      { sent: 0n, there: 5_000n, received: 1_000n },
      { sent: 2_000n, there: 7_050n, received: 2_100n },
      { sent: 4_000n, there: 9_000n, received: 4_900n },
    ]);
    expect(found).toEqual({ offset: 5_000n, error: 50n, roundTrip: 100n, at: 2_050n });
  });

  it('is unknown without a round trip, or when an answer came before its question', () => {
    expect(clockOffset([])).toBeNull();
    expect(clockOffset([{ sent: 5n, there: 0n, received: 4n }])).toBeNull();
  });
});
