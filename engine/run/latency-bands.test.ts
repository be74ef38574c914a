import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addBands, bandEdgeMs, bandOf, bandsPerDecade } from '../../contracts/heat-map.ts';
import { Histogram } from '../stats/histogram.ts';
import { bandsOf } from './latency-bands.ts';

const latencies = fc.array(fc.integer({ min: 0, max: 3_600_000_000 }), { maxLength: 200 });
const histogramOf = (values: readonly number[]) => {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
};
const counted = (bands: readonly number[]) =>
  bands.reduce((sum, one, at) => sum + (at % 2 === 1 ? one : 0), 0);

it('bands of latency have ten edges in a factor of ten, the first at a microsecond', () => {
  expect(bandEdgeMs(0)).toBe(0.001);
  expect(bandEdgeMs(3 * bandsPerDecade)).toBeCloseTo(1, 12);
  expect(bandEdgeMs(3 * bandsPerDecade + 3)).toBeCloseTo(1.995, 3);
});

it('bands of latency contain the values between their edges', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 3.6e9, noNaN: true }), (us) => {
      const band = bandOf(us);
      expect(us / 1000).toBeGreaterThanOrEqual(bandEdgeMs(band) * (1 - 1e-9));
      expect(us / 1000).toBeLessThan(bandEdgeMs(band + 1) * (1 + 1e-9));
    }),
  );
  for (let band = 0; band < 95; band++) expect(bandOf(bandEdgeMs(band) * 1000)).toBe(band);
  expect(bandOf(0)).toBe(0);
});

it('bands of latency count every request once, in rising bands', () => {
  fc.assert(
    fc.property(latencies, (values) => {
      const bands = bandsOf(histogramOf(values));
      expect(counted(bands)).toBe(values.length);
      const names = bands.filter((_, at) => at % 2 === 0);
      expect(names).toEqual([...new Set(names)].sort((a, b) => a - b));
    }),
  );
});

it('bands of latency add up as their histograms do', () => {
  fc.assert(
    fc.property(latencies, latencies, (one, other) => {
      const sum = addBands(bandsOf(histogramOf(one)), bandsOf(histogramOf(other)));
      expect(sum).toEqual(bandsOf(histogramOf([...one, ...other])));
    }),
  );
});
