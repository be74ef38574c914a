import { expect, it } from 'vitest';
import type { Trend, TrendPoint } from '../../contracts/compare.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { trendAxis, trendFigure, trendNotes, trendSummary, trendTable } from './compareTrend.ts';

const cell: Cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' };
const point = (runId: string, value: number, part: Partial<TrendPoint> = {}): TrendPoint => ({
  runId,
  trials: 3,
  value,
  interval: { low: value * 0.9, high: value * 1.1 },
  verdict: 'ok',
  ...part,
});
const run = (id: string, words: string[] = []): Trend['runs'][number] => ({
  id,
  name: id,
  status: 'completed',
  startedAt: '2026-03-01T10:00:00.000Z',
  sameExperiment: true,
  counts: 'requests',
  changes: words.map((words) => {
    return { subject: 'CPU', baseline: 'x', other: 'y', likelihood: 'likely', words };
  }),
});
const trend: Trend = {
  metric: 'throughput',
  experiment: 'Example',
  counts: 'requests',
  runs: [run('a'), run('b', ['Other CPU']), run('c'), run('d', ['Other Node'])],
  omitted: 0,
  cells: [
    { cell, points: [point('a', 100), point('c', 300)] },
    { cell: { ...cell, protocol: 'soap' }, points: [point('b', 50)] },
    { cell: { ...cell, protocol: 'grpc' }, points: [] },
  ],
};

it('the figure of a trend places points at their runs, and numbers changes', () => {
  const figure = trendFigure(trend, () => true);
  expect(
    figure.lines.map(({ label, points }) => [label, points.map(({ place }) => place)]),
  ).toEqual([
    ['REST', [0, 2]],
    ['SOAP', [1]],
  ]);
  expect(figure.marks.map(({ number, place }) => [number, place])).toEqual([
    [1, 1],
    [2, 3],
  ]);
  expect(trendTable(figure).rows).toHaveLength(3);
  expect(trendSummary(figure)).toContain('REST: 100, 300. SOAP: 50.');
});

it('the figure of a trend shows the chosen cells', () => {
  const figure = trendFigure(trend, ({ protocol }) => protocol === 'soap');
  expect(figure.lines.map(({ label }) => label)).toEqual(['SOAP']);
});

it('the figure of a trend shows what plans count, and the number of runs without points because they count something else', () => {
  const ofPlans = { ...trend, counts: 'iterations' as const };
  const figure = trendFigure(ofPlans, () => true);
  expect(trendAxis(figure, new Set()).unit.unit).toBe('iterations/s');
  expect(trendTable(figure).header).toContain('Throughput (iterations/s)');
  expect(trendNotes(figure)).toEqual(['4 runs count requests instead: they have no points.']);
  expect(trendNotes(trendFigure(trend, () => true))).toEqual([]);
  const cpu = trendFigure({ ...ofPlans, metric: 'serverCpu' }, () => true);
  expect(trendAxis(cpu, new Set()).unit.unit).toBe('µs per iteration');
});

it('the figure of a trend has an axis from zero for visible cells that no extreme interval stretches', () => {
  const wild = point('a', 100, { interval: { low: 1, high: 100_000 } });
  const figure = trendFigure({ ...trend, cells: [{ cell, points: [wild] }] }, () => true);
  expect(trendAxis(figure, new Set()).scale).toMatchObject({ min: 0, max: 200 });
  const hidden = new Set(figure.lines.map(({ key }) => key));
  expect(trendAxis(figure, hidden).scale.max).toBe(1);
  const latency = trendFigure(
    { ...trend, metric: 'p99', cells: [{ cell, points: [point('a', 0.4)] }] },
    () => true,
  );
  expect(trendAxis(latency, new Set()).unit.unit).toBe('µs');
});
