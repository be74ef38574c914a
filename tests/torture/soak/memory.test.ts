import { describe, expect, it } from 'vitest';
import { growthOf, slopeOf } from './memory.ts';

describe('memory over time', () => {
  const samples = (bytesAt: (second: number) => number) =>
    Array.from({ length: 120 }, (_, index) => ({
      atSeconds: index * 30,
      bytes: bytesAt(index * 30),
    }));
  const noise = (second: number) => ((second * 7919) % 97) * 1e5;

  it('is flat where it only goes up and down', () => {
    const flat = samples((second) => 200e6 + noise(second));
    expect(growthOf(flat)).toBeNull();
    const slope = slopeOf(flat);
    expect(slope?.low).toBeLessThan(0);
    expect(slope?.high).toBeGreaterThan(0);
  });

  it('grows where it does, beyond what noise could do', () => {
    const growing = samples((second) => 200e6 + noise(second) + second * 30_000);
    expect(growthOf(growing)).toMatch(/^it grows by 1\d\d MB an hour/);
    expect(slopeOf(growing)?.perHour).toBeGreaterThan(95e6);
  });

  it('may grow in the beginning', () => {
    expect(growthOf(samples((second) => 200e6 + Math.min(second, 900) * 1e5))).toBeNull();
  });
});
