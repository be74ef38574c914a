import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../engine/stats/random.ts';
import { growthOf, growthPerHour } from './memory.ts';

describe('memory over time', () => {
  const samples = (bytesAt: (second: number) => number) =>
    Array.from({ length: 120 }, (_, index) => ({
      atSeconds: index * 30,
      value: bytesAt(index * 30),
    }));
  const random = seededRandom(11);
  const noise = () => random() * 1e7;

  it('is flat where it only goes up and down', () => {
    const flat = samples(() => 200e6 + noise());
    expect(growthOf(flat)).toBeNull();
    const growth = growthPerHour(flat);
    expect(growth?.low).toBeLessThan(0);
    expect(growth?.high).toBeGreaterThan(0);
  });

  it('grows where it does, beyond what noise could do', () => {
    const growing = samples((second) => 200e6 + noise() + second * 30_000);
    expect(growthOf(growing)).toMatch(/^it grows by 1\d\d MB an hour/);
    expect(growthPerHour(growing)?.slope).toBeGreaterThan(95e6);
  });

  it('may grow in the beginning', () => {
    expect(growthOf(samples((second) => 200e6 + Math.min(second, 900) * 1e5))).toBeNull();
  });
});
