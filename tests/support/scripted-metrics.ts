import type { LivePoint, PercentilePoint, SeriesPoint } from '../../contracts/engine-api.ts';
import type { Cell, PlannedTrial } from '../../contracts/experiment/cell.ts';
import { bandEdgeMs, bandOf, type HeatMap } from '../../contracts/heat-map.ts';
import type { ErrorCount, LatencySummary, TrialResult } from '../../contracts/measurement.ts';
import type { Comparison, ResultDocument } from '../../contracts/result.ts';
import { randomSource } from '../../workloads/messages/text.ts';
import { scriptedEncoded } from './scripted-encoded.ts';

/**
 * Invented but consistent values for pictures and component tests of the window. None of them was
 * measured, and none can get into the product: only tests import this.
 */

const speed = { rest: 6200, soap: 2300, grpc: 4100 };
const weight: Record<string, number> = { small: 1, typical: 0.8, large: 0.012, stress: 0.008 };

function random(seed: number): () => number {
  const source = randomSource(seed);
  return () => source() / 2 ** 32;
}

/** Users that keep a cell busy; for other loads about as many as its rate would need. */
function crowdOf(cell: Cell): number {
  return cell.users ?? (cell.rate === undefined ? 50 : Math.max(1, cell.rate / 200));
}

/** The maximum throughput of a service. */
export function capacityOf(cell: Cell): number {
  const secure = cell.tls === 'off' ? 1 : 0.82;
  const tax = cell.client === 'raw' ? 1 : 0.55;
  return (
    (speed[cell.protocol as keyof typeof speed] ?? 3000) *
    (weight[cell.shape] ?? 0.5) *
    secure *
    tax
  );
}

function throughputOf(cell: Cell): number {
  if (cell.rate !== undefined) return Math.min(cell.rate, capacityOf(cell));
  return (capacityOf(cell) * crowdOf(cell)) / (crowdOf(cell) + 8);
}

function latencyOf(cell: Cell): LatencySummary {
  return latencyAround((crowdOf(cell) / throughputOf(cell)) * 1000);
}

/** A plausible distribution around a mean in milliseconds. */
export function latencyAround(mean: number): LatencySummary {
  const at = (factor: number) => Math.round(mean * factor * 1000) / 1000;
  return {
    mean: at(1),
    stddev: at(0.4),
    min: at(0.3),
    p50: at(0.9),
    p75: at(1.2),
    p90: at(1.6),
    p95: at(2),
    p99: at(3.1),
    p999: at(6),
    max: at(11),
  };
}

/** Arrivals per second of open load that are dropped. */
function droppedRps(cell: Cell): number {
  return cell.rate === undefined
    ? 0
    : Math.round(Math.max(0, cell.rate - capacityOf(cell)) / 4) * 4;
}

/** The live points of one trial, four per second. */
export function scriptedPoints(cell: Cell, trial: number, seconds = 6): LivePoint[] {
  const noise = random(trial + 17);
  const latency = latencyOf(cell);
  return Array.from({ length: seconds * 4 }, (_, index) => {
    const at = (index + 1) / 4;
    const shake = at < 1 ? at * 0.8 : 0.93 + noise() * 0.14;
    const throughputRps = throughputOf(cell) * shake;
    return {
      trial,
      phase: at <= 1 ? ('warm-up' as const) : ('measured' as const),
      at,
      throughputRps,
      p50: latency.p50 / shake,
      p95: latency.p95 / shake,
      p99: (latency.p99 / shake) * (0.8 + noise() * 0.6),
      users: cell.rate === undefined ? crowdOf(cell) : 0,
      rate: cell.rate ?? null,
      round: null,
      ok: Math.round(throughputRps / 4),
      failed: 0,
      dropped: droppedRps(cell) / 4,
      errors: [],
      clientCpu: 0.55 + noise() * 0.2,
      serverCpu: 0.8 + noise() * 0.2,
      bands: bandsAround(latency.p50 / shake, throughputRps / 4, noise),
    };
  });
}

/** Counts by band of about `count` requests around a median in milliseconds, with a tail. */
function bandsAround(medianMs: number, count: number, noise: () => number): number[] {
  const middle = bandOf(medianMs * 1000);
  return [0.06, 0.34, 0.3, 0.17, 0.07, 0.03, 0.012, 0.005, 0.002].flatMap((share, index) => {
    const inBand = Math.round(count * share * (0.7 + noise() * 0.6));
    return inBand > 0 ? [middle - 1 + index, inBand] : [];
  });
}

/** The latency of the trial over time, a column for each second. */
export function scriptedHeatMap(cell: Cell, trial: number): HeatMap {
  const points = scriptedPoints(cell, trial);
  const used = points.flatMap(({ bands }) => bands.filter((_, place) => place % 2 === 0));
  const low = Math.min(...used);
  const rows = Math.max(...used) - low + 1;
  const columns = Array.from({ length: Math.ceil(points.length / 4) }, (_, second) => {
    const counts = new Array<number>(rows).fill(0);
    for (const { bands } of points.slice(second * 4, second * 4 + 4)) {
      for (let at = 0; at < bands.length; at += 2) {
        const row = (bands[at] ?? 0) - low;
        counts[row] = (counts[row] ?? 0) + (bands[at + 1] ?? 0);
      }
    }
    return { startSeconds: second, seconds: 1, counts };
  });
  return {
    edgesMs: Array.from({ length: rows + 1 }, (_, row) => bandEdgeMs(low + row)),
    columns,
  };
}

