import type { TrialProgress } from '../../contracts/engine-api.ts';
import type { TrialStatus, Verdict } from '../../contracts/words.ts';
import { worseVerdict } from './columns.ts';
import { type CellSeries, cellSeries, distinct, seriesKey } from './series.ts';

/** A row of the matrix of trials: one shape at one number of users. */
export interface MatrixRow {
  readonly shape: string;
  readonly users: number;
  /** True for the first row of its shape, which carries the shape's name. */
  readonly first: boolean;
  /** Parallel to the matrix's series: the repetitions of the cell in order. */
  readonly cells: readonly (readonly TrialProgress[])[];
}

export interface TrialMatrix {
  readonly series: readonly CellSeries[];
  readonly rows: readonly MatrixRow[];
}

/** Lays the trials of a run out: rows are shapes and users, columns protocols with TLS and client. */
export function trialMatrix(trials: readonly TrialProgress[]): TrialMatrix {
  const series = cellSeries(trials.map(({ cell }) => cell));
  const rows = distinct(trials.map(({ cell }) => cell.shape)).flatMap((shape) => {
    const own = trials.filter(({ cell }) => cell.shape === shape);
    const levels = distinct(own.map(({ cell }) => cell.users)).sort((a, b) => a - b);
    return levels.map((users, index) => ({
      shape,
      users,
      first: index === 0,
      cells: series.map(({ key }) =>
        own
          .filter(({ cell }) => cell.users === users && seriesKey(cell) === key)
          .sort((a, b) => a.repetition - b.repetition),
      ),
    }));
  });
  return { series, rows };
}

export interface Tally {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** How many trials have ended, and how many of them failed. */
export function tallyTrials(trials: readonly Pick<TrialProgress, 'status'>[]): Tally {
  const waiting = trials.filter(({ status }) => status === 'waiting' || status === 'running');
  const failed = trials.filter(({ status }) => status === 'failed');
  return { done: trials.length - waiting.length, failed: failed.length, total: trials.length };
}

export interface Outcomes {
  readonly completed: number;
  readonly failed: number;
  /** Trials that are suspect or client-bound. */
  readonly untrusted: number;
  /** In the measured windows of all trials. */
  readonly requests: { readonly ok: number; readonly failed: number };
}

/** What a run left behind, summed over its trials. */
export function tallyOutcomes(trials: readonly TrialProgress[]): Outcomes {
  const results = trials.flatMap(({ result }) => result ?? []);
  const count = (status: TrialStatus) => trials.filter((trial) => trial.status === status).length;
  return {
    completed: count('completed'),
    failed: count('failed'),
    untrusted: results.filter(({ client }) => client.verdict !== 'ok').length,
    requests: {
      ok: results.reduce((sum, { requests }) => sum + requests.ok, 0),
      failed: results.reduce((sum, { requests }) => sum + requests.failed, 0),
    },
  };
}

/** What one cell of the matrix says of its repetitions. */
export interface CellState {
  readonly status: TrialStatus;
  /** Mean throughput of the completed repetitions; null while there is none. */
  readonly throughputRps: number | null;
  readonly done: number;
  readonly total: number;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** Which status speaks for several: what runs, then what went wrong, then what is done. */
const precedence: readonly TrialStatus[] = [
  'running',
  'failed',
  'interrupted',
  'stopped',
  'skipped',
  'completed',
  'waiting',
];

/** Sums the repetitions of a cell up. */
export function cellState(trials: readonly TrialProgress[]): CellState {
  const completed = trials.filter(({ status }) => status === 'completed');
  const results = completed.flatMap(({ result }) => result ?? []);
  const total = results.reduce((sum, { throughputRps }) => sum + throughputRps, 0);
  return {
    status: precedence.find((one) => trials.some(({ status }) => status === one)) ?? 'waiting',
    throughputRps: results.length > 0 ? total / results.length : null,
    done: tallyTrials(trials).done,
    total: trials.length,
    verdict: results.reduce<Verdict>(
      (worst, { client }) => worseVerdict(worst, client.verdict),
      'ok',
    ),
    reasons: distinct(results.flatMap(({ client }) => client.reasons)),
  };
}
