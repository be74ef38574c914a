import { type Cell, describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { Comparison, Ratio } from '../../contracts/result.ts';
import type { Protocol, Verdict } from '../../contracts/words.ts';
import { type Work, workOfTrials } from '../../contracts/work.ts';
import { centralFigure } from '../../metrics/central.ts';
import { ratioOf } from '../../metrics/ratios.ts';
import { type ComparisonRow, comparisonRows } from './comparisons.ts';
import { groupBy } from './group.ts';

/** The metrics of one of the two cells: geometric means over its completed repetitions; null where unknown. */
interface PairSide {
  readonly throughputRps: number | null;
  readonly meanMs: number | null;
  readonly p95Ms: number | null;
  /** Processor time per request that ended in the window, in microseconds. */
  readonly clientUs: number | null;
  readonly serviceUs: number | null;
  readonly gatewayUs: number | null;
  /** Energy per request, in microjoules. */
  readonly energyUj: number | null;
}

/** Metrics that pairs are compared in. */
export type PairMetric = keyof PairSide;

/** A cell with TLS or a gateway, and the otherwise equal cell without it. */
export interface FactorPair {
  readonly key: string;
  readonly protocol: Protocol;
  readonly cell: Cell;
  /** Unit that throughput counts, latency times, and CPU is divided by. */
  readonly counts: Work;
  /** `TLS 1.3 against no TLS`. */
  readonly pair: string;
  /** Levels common to both. */
  readonly common: string;
  readonly none: PairSide;
  /** The cell with it. */
  readonly having: PairSide;
  /** With to without; null if one of them is unknown. */
  readonly ratios: Readonly<Record<PairMetric, Ratio | null>>;
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
}

/** The pairs of a run that differ in nothing but one factor, in the order of its comparisons. */
export function factorPairs(
  factor: 'tls' | 'gateway',
  comparisons: readonly Comparison[],
  trials: readonly TrialResult[],
): FactorPair[] {
  const ofFactor = comparisons.filter((comparison) => comparison.factor === factor);
  const done = groupBy(
    trials.filter(({ status }) => status === 'completed'),
    ({ cell }) => describeCell(cell),
  );
  const counts = workOfTrials(trials);
  const sideOf = (cell: Cell) => side(done.get(describeCell(cell)) ?? []);
  return comparisonRows(ofFactor, trials).map((row) =>
    pairOf(row, counts, sideOf(row.comparison.baseline), sideOf(row.comparison.cell)),
  );
}

function pairOf(row: ComparisonRow, counts: Work, none: PairSide, having: PairSide): FactorPair {
  const { cell, throughput, mean, p95 } = row.comparison;
  const { key, pair, common, verdict, reasons } = row;
  const ratios = {
    throughputRps: throughput,
    meanMs: mean,
    p95Ms: p95,
    clientUs: ratioOf(having.clientUs, none.clientUs),
    serviceUs: ratioOf(having.serviceUs, none.serviceUs),
    gatewayUs: ratioOf(having.gatewayUs, none.gatewayUs),
    energyUj: ratioOf(having.energyUj, none.energyUj),
  };
  return {
    key,
    protocol: cell.protocol,
    cell,
    counts,
    pair,
    common,
    none,
    having,
    ratios,
    verdict,
    reasons,
  };
}

function side(trials: readonly TrialResult[]): PairSide {
  const answered = trials.filter(({ requests }) => requests.ok > 0);
  return {
    throughputRps: centralFigure(trials.map(({ throughputRps }) => throughputRps)),
    meanMs: centralFigure(answered.map(({ latencyMs }) => latencyMs.mean)),
    p95Ms: centralFigure(answered.map(({ latencyMs }) => latencyMs.p95)),
    clientUs: centralFigure(trials.flatMap(clientUs)),
    serviceUs: centralFigure(
      trials.flatMap((trial) => (trial.server ? perRequest(trial, trial.server.cpuSeconds) : [])),
    ),
    gatewayUs: centralFigure(
      trials.flatMap((trial) => (trial.gateway ? perRequest(trial, trial.gateway.cpuSeconds) : [])),
    ),
    energyUj: centralFigure(
      trials.flatMap(({ energy }) => {
        const joules = energy?.joulesPerRequest ?? null;
        return joules === null ? [] : [1e6 * joules];
      }),
    ),
  };
}

/** None in open load: its workers wait without sleeping, so their CPU time is not the cost of requests. */
function clientUs(trial: TrialResult): number[] {
  return trial.cell.rate === undefined ? perRequest(trial, trial.client.cpuSeconds) : [];
}

function perRequest({ requests }: TrialResult, cpuSeconds: number): number[] {
  const ended = requests.ok + requests.failed;
  return ended > 0 ? [(1e6 * cpuSeconds) / ended] : [];
}
