import { describe, expect, it } from 'vitest';
import { Link } from './link.ts';
import { windowBytesOf } from './network.ts';

const plain = { delayMs: 15, jitterMs: 0, bitsPerSecond: null, seed: 1 };

describe('a link', () => {
  it('delays everything equally by default', () => {
    const link = new Link(plain);
    expect([link.arrivalMs(10, 100), link.arrivalMs(1e6, 100.5)]).toEqual([115, 115.5]);
  });

  it('sends at its bandwidth, in sequence over all connections', () => {
    // 8 Mbit/s are 1000 octets in a millisecond.
    const link = new Link({ ...plain, bitsPerSecond: 8e6 });
    expect(link.arrivalMs(2000, 100)).toBe(117);
    expect(link.arrivalMs(500, 100)).toBe(117.5);
    expect(link.arrivalMs(1000, 200)).toBe(216);
    expect(link.pieceBytes).toBe(1460);
  });

  it('varies the delay evenly within the jitter, the same for the same seed', () => {
    const draw = (seed: number) => {
      const link = new Link({ ...plain, jitterMs: 5, seed });
      return Array.from({ length: 4000 }, () => link.arrivalMs(1, 0) - 15);
    };
    const drawn = draw(7);
    expect(draw(7)).toEqual(drawn);
    expect(draw(8)).not.toEqual(drawn);
    expect(Math.max(...drawn.map(Math.abs))).toBeLessThanOrEqual(5);
    const counts = [-5, -2.5, 0, 2.5].map(
      (from) => drawn.filter((ms) => ms >= from && ms < from + 2.5).length,
    );
    // 1000 in each quarter, give or take five standard deviations (√(4000 · ¼ · ¾) = 27).
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(137);
  });
});

it.each([
  [{ bitsPerSecond: null, roundTripMs: 30 }, 4 * 1024 * 1024],
  [{ bitsPerSecond: 100e6, roundTripMs: 30 }, 750_000],
  [{ bitsPerSecond: 1e6, roundTripMs: 1 }, 128 * 1024],
  [{ bitsPerSecond: 10e9, roundTripMs: 1000 }, 4 * 1024 * 1024],
])('limits the bytes in flight of a connection: %o', (network, bytes) => {
  expect(windowBytesOf(network)).toBe(bytes);
});