/** The same trial second by second. */
export function scriptedSeries(cell: Cell, trial: number): SeriesPoint[] {
  return scriptedPoints(cell, trial)
    .filter((_, index) => index % 4 === 3)
    .map(({ trial: _trial, errors: _errors, bands: _bands, ...point }) => ({
      ...point,
      ok: point.ok * 4,
    }));
}

/** A percentile curve that ends at the maximum; `share` of the latency is service time. */
export function scriptedCurve(cell: Cell, share = 1): PercentilePoint[] {
  const mean = latencyOf(cell).mean * share;
  const { p50, p75, p90, p95, p99, p999, max, min } = latencyAround(mean);
  const shares = [0, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];
  return [min, p50, p75, p90, p95, p99, p999, max].map((ms, index) => ({
    share: shares[index] ?? 1,
    ms,
  }));
}

/** With client certificates one percent of the requests fail, so that there are errors to show. */
function scriptedErrors(cell: Cell, ok: number): ErrorCount[] {
  if (cell.tls !== 'mtls') return [];
  return [
    { kind: 'tls', code: 'ECONNRESET', count: Math.round(ok / 125), message: 'socket hang up' },
    {
      kind: 'timeout',
      code: 'TIMEOUT',
      count: Math.round(ok / 500),
      message: 'No answer in 10 s.',
    },
  ];
}

/** The metrics of a successful trial. */
export function scriptedResult(planned: PlannedTrial, runId: string): TrialResult {
  const { cell, index, repetition } = planned;
  const throughputRps = throughputOf(cell) * (0.98 + 0.04 * random(index + 3)());
  const ok = Math.round(throughputRps * 5);
  const verdict = cell.client === 'library' && crowdOf(cell) >= 50 ? 'client-bound' : 'ok';
  const isOpen = cell.rate !== undefined;
  const dropped = droppedRps(cell) * 5;
  const latencyMs = latencyOf(cell);
  const errors = scriptedErrors(cell, ok);
  const failed = errors.reduce((sum, { count }) => sum + count, 0);
  return {
    id: `${runId}-${index}`,
    index,
    cell,
    repetition,
    status: 'completed',
    startedAt: '2026-03-04T09:12:00.000Z',
    endedAt: '2026-03-04T09:12:07.000Z',
    failure: null,
    window: { seconds: 5 },
    requests: { ok, failed, dropped },
    throughputRps,
    latencyMs,
    serviceMs: isOpen ? latencyAround(latencyMs.mean * 0.4) : latencyMs,
    lagMs: isOpen ? latencyAround(0.06) : null,
    errors,
    bytes: { sent: ok * 212, received: ok * 187 },
    ...scriptedEncoded(cell),
    client: {
      verdict,
      reasons: verdict === 'ok' ? [] : ['The busiest worker was busy for 99 % of the time.'],
      cpuSeconds: 3.1,
      eventLoopUtilization: verdict === 'ok' ? 0.61 : 0.99,
      gcMs: 14,
      lagMs: 3,
      workers: 1,
      ceilingRps: cell.client === 'raw' ? 9800 : null,
    },
    server: {
      cpuSeconds: 4.6,
      rssPeakBytes: 118_000_000,
      heapPeakBytes: 41_000_000,
      eventLoopUtilization: 0.93,
    },
    accounting: {
      issued: ok + failed + 900,
      warmUp: 890,
      measured: ok + failed,
      drained: 10,
      abandoned: 0,
      dropped,
      succeeded: ok + 900,
      serverCounted: ok + 900,
    },
    rounds: [],
    headlineRound: null,
    plan: null,
    thresholds: [],
    notes: [],
  };
}

function ratio(value: number, baseline: number) {
  const times = value / baseline;
  return { times, percentOf: times * 100, percentChange: (times - 1) * 100 };
}

function compared(
  one: TrialResult,
  other: TrialResult,
  factor: Comparison['factor'] = 'protocol',
): Comparison {
  return {
    cell: one.cell,
    baseline: other.cell,
    factor,
    throughput: ratio(one.throughputRps, other.throughputRps),
    mean: ratio(one.latencyMs.mean, other.latencyMs.mean),
    p95: ratio(one.latencyMs.p95, other.latencyMs.p95),
  };
}

/** Means over the repetitions and comparisons with REST, from the trials. */
export function scriptedAnalysis(
  trials: readonly TrialResult[],
): Pick<ResultDocument['analysis'], 'cells' | 'comparisons'> {
  const firsts = trials.filter(({ repetition }) => repetition === 1);
  const level = ({ cell }: TrialResult) =>
    [cell.shape, cell.users, cell.rate, cell.tls, cell.client].join(' ');
  return {
    cells: firsts.map((trial) => ({
      cell: trial.cell,
      trials: trials.filter(({ cell }) => JSON.stringify(cell) === JSON.stringify(trial.cell))
        .length,
      throughputRps: trial.throughputRps,
      meanMs: trial.latencyMs.mean,
      p95Ms: trial.latencyMs.p95,
      errorShare: 0,
    })),
    comparisons: firsts.flatMap((trial) => {
      const rest = firsts.find(
        (one) => one.cell.protocol === 'rest' && level(one) === level(trial),
      );
      const off = firsts.find(
        (one) =>
          one.cell.tls === 'off' &&
          JSON.stringify({ ...one.cell, tls: trial.cell.tls }) === JSON.stringify(trial.cell),
      );
      return [
        ...(rest && rest !== trial ? [compared(trial, rest)] : []),
        ...(off && off !== trial ? [compared(trial, off, 'tls')] : []),
      ];
    }),
  };
}
