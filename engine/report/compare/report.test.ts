import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparedMetrics,
  comparisonReportSchema,
  type MetricComparison,
} from '../../../contracts/compare.ts';
import type { Cell } from '../../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { trialsOf } from '../../../tests/support/made-finding.ts';
import { makeCell, makeHead, makeResult, makeRound } from '../../../tests/support/records.ts';
import { cellsOfRun, type MeasuredRun } from './measured-run.ts';
import { compareCells, compareRuns } from './report.ts';
import { trendOf } from './trend.ts';

interface CellTrials {
  readonly cell?: Partial<Cell>;
  readonly rps: readonly number[];
  readonly part?: Partial<TrialResult>;
}

/** A run with one trial for each throughput of each cell. */
const runOf = (id: string, cells: readonly CellTrials[]): MeasuredRun => ({
  head: makeHead({ id, name: id }),
  trials: cells.flatMap(({ cell, rps, part }) => trialsOf([[makeCell(cell), rps]], part)),
});

function throughputOf(baseline: CellTrials, other: CellTrials): MetricComparison | undefined {
  const report = compareRuns(runOf('a', [baseline]), [runOf('b', [other])], ['throughput']);
  return report.rows[0]?.metrics[0];
}

describe('a comparison of runs', () => {
  it('warns that the results of a ladder are averages over its levels', () => {
    const rounds = [10, 20].map((users, index) => makeRound(index, 0, { users }));
    const ladder = { rps: [1000], part: { rounds, headlineRound: null } };
    const report = compareRuns(runOf('a', [ladder]), [runOf('b', [{ rps: [900] }])]);
    expect(report.rows[0]?.cautions).toMatchSnapshot();
  });

  it('names cells that did not do the same work, of the same experiment alone', () => {
    const none = { connections: 0, handshakes: 0, resumed: 0 };
    const opened = (connections: number) => {
      const all = { ...none, connections };
      return { opened: { measured: all, all } };
    };
    const [kept, reopened] = [opened(0), opened(40_000)].map((part) => ({
      rps: [1000, 1010],
      part,
    }));
    if (!kept || !reopened) throw new Error('two sides were made');
    const rowOf = (other: MeasuredRun) => compareRuns(runOf('a', [kept]), [other]).rows[0];
    const row = rowOf(runOf('b', [reopened]));
    expect(row?.unlike).toEqual([
      {
        code: 'connections',
        sentence:
          'the baseline kept its connections and the other opened a connection for each request.',
      },
    ]);
    expect(row?.cautions[0]).toMatch(/^Not the same work: the baseline kept/);
    expect(rowOf(runOf('b', [kept]))?.unlike).toBeUndefined();
    const changed = runOf('b', [reopened]);
    const head = { ...changed.head, experiment: 'connections: per-request' };
    expect(rowOf({ ...changed, head })?.unlike).toBeUndefined();
  });

  it('finds a difference, with its ratio in three forms', () => {
    const found = throughputOf({ rps: [1000, 1010, 990] }, { rps: [1800, 1820, 1790] });
    expect(found).toMatchObject({
      finding: 'different',
      baseline: { trials: 3, low: 990, high: 1010 },
    });
    const forms = { times: 1.803, percentOf: 180.3, percentChange: 80.3 };
    for (const [form, value] of Object.entries(forms)) {
      expect(found?.ratio?.[form as keyof typeof forms]).toBeCloseTo(value, 1);
    }
    expect(found?.ratio?.times).toBeCloseTo(1.803, 3);
    expect(found?.words).toMatchSnapshot();
  });

  it('finds none where there is none', () => {
    const found = throughputOf({ rps: [1000, 1050, 990] }, { rps: [1010, 980, 1040] });
    expect(found?.finding).toBe('undetected');
    expect(found?.words).toMatchSnapshot();
  });

  it.each([
    ['one trial each', [1000], [1800], 1.8],
    ['one trial of the baseline', [1000], [1800, 1801], 1.8],
    ['no scatter', [1000, 1000], [1500, 1500], 1.5],
    ['a zero', [1000, 0], [1500, 1400], null],
  ])('has no interval for %s', (_name, baseline, other, times) => {
    const found = throughputOf({ rps: baseline }, { rps: other });
    expect(found).toMatchObject({ finding: 'untold', interval: null, p: null, adjustedP: null });
    if (times === null) expect(found?.ratio).toBeNull();
    else expect(found?.ratio?.times).toBeCloseTo(times, 3);
  });

  it('corrects over all comparisons, and calls overturned findings tentative', () => {
    const noisy = { rps: [1000, 1030, 985], cell: { users: 1 } };
    const better = { rps: [1060, 1085, 1075], cell: { users: 1 } };
    expect(throughputOf(noisy, better)?.finding).toBe('different');
    const same = (run: number) =>
      Array.from({ length: 20 }, (_, index) => ({
        cell: { users: 10 + index },
        rps: [1000 + run, 1040 - index, 990 + index],
      }));
    const [baseline, other] = [runOf('a', [noisy, ...same(0)]), runOf('b', [better, ...same(3)])];
    const report = compareRuns(baseline, [other], ['throughput']);
    const found = report.rows[0]?.metrics[0];
    expect(report.tests).toBe(21);
    expect(found?.finding).toBe('tentative');
    expect(found?.adjustedP).toBeCloseTo(21 * (found?.p ?? 0), 10);
    expect(found?.words).toContain('among 21 comparisons');
  });

  it('gives no ratio of requests to iterations, tests nothing, and says why', () => {
    const requests = { rps: [1000, 1010, 990] };
    const iterations = { rps: [20, 21, 22], part: { counts: 'iterations' as const } };
    const report = compareRuns(runOf('a', [requests]), [runOf('b', [iterations])]);
    expect(report.tests).toBe(0);
    expect(report.rows[0]?.counts).toEqual({ baseline: 'requests', other: 'iterations' });
    for (const metric of report.rows[0]?.metrics ?? []) {
      expect(metric).toMatchObject({ finding: 'unlike', ratio: null, interval: null, p: null });
    }
    expect(report.rows[0]?.metrics[0]?.baseline.mean).toBeCloseTo(Math.cbrt(1000 * 1010 * 990), 9);
    expect(report.rows[0]?.cautions.join(' ')).toContain('They count different things');
    const alike = compareRuns(runOf('a', [iterations]), [runOf('b', [iterations])], ['p95']);
    expect(alike.rows[0]?.metrics[0]?.words).toContain('times the p95 time of an iteration');
  });

  it('matches cells by all their levels and lists the others', () => {
    const baseline = runOf('a', [{ rps: [1, 2] }, { rps: [1, 2], cell: { tls: 'on' } }]);
    const other = runOf('b', [{ rps: [1, 2] }, { rps: [1, 2], cell: { client: 'library' } }]);
    const report = compareRuns(baseline, [other]);
    expect(report.rows.map(({ other: { cell } }) => cell)).toEqual([makeCell()]);
    expect(report.unmatched).toEqual([
      { runId: 'a', cell: makeCell({ tls: 'on' }), missingIn: 'b' },
      { runId: 'b', cell: makeCell({ client: 'library' }), missingIn: 'a' },
    ]);
    expect(report.runs.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('warns of trials that were suspect, failed or not completed', () => {
    const client = { ...makeResult('x').client, verdict: 'client-bound' as const };
    const requests = { ok: 90, failed: 10, dropped: 0 };
    const other = runOf('b', [{ rps: [1000, 1010], part: { client, requests } }]);
    const stopped = makeResult('s', { status: 'stopped' });
    const baseline = runOf('a', [{ rps: [1000, 1010] }]);
    const report = compareRuns({ ...baseline, trials: [...baseline.trials, stopped] }, [other]);
    expect(report.rows[0]?.verdict).toBe('client-bound');
    expect(report.rows[0]?.cautions).toMatchSnapshot();
    expect(report.rows[0]?.metrics[0]?.baseline.trials).toBe(2);
  });

  it('matches its schema and is consistent, whatever was measured', () => {
    const rps = fc.array(fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1e6, noNaN: true })), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(rps, rps, fc.nat(3), (a, b, failed) => {
        const part = { requests: { ok: failed, failed, dropped: 0 }, server: null };
        const report = compareRuns(runOf('a', [{ rps: a }]), [runOf('b', [{ rps: b, part }])]);
        comparisonReportSchema.parse(report);
        for (const { metrics } of report.rows) {
          expect(metrics.map(({ metric }) => metric)).toEqual([...comparedMetrics]);
          for (const { interval, ratio, p, adjustedP, finding } of metrics) {
            expect(finding === 'untold').toBe(interval === null);
            if (interval === null) continue;
            expect(interval.low).toBeLessThanOrEqual(ratio?.times ?? 0);
            expect(adjustedP ?? 0).toBeGreaterThanOrEqual(p ?? 1);
          }
        }
      }),
    );
  });
});

