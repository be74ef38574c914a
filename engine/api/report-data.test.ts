import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Report, type ReportFigure, reportFormat } from '../../contracts/report.ts';
import { twoCellRun } from '../../tests/support/opened-engine.ts';
import { makeCell, makeHistogram, makeInterval, makeRound } from '../../tests/support/records.ts';
import { storeRun } from '../../tests/support/run-files.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { openStore } from '../store/store.ts';
import { type CurveCache, gatherData } from './report-data.ts';

const report = (runIds: string[], figures: ReportFigure[]): Report => ({
  ...{ format: reportFormat, title: 'A', subtitle: '', authors: '', runIds },
  blocks: figures.map((figure, index) => ({ kind: 'figure', id: String(index), figure })) as never,
});

/** Two runs of four trials: the last of the first failed, as did both of gRPC of the second. */
function stored() {
  const store = openStore(join(temporaryFolder(), 'wirebench.db'));
  onTestFinished(() => store.close());
  const failing = (id: string, failed: readonly number[]) => ({
    trials: twoCellRun(id).trials.map((trial, index) => {
      const status = failed.includes(index) ? ('failed' as const) : ('completed' as const);
      const rounds = [makeRound(0, 5)];
      const intervals = [makeInterval(0, { latency: makeHistogram([1000 * (index + 1)]) })];
      const result = trial.result && { ...trial.result, status, rounds };
      return { ...trial, status, intervals, result };
    }),
  });
  storeRun(store, twoCellRun('aaaa', 1, failing('aaaa', [3])));
  storeRun(store, twoCellRun('bbbb', 2, failing('bbbb', [1, 3])));
  return store;
}
const { shape } = makeCell();
const percentiles = (runId: string, part: object = {}) =>
  ({ type: 'percentiles', runId, shape, level: 10, log: false, ...part }) as ReportFigure;

it('the data of a report has its runs, each once, without those that are gone', () => {
  const store = stored();
  const figures: ReportFigure[] = [
    { type: 'trials', runId: 'gone' },
    { type: 'trials', runId: 'bbbb' },
    { type: 'intervals', baselineId: 'aaaa', otherIds: ['bbbb'], metric: 'throughput' },
    { type: 'rounds', runId: 'bbbb', trialId: 'bbbb-2' },
    { type: 'heat-map', runId: 'aaaa', trialId: 'aaaa-1' },
    { type: 'heat-map', runId: 'bbbb', trialId: 'none' },
  ];
  const data = gatherData(store, report(['aaaa'], figures));
  expect(data.runs.map(({ run }) => run.id)).toEqual(['aaaa', 'bbbb']);
  expect(data.runs.map(({ trials }) => trials.map(({ rounds }) => rounds.length))).toEqual([
    [0, 0, 0, 0],
    [0, 0, 1, 0],
  ]);
  expect(Object.keys(data.heatMaps)).toEqual(['aaaa-1']);
  expect(data.heatMaps['aaaa-1']?.columns).toHaveLength(1);
  expect(data.curves).toEqual({});
  expect(Object.keys(data.comparisons)).toHaveLength(1);
  const { trials } = gatherData(store, report(['bbbb'], [])).runs[0] ?? {};
  expect(trials?.every(({ rounds }) => rounds.length === 0)).toBe(true);
});

it('the curves of a report are those of completed trials, or of all where none is', () => {
  const store = stored();
  const ends = (figures: ReportFigure[], cache?: CurveCache) => {
    const { curves } = gatherData(store, report(['aaaa', 'bbbb'], figures), cache);
    return Object.entries(curves).map(([id, { trials, count, curve }]) => [
      ...[id, trials, count, curve.at(-1)?.ms],
    ]);
  };
  expect(ends([percentiles('aaaa'), percentiles('bbbb'), percentiles('gone')])).toEqual([
    ['aaaa-0', 2, 2, 3],
    ['aaaa-1', 1, 1, 2],
    ['bbbb-0', 2, 2, 3],
    ['bbbb-1', 2, 2, 4],
  ]);
  expect(ends([percentiles('aaaa', { level: 11 })])).toEqual([]);
  expect(ends([percentiles('aaaa', { shape: 'other' })])).toEqual([]);
  const cache: CurveCache = new Map();
  ends([percentiles('aaaa')], cache);
  expect([...cache.keys()]).toEqual(['aaaa-0 aaaa-2', 'aaaa-1']);
  const known = { trials: 9, count: 9, curve: [], serviceCurve: null };
  cache.set('aaaa-1', known);
  expect(ends([percentiles('aaaa')], cache)[1]).toEqual(['aaaa-1', 9, 9, undefined]);
  for (let index = cache.size; index < 400; index++) cache.set(`x${index}`, known);
  ends([percentiles('aaaa')], cache);
  expect(cache.size).toBe(400);
  ends([percentiles('bbbb')], cache);
  expect([...cache.keys()]).toEqual(['bbbb-0 bbbb-2', 'bbbb-1 bbbb-3']);
});
