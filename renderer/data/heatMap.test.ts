import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, type HeatMap } from '../../contracts/heat-map.ts';
import { testPoint } from '../../tests/support/shown-trials.ts';
import {
  gridOfMap,
  gridOfMoments,
  heatRuns,
  heatSteps,
  heatTable,
  latencyTicks,
  readHeat,
  stepScale,
} from './heatMap.ts';
import { historyOf, wholeTrial } from './liveHistory.ts';

const map: HeatMap = {
  edgesMs: [1, 1.26, 1.58, 2],
  columns: [
    { startSeconds: 0, seconds: 1, counts: [5, 0, 1] },
    { startSeconds: 1, seconds: 1, counts: [5, 0, 0] },
    { startSeconds: 2, seconds: 1, counts: [0, 900, 0] },
  ],
};
const requests = (cells: readonly number[]) =>
  cells.reduce((sum, value, at) => sum + (at % 2 === 1 ? value : 0), 0);

describe('a heat map of live moments', () => {
  it('contains every request of the trial, however long it lasts', () => {
    const bands = fc
      .dictionary(fc.integer({ min: 0, max: 70 }).map(String), fc.integer({ min: 1, max: 500 }))
      .map((counts) =>
        Object.entries(counts)
          .sort(([a], [b]) => Number(a) - Number(b))
          .flatMap(([band, count]) => [Number(band), count]),
      );
    fc.assert(
      fc.property(fc.array(bands, { minLength: 1, maxLength: 1500 }), (points) => {
        const history = historyOf(
          points.map((own, index) => testPoint({ at: (index + 1) / 4, bands: own })),
        );
        const grid = gridOfMoments(wholeTrial(history));
        const given = points.reduce((sum, own) => sum + requests(own), 0);
        const drawn = grid?.columns.reduce((sum, column) => sum + requests(column.bands), 0) ?? 0;
        expect(drawn).toBe(given);
        const rows = (grid?.edgesMs.length ?? 1) - 1;
        for (const column of grid?.columns ?? []) {
          column.bands.forEach((value, at) => {
            const row = value - (grid?.firstBand ?? 0);
            if (at % 2 === 0) expect(row >= 0 && row < rows).toBe(true);
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('is null if no moment has bands, and finds the cell under a point', () => {
    expect(gridOfMoments([])).toBeNull();
    expect(gridOfMoments(wholeTrial(historyOf([testPoint({ bands: [] })])))).toBeNull();
    const history = historyOf([testPoint({ at: 0.25, bands: [bandOf(1500), 7] })]);
    const grid = gridOfMoments(wholeTrial(history));
    if (!grid) throw new Error('no grid');
    expect(readHeat(grid, 0.1, 0)).toMatchObject({ start: 0, end: 0.25, count: 7 });
    expect(readHeat(grid, 0.3, 0)).toBeNull();
    expect(readHeat(grid, 0.1, 3)).toBeNull();
  });
});

it('the colours of a heat map rise evenly with the logarithm of the rate, and neighbours of one colour are one shape', () => {
  const { steps } = gridOfMap(map);
  expect(steps).toHaveLength(heatSteps);
  const stepOf = stepScale(steps);
  expect(stepOf(1)).toBe(0);
  expect(stepOf(0.2)).toBe(0);
  expect(stepOf(1e9)).toBe(heatSteps - 1);
  const ratios = steps.slice(1).map((step, at) => step / (steps[at] ?? 1));
  for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0] ?? 0, 9);
  expect(stepOf(900)).toBeGreaterThanOrEqual(heatSteps - 2);
  steps.forEach((rate, step) => {
    expect(stepOf(rate)).toBe(step);
  });
  const runs = heatRuns(gridOfMap(map)).flat();
  expect(runs).toHaveLength(3);
  expect(runs).toContainEqual({ row: 0, start: 0, end: 2 });
});

it('the table of a heat map has a line for each period, and its axis round latencies', () => {
  const { header, rows } = heatTable('Latency', gridOfMap(map));
  expect(header).toEqual(['From (s)', 'To (s)', '1–1.26 ms', '1.26–1.58 ms', '1.58–2 ms']);
  expect(rows).toEqual([
    [0, 1, 5, 0, 1],
    [1, 2, 5, 0, 0],
    [2, 3, 0, 900, 0],
  ]);
  expect(latencyTicks([0.05, 300])).toEqual([0.1, 1, 10, 100]);
  expect(latencyTicks([0.9, 25])).toEqual([1, 2, 5, 10, 20]);
});
