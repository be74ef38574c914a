import { describe, expect, it } from 'vitest';
import { type Noise, noises, simulate } from '../../support/simulation/noise.ts';
import { testTimeoutMs } from '../../support/timeouts.ts';

const experiments = 10_000;
/** Three standard deviations of a share of 5 % among so many experiments. */
const room = 3 * Math.sqrt((0.05 * 0.95) / experiments);

describe.each(Object.keys(noises) as Noise[])('10,000 experiments with %s noise', (noise) => {
  it.each([2, 3])(
    'call one of %i equal cells faster, and miss the ratio, in 1 of 20 at most',
    (cells) => {
      const { decided, missed } = simulate(noise, { experiments, cells, ratio: 1, seed: 5 });
      expect(decided).toBeLessThan(0.05 + room);
      expect(missed).toBeLessThan(0.05 + room);
    },
    testTimeoutMs,
  );

  it('decide a factor of 1.3 the right way, and its interval covers it', () => {
    const found = simulate(noise, { experiments: 3000, cells: 2, ratio: 1.3, seed: 9 });
    expect(found.decided).toBeGreaterThan(0.95);
    expect(found.wrong).toBeLessThan(0.001);
    expect(found.missed).toBeLessThan(0.05 + room);
  });
});
