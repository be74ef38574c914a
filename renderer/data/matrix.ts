import type { TrialProgress } from '../../contracts/engine-api.ts';
import { type Cell, describeSurroundings } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import {
  clientKinds,
  type LevelUnit,
  type Protocol,
  protocols,
  type TrialStatus,
  tlsLevels,
  type Verdict,
} from '../../contracts/words.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { type Repeated, repeated } from '../../metrics/central.ts';
import { levelOf, levelsOfCells, levelUnit } from '../../metrics/levels.ts';
import { hasFigures } from '../../metrics/trial-columns.ts';
import { worseVerdict } from './columns.ts';
import { distinct, surroundingWords } from './series.ts';

/** A row of the matrix of trials: one shape at one level of load, one TLS level, one client and one level of the surroundings. */
export interface MatrixRow {
  readonly key: string;
  readonly shape: string;
  /** Users or arrivals per second; null where the load sets its own levels. */
  readonly level: number | null;
  /** `TLS, library, Go`: TLS level, client and surroundings, if the run varies them. */
  readonly detail: string;
  /** Whether the row is the first of its shape, and of its level within it: it carries the name. */
  readonly first: boolean;
  readonly firstOfLevel: boolean;
  /** Parallel to the matrix's protocols: the repetitions of the cell in order. */
  readonly cells: readonly (readonly TrialProgress[])[];
}

export interface TrialMatrix {
  readonly protocols: readonly Protocol[];
  /** Unit of the levels; null where the load sets its own. */
  readonly of: LevelUnit | null;
  /** Whether rows differ in TLS level, client or surroundings. */
  readonly detailed: boolean;
  readonly rows: readonly MatrixRow[];
}

/** TLS level, client and surroundings. */
interface Manner {
  readonly key: string;
  readonly label: string;
}

const mannerKey = (cell: Cell) => [cell.tls, cell.client, ...describeSurroundings(cell)].join('/');

/** The combinations of TLS level, client and surroundings that occur, in the order in which people name them. */
function mannersOf(cells: readonly Cell[]): Manner[] {
  const variesTls = distinct(cells.map(({ tls }) => tls)).length > 1;
  const variesClient = distinct(cells.map(({ client }) => client)).length > 1;
  const rank = ({ tls, client }: Cell) => tlsLevels.indexOf(tls) * 10 + clientKinds.indexOf(client);
  return [...new Map(cells.map((cell) => [mannerKey(cell), cell]))]
    .sort(([, a], [, b]) => rank(a) - rank(b))
    .map(([key, cell]) => ({
      key,
      label: [
        ...(variesTls ? [tlsLabel(cell.tls)] : []),
        ...(variesClient ? [cell.client] : []),
        ...surroundingWords(cell, cells),
      ].join(', '),
    }));
}

/**
 * Lays the trials of a run out: rows are shapes, levels of load and the other factors; columns
 * are protocols, of which there are few, so that the matrix stays narrow.
 */
export function trialMatrix(trials: readonly TrialProgress[]): TrialMatrix {
  const cells = trials.map(({ cell }) => cell);
  const columns = protocols.filter((one) => cells.some(({ protocol }) => protocol === one));
  const manners = mannersOf(cells);
  const rows = distinct(cells.map(({ shape }) => shape)).flatMap((shape) => {
    const own = trials.filter(({ cell }) => cell.shape === shape);
    const levels = levelsOfCells(own.map(({ cell }) => cell));
    return levels.flatMap((level, place) => {
      const ofLevel = own.filter(({ cell }) => levelOf(cell) === level);
      const used = manners.filter(({ key }) => ofLevel.some(({ cell }) => mannerKey(cell) === key));
      return used.map(({ key, label }, index) => ({
        key: `${shape}/${level}/${key}`,
        shape,
        level,
        detail: label,
        first: place === 0 && index === 0,
        firstOfLevel: index === 0,
        cells: columns.map((protocol) => repetitionsOf(ofLevel, protocol, key)),
      }));
    });
  });
  return { protocols: columns, of: levelUnit(cells), detailed: manners.length > 1, rows };
}

function repetitionsOf(trials: readonly TrialProgress[], protocol: Protocol, manner: string) {
  return trials
    .filter(({ cell }) => cell.protocol === protocol && mannerKey(cell) === manner)
    .sort((a, b) => a.repetition - b.repetition);
}

export interface TrialTally {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** Number of ended trials, and of failed ones. */
export function tallyTrials(trials: readonly Pick<TrialProgress, 'status'>[]): TrialTally {
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

/** Totals of a run over its trials. */
export function tallyOutcomes(trials: readonly TrialProgress[]): Outcomes {
  const results = trials.flatMap(({ result }) => result ?? []);
  const count = (status: TrialStatus) => trials.filter((trial) => trial.status === status).length;
  return {
    completed: count('completed'),
    failed: count('failed'),
    untrusted: results.filter((one) => hasFigures(one) && one.client.verdict !== 'ok').length,
    requests: {
      ok: results.reduce((sum, { requests }) => sum + requests.ok, 0),
      failed: results.reduce((sum, { requests }) => sum + requests.failed, 0),
    },
  };
}

/** Summary of a cell's repetitions in the matrix. */
export interface CellState {
  readonly status: TrialStatus;
  /** Throughput of the completed repetitions; without a value while there is none. */
  readonly throughputRps: Repeated;
  /** Their 99th percentiles in milliseconds. */
  readonly p99Ms: Repeated;
  /** Failed requests among all of them, 0–1. */
  readonly errorShare: number | null;
  /** The last repetition that has ended; null while there is none. */
  readonly latest: TrialResult | null;
  readonly done: number;
  readonly total: number;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** Status that represents several: running, then failed, then completed. */
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
  // Without a success there is no latency.
  const answered = results.filter(({ requests }) => requests.ok > 0);
  return {
    status: precedence.find((one) => trials.some(({ status }) => status === one)) ?? 'waiting',
    throughputRps: repeated(results.map(({ throughputRps }) => throughputRps)),
    p99Ms: repeated(answered.map(({ latencyMs }) => latencyMs.p99)),
    errorShare: errorShareOf(results),
    latest: trials.flatMap(({ result }) => result ?? []).at(-1) ?? null,
    done: tallyTrials(trials).done,
    total: trials.length,
    verdict: results.reduce<Verdict>(
      (worst, { client }) => worseVerdict(worst, client.verdict),
      'ok',
    ),
    reasons: distinct(results.flatMap(({ client }) => client.reasons)),
  };
}

function errorShareOf(results: readonly TrialResult[]): number | null {
  const ok = results.reduce((sum, { requests }) => sum + requests.ok, 0);
  const failed = results.reduce((sum, { requests }) => sum + requests.failed, 0);
  return ok + failed > 0 ? failed / (ok + failed) : null;
}

/** Metrics that the matrix can show. */
export type CellMetric = 'throughput' | 'p99' | 'errors';

/** Progress of the running trial. */
export interface Reached {
  /** Seconds since its start, and its length where that is known. */
  readonly seconds: number;
  readonly lengthSeconds: number | null;
  /** Requests that have ended, and how many end it where that is known. */
  readonly done: number;
  readonly requests: number | null;
}

/** The completed share of a trial, 0–1; null if unknown. */
export function shareDone({ seconds, lengthSeconds, done, requests }: Reached): number | null {
  if (lengthSeconds !== null && lengthSeconds > 0) return Math.min(1, seconds / lengthSeconds);
  return requests === null || requests <= 0 ? null : Math.min(1, done / requests);
}
