import { describe, expect, it } from 'vitest';
import { makeHistogram, makeInterval } from '../../tests/support/records.ts';
import { heatMapOf } from './heat-map.ts';

describe('latency over time', () => {
  it('counts every request once, in bands that rise evenly on a logarithmic axis', () => {
    const intervals = [
      makeInterval(0, { latency: makeHistogram([100, 250, 90_000]) }),
      makeInterval(1, { latency: makeHistogram([100]) }),
    ];
    const { edgesMs, columns } = heatMapOf(intervals);
    expect(columns.map(({ counts }) => counts.reduce((sum, count) => sum + count, 0))).toEqual([
      3, 1,
    ]);
    expect(columns[0]?.counts).toHaveLength(edgesMs.length - 1);
    expect(edgesMs[0]).toBeCloseTo(0.1, 6);
    expect(edgesMs.at(-1)).toBeGreaterThan(90);
    const ratios = edgesMs.slice(1).map((edge, index) => edge / (edgesMs[index] ?? 1));
    for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0] ?? 0, 9);
  });

  it('is empty for a trial in which nothing succeeded', () => {
    expect(heatMapOf([makeInterval(0, { latency: makeHistogram([]) })])).toEqual({
      edgesMs: [],
      columns: [],
    });
  });

  it('joins the seconds of a long trial', () => {
    const intervals = Array.from({ length: 1000 }, (_, index) => makeInterval(index));
    expect(heatMapOf(intervals).columns).toHaveLength(200);
  });
});
