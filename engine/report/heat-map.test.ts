import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heatMapSchema } from '../../contracts/heat-map.ts';
import { interval } from '../../tests/support/ticks.ts';
import { heatMapOf } from './heat-map.ts';

const second = (at: number, latencies: readonly number[]) =>
  interval('measured', latencies, { index: at, startMs: at * 1000 });
const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

describe('heatMapOf', () => {
  it('puts each request into the column of its second and the band of its latency', () => {
    const map = heatMapOf([second(0, [1000, 1100, 20_000]), second(1, [1500])]);
    expect(heatMapSchema.parse(map)).toEqual(map);
    expect(map.edgesMs[0]).toBeCloseTo(1, 9);
    expect(map.edgesMs.at(-1)).toBeCloseTo(25.12, 2);
    const times = map.columns.map(({ startSeconds, seconds }) => `${startSeconds} ${seconds}`);
    expect(times).toEqual(['0 1', '1 1']);
    expect(map.columns[0]?.counts).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(map.columns[1]?.counts.indexOf(1)).toBe(1);
  });

  it('has evenly spaced bands, and loses nothing, however long the trial', () => {
    const seconds = fc.array(fc.array(fc.integer({ min: 1, max: 1e7 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 1500,
    });
    fc.assert(
      fc.property(seconds, (latencies) => {
        const { columns, edgesMs } = heatMapOf(latencies.map((own, at) => second(at, own)));
        const counts = columns.map((column) => total(column.counts));
        expect(total(counts)).toBe(latencies.flat().length);
        expect(columns.length).toBeLessThanOrEqual(600);
        if (edgesMs.length === 0) return;
        expect(total(columns.map((column) => column.seconds))).toBeCloseTo(latencies.length, 6);
        expect(columns.every((column) => column.counts.length === edgesMs.length - 1)).toBe(true);
        edgesMs.slice(1).forEach((edge, at) => {
          expect(edge / (edgesMs[at] ?? 0)).toBeCloseTo(10 ** 0.1, 9);
        });
      }),
      { numRuns: 20 },
    );
  });

  it('has at most the requested number of columns, the last of what is left over', () => {
    const { columns } = heatMapOf(
      Array.from({ length: 1001 }, (_, at) => second(at, [5])),
      240,
    );
    const counts = columns.map((column) => total(column.counts));
    expect(counts).toEqual([...Array(125).fill(8), 1]);
  });

  it('leaves the drain out, and is empty where nothing succeeded', () => {
    expect(heatMapOf([interval('drain', [5])])).toEqual({ edgesMs: [], columns: [] });
    expect(heatMapOf([second(0, [])])).toEqual({ edgesMs: [], columns: [] });
  });
});