describe('a comparison of cells', () => {
  const run = runOf('a', [
    { rps: [1000, 1010, 1020] },
    { rps: [500, 510, 505], cell: { protocol: 'soap' } },
    { rps: [400, 410, 405], cell: { protocol: 'grpc', tls: 'on' } },
  ]);

  it('compares any cells of one run, and names the factors in which they differ', () => {
    const [rest, ...others] = cellsOfRun(run);
    if (!rest) throw new Error('no cell');
    const report = compareCells(rest, others, ['throughput']);
    expect(report.runs).toHaveLength(1);
    const subjects = report.rows.map(({ factors }) => factors.map(({ subject }) => subject).join());
    expect(subjects).toEqual(['Protocol', 'Protocol,TLS']);
    expect(report.rows[1]?.cautions).toMatchSnapshot();
    expect(report.rows[0]?.metrics[0]?.ratio?.times).toBeCloseTo(0.5, 2);
  });
});

describe('a trend', () => {
  it('has no points for runs with another unit of work', () => {
    const ofPlan = { rps: [20], part: { counts: 'iterations' as const } };
    const runs = [runOf('a', [{ rps: [100] }]), runOf('b', [ofPlan])].map((run) => ({
      run,
      sameExperiment: true,
    }));
    const trend = trendOf('throughput', runs, [makeCell()], 'iterations');
    expect(trend.cells[0]?.points.map(({ runId }) => runId)).toEqual(['b']);
    expect(trend.runs.map(({ counts }) => counts)).toEqual(['requests', 'iterations']);
  });

  it('has a point for each run with results, with the changes before it', () => {
    const runs = [runOf('a', [{ rps: [100, 110] }]), runOf('b', []), runOf('c', [{ rps: [200] }])];
    const changed = runs.map((run, index) => {
      const environment = { ...run.head.environment, cores: index < 2 ? 4 : 8 };
      return {
        run: { ...run, head: makeHead({ ...run.head, environment }) },
        sameExperiment: true,
      };
    });
    const { cells, runs: listed } = trendOf('throughput', changed, [makeCell()], 'requests');
    const places = cells[0]?.points.map(({ runId, trials }) => `${runId} ${trials}`);
    expect(places).toEqual(['a 2', 'c 1']);
    expect(cells[0]?.points[0]?.value).toBeCloseTo(Math.sqrt(100 * 110), 6);
    expect(cells[0]?.points[1]?.interval).toBeNull();
    expect(listed.at(-1)?.changes.map(({ words }) => words)).toContain('Cores: 8 vs 4');
  });
});
