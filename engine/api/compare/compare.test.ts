import { describe, expect, it } from 'vitest';
import { compareLimits } from '../../../contracts/compare.ts';
import {
  failing,
  openedEngine,
  twoCellExperiment,
  twoCellRun,
  twoCells,
} from '../../../tests/support/opened-engine.ts';
import { makeInterval } from '../../../tests/support/records.ts';
import { makeFileTrial } from '../../../tests/support/run-files.ts';

const [rest, grpc] = twoCells;
const later = { startedAt: '2026-03-02T10:00:00.000Z' };

describe('comparing', () => {
  const runs = [twoCellRun('aaaa'), twoCellRun('bbbb', 2, later)];
  const metrics = ['throughput'] as const;

  it('compares runs with their baseline', async () => {
    const { api } = await openedEngine(runs);
    const { rows } = await api.compare.runs({
      baseline: 'aaaa',
      others: ['bbbb'],
      metrics: [...metrics],
    });
    expect(
      rows.map(({ baseline, other, metrics: [one] }) => [
        `${baseline.runId} ${other.runId} ${other.cell.protocol}`,
        one?.ratio?.times,
      ]),
    ).toEqual([
      ['aaaa bbbb rest', 2],
      ['aaaa bbbb grpc', 2],
    ]);
  });

  it('compares cells of any runs', async () => {
    const { api } = await openedEngine(runs);
    const baseline = { runId: 'aaaa', cell: rest };
    const others = [
      { runId: 'aaaa', cell: grpc },
      { runId: 'bbbb', cell: grpc },
    ];
    const { rows } = await api.compare.cells({ baseline, others, metrics: [...metrics] });
    expect(rows.map(({ metrics: [one] }) => one?.ratio?.times)).toEqual([
      expect.closeTo(2),
      expect.closeTo(4),
    ]);
  });

  it('refuses too many, the same twice, and a cell without results', async () => {
    const { api } = await openedEngine(runs);
    const invalid = failing('COMPARISON_INVALID');
    const names = (count: number) =>
      Array.from({ length: count }, (_none, index) => `run-${index}`);
    const compare = (others: string[]) => api.compare.runs({ baseline: 'aaaa', others });
    await expect(compare(names(compareLimits.runs + 1))).rejects.toThrow(invalid);
    await expect(compare(names(compareLimits.runs))).rejects.toThrow(failing('RUN_NOT_FOUND'));
    await expect(compare(['bbbb', 'aaaa'])).rejects.toThrow(invalid);
    await expect(compare(['bbbb', 'bbbb'])).rejects.toThrow(invalid);
    const cellsAt = (users: number[]) =>
      api.compare.cells({
        baseline: { runId: 'aaaa', cell: rest },
        others: users.map((one) => ({ runId: 'aaaa', cell: { ...rest, users: one } })),
      });
    const users = Array.from({ length: compareLimits.cells + 1 }, (_none, index) => 100 + index);
    await expect(cellsAt(users)).rejects.toThrow(/41 cells/);
    await expect(cellsAt(users.slice(1))).rejects.toThrow(/has no cell rest · small · 101 users/);
    await expect(cellsAt([10])).rejects.toThrow(/listed twice/);
  });

  it('pools the curve of a cell', async () => {
    const { api } = await openedEngine(runs);
    const curve = await api.compare.curve({ runId: 'aaaa', cell: grpc });
    expect(curve).toMatchObject({
      runId: 'aaaa',
      cell: grpc,
      trials: 2,
      requests: 12,
      counts: 'requests',
    });
    expect([curve.curve[0], curve.curve.at(-1)]).toEqual([
      { share: 0, ms: 0.25 },
      { share: 1, ms: 12.345 },
    ]);
    expect(curve.serviceCurve?.[0]).toEqual({ share: 0, ms: 0.005 });
  });

  it('pools only completed trials, and has no second curve where it is the same', async () => {
    const trials = twoCellRun('cccc').trials.map((trial) => ({
      ...trial,
      intervals: [makeInterval(0)],
      ...(trial.planned.index === 3 &&
        trial.result && {
          status: 'failed' as const,
          result: { ...trial.result, status: 'failed' as const },
        }),
    }));
    const { api } = await openedEngine([twoCellRun('cccc', 1, { trials })]);
    expect(await api.compare.curve({ runId: 'cccc', cell: grpc })).toMatchObject({
      trials: 1,
      requests: 3,
      serviceCurve: null,
    });
    expect(await api.compare.curve({ runId: 'cccc', cell: rest })).toMatchObject({
      trials: 2,
      requests: 6,
    });
  });
});

describe('the trend of an experiment', () => {
  it('has its runs, oldest first, and those with its name', async () => {
    const day = (date: number, experiment = twoCellExperiment()) => ({
      startedAt: `2026-03-${10 + date}T10:00:00.000Z`,
      experiment,
    });
    const { api } = await openedEngine([
      twoCellRun('first', 1, day(1)),
      twoCellRun('second', 2, day(2, twoCellExperiment('Other name'))),
      twoCellRun('third', 3, day(3, twoCellExperiment('Example', '20s'))),
      twoCellRun('fourth', 4, day(4, twoCellExperiment('Unrelated', '30s'))),
      twoCellRun('fifth', 5, day(5, 'not an experiment')),
      twoCellRun('empty', 1, {
        ...day(6),
        trials: [
          makeFileTrial(0, {
            id: 'none',
            status: 'waiting',
            result: null,
            startedAt: null,
            intervals: [],
          }),
        ],
      }),
    ]);
    const trend = await api.compare.trend({ runId: 'first' });
    expect(trend).toMatchObject({ metric: 'throughput', experiment: 'Example', omitted: 0 });
    expect(trend.runs.map(({ id, sameExperiment }) => [id, sameExperiment])).toEqual([
      ['first', true],
      ['second', true],
      ['third', false],
    ]);
    expect(trend.cells.map(({ cell }) => cell.protocol)).toEqual(['rest', 'grpc']);
    expect(trend.cells[0]?.points.map(({ value }) => Math.round(value))).toEqual([
      1015, 2030, 3045,
    ]);
    const unread = await api.compare.trend({ runId: 'fifth', metric: 'p95' });
    expect(unread).toMatchObject({ metric: 'p95', experiment: 'Run fifth' });
    expect(unread.runs.map(({ id }) => id)).toEqual(['fifth']);
    expect(unread.cells[0]?.points[0]?.value).toBeCloseTo(4);
  });

  it('has the newest within its limit, and always the wanted one', async () => {
    const runs = Array.from({ length: compareLimits.trendRuns + 2 }, (_none, index) =>
      twoCellRun(`run-${index}`, 1, {
        startedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
        trials: twoCellRun(`run-${index}`)
          .trials.slice(0, 1)
          .map((trial) => ({ ...trial, intervals: [] })),
      }),
    );
    const { api } = await openedEngine(runs);
    const of = async (runId: string) => {
      const trend = await api.compare.trend({ runId });
      return [trend.omitted, trend.runs.length, trend.runs[0]?.id, trend.runs[1]?.id];
    };
    expect(await of('run-61')).toEqual([2, 60, 'run-2', 'run-3']);
    expect(await of('run-0')).toEqual([1, 61, 'run-0', 'run-2']);
  });
});
