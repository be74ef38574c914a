import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Comparison, Ratio } from '../../contracts/result.ts';
import type { Protocol, Verdict } from '../../contracts/words.ts';
import { type ComparisonRow, comparisonRows } from './comparisons.ts';
import { groupBy } from './group.ts';
import { ratioOf } from './ratios.ts';

/** The figures of one of the two cells: means over its completed repetitions; null where unknown. */
export interface TlsSide {
  readonly throughputRps: number | null;
  readonly meanMs: number | null;
  readonly p95Ms: number | null;
  /** Processor time per request that ended in the window, in microseconds. */
  readonly clientUs: number | null;
  readonly serviceUs: number | null;
}

/** What a pair is compared by. */
export type TlsMetric = keyof TlsSide;

/** A cell with TLS beside the cell without it that equals it otherwise. */
export interface TlsPair {
  readonly key: string;
  readonly protocol: Protocol;
  readonly cell: Cell;
  /** `TLS 1.3 against no TLS`. */
  readonly pair: string;
  /** What both have in common. */
  readonly common: string;
  readonly none: TlsSide;
  readonly tls: TlsSide;
  /** TLS to none; null where one of them is not known. */
  readonly ratios: Readonly<Record<TlsMetric, Ratio | null>>;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** The pairs of a run that differ in nothing but TLS, in the order of its comparisons. */
export function tlsPairs(
  comparisons: readonly Comparison[],
  trials: readonly TrialResult[],
): TlsPair[] {
  const ofTls = comparisons.filter(({ factor }) => factor === 'tls');
  const done = groupBy(
    trials.filter(({ status }) => status === 'completed'),
    ({ cell }) => describeCell(cell),
  );
  const sideOf = (cell: Cell) => side(done.get(describeCell(cell)) ?? []);
  return comparisonRows(ofTls, trials).map((row) =>
    pairOf(row, sideOf(row.comparison.baseline), sideOf(row.comparison.cell)),
  );
}

function pairOf(row: ComparisonRow, none: TlsSide, tls: TlsSide): TlsPair {
  const { cell, throughput, mean, p95 } = row.comparison;
  const { key, pair, common, verdict, reasons } = row;
  const ratios = {
    throughputRps: throughput,
    meanMs: mean,
    p95Ms: p95,
    clientUs: ratioOf(tls.clientUs, none.clientUs),
    serviceUs: ratioOf(tls.serviceUs, none.serviceUs),
  };
  return { key, protocol: cell.protocol, cell, pair, common, none, tls, ratios, verdict, reasons };
}

function side(trials: readonly TrialResult[]): TlsSide {
  const answered = trials.filter(({ requests }) => requests.ok > 0);
  return {
    throughputRps: meanOf(trials.map(({ throughputRps }) => throughputRps)),
    meanMs: meanOf(answered.map(({ latencyMs }) => latencyMs.mean)),
    p95Ms: meanOf(answered.map(({ latencyMs }) => latencyMs.p95)),
    clientUs: meanOf(trials.flatMap(clientUs)),
    serviceUs: meanOf(
      trials.flatMap((trial) => (trial.server ? perRequest(trial, trial.server.cpuSeconds) : [])),
    ),
  };
}

/** None in open load: its workers wait without sleeping, so their CPU is not what a request costs. */
function clientUs(trial: TrialResult): number[] {
  return trial.cell.rate === undefined ? perRequest(trial, trial.client.cpuSeconds) : [];
}

function perRequest({ requests }: TrialResult, cpuSeconds: number): number[] {
  const ended = requests.ok + requests.failed;
  return ended > 0 ? [(1e6 * cpuSeconds) / ended] : [];
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
