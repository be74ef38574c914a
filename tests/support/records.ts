import type { CellComparison, MetricComparison } from '../../contracts/compare.ts';
import type { RunProgress } from '../../contracts/engine-api.ts';
import type { Cell, PlannedTrial } from '../../contracts/experiment/cell.ts';
import type {
  HistogramData,
  Interval,
  Round,
  ServerHealth,
  TrialResult,
} from '../../contracts/measurement.ts';
import type { Environment, RunHead } from '../../contracts/result.ts';
import { Histogram } from '../../engine/stats/histogram.ts';
import type { NewRun } from '../../engine/store/handover.ts';

/** Records with plain values for tests: each overrides the fields that it cares about. */

export function makeCell(part: Partial<Cell> = {}): Cell {
  return { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw', ...part };
}

export function makePlanned(part: Partial<PlannedTrial> = {}): PlannedTrial {
  return { index: 0, cell: makeCell(), repetition: 1, ...part };
}

export const environment: Environment = {
  wirebench: '0.1.0',
  node: 'v24.0.0',
  os: 'Linux 6.1',
  arch: 'x64',
  cpu: 'Example CPU 3000',
  cores: 4,
  memoryBytes: 8 * 1024 ** 3,
  libraries: { fastify: '5.0.0' },
};

/** @param count of trials, each with a cell that differs in its users. */
export function makeRun(id: string, count = 1, part: Partial<NewRun> = {}): NewRun {
  const trials = Array.from({ length: count }, (_none, index) => ({
    id: `${id}-trial-${index}`,
    planned: makePlanned({ index, cell: makeCell({ users: index + 1 }) }),
  }));
  return {
    id,
    name: `Run ${id}`,
    experiment: 'wirebench: 1\nname: Example\n',
    environment,
    startedAt: '2026-03-01T10:00:00.000Z',
    warnings: [],
    trials,
    ...part,
  };
}

/** A histogram of values in microseconds. */
export function makeHistogram(values: Iterable<number>): HistogramData {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram.toData();
}

export function makeInterval(index: number, part: Partial<Interval> = {}): Interval {
  return {
    index,
    phase: 'measured',
    startMs: index * 1000,
    lengthMs: 1000,
    users: 10,
    ok: 3,
    failed: 1,
    dropped: 0,
    rate: null,
    round: null,
    latency: makeHistogram([250 + index, 700, 12_345]),
    service: null,
    lag: null,
    errors: [{ kind: 'timeout', code: 'ETIMEDOUT', count: 1, message: 'no answer in 10 s' }],
    bytesSent: 1200,
    bytesReceived: 3400,
    client: { cpuSeconds: 0.25, eventLoopUtilization: 0.5, gcMs: 1.5, lagMs: 0.75 },
    server: {
      cpuSeconds: 0.5,
      rssBytes: 80_000_000,
      heapBytes: 20_000_000,
      eventLoopUtilization: 0.6,
      requests: 4 * (index + 1),
    },
    ...part,
  };
}

/** What a service reports of itself. */
export const makeHealth = (cpuSeconds: number, part: Partial<ServerHealth> = {}): ServerHealth => ({
  ...{ cpuSeconds, rssBytes: 100, heapBytes: 50, eventLoopUtilization: 0.4, requests: 9 },
  ...part,
});

const latency = {
  mean: 2.5,
  stddev: 0.5,
  min: 1,
  p50: 2.4,
  p75: 2.9,
  p90: 3.5,
  p95: 4,
  p99: 6,
  p999: 9,
  max: 12.5,
};

export function makeResult(id: string, part: Partial<TrialResult> = {}): TrialResult {
  return {
    id,
    ...makePlanned(),
    status: 'completed',
    startedAt: '2026-03-01T10:00:00.000Z',
    endedAt: '2026-03-01T10:00:12.000Z',
    failure: null,
    window: { seconds: 10 },
    requests: { ok: 40_000, failed: 0, dropped: 0 },
    throughputRps: 4000,
    latencyMs: latency,
    serviceMs: latency,
    lagMs: null,
    errors: [],
    bytes: { sent: 4_000_000, received: 12_000_000 },
    client: {
      verdict: 'ok',
      reasons: [],
      cpuSeconds: 6,
      eventLoopUtilization: 0.6,
      gcMs: 12,
      lagMs: 1.5,
      workers: 1,
      ceilingRps: null,
    },
    server: {
      cpuSeconds: 8,
      rssPeakBytes: 90_000_000,
      heapPeakBytes: 30_000_000,
      eventLoopUtilization: 0.8,
    },
    accounting: {
      issued: 42_000,
      warmUp: 1990,
      measured: 40_000,
      drained: 10,
      abandoned: 0,
      dropped: 0,
      succeeded: 42_000,
      serverCounted: 42_000,
    },
    rounds: [],
    headlineRound: null,
    plan: null,
    thresholds: [],
    notes: [],
    ...part,
  };
}

/** A round of ten seconds with this throughput in requests per second, without errors. */
export function makeRound(index: number, users: number, part: Partial<Round> = {}): Round {
  const throughputRps = part.throughputRps ?? 1000 * users;
  return {
    index,
    kind: 'step',
    users,
    rate: null,
    startSeconds: 11 * index + 1,
    seconds: 10,
    ok: throughputRps * 10,
    failed: 0,
    dropped: 0,
    throughputRps,
    latencyMs: latency,
    verdict: 'ok',
    reasons: [],
    outcome: '',
    ...part,
  };
}

export function makeHead(part: Partial<RunHead> = {}): RunHead {
  return {
    id: '1a2b3c4d-0000-4000-8000-000000000000',
    name: 'Example',
    status: 'completed',
    startedAt: '2026-03-01T10:00:00.000Z',
    endedAt: '2026-03-01T10:10:00.000Z',
    environment,
    experiment: 'wirebench: 1\nname: Example\n',
    plannedTrials: 1,
    badCells: [],
    thresholdsPassed: true,
    warnings: [],
    ...part,
  };
}

/** A metric of two cells of which the other is clearly higher. */
export function makeCompared(part: Partial<MetricComparison> = {}): MetricComparison {
  return {
    metric: 'throughput',
    baseline: { trials: 3, mean: 1000, low: 990, high: 1010 },
    other: { trials: 3, mean: 1800, low: 1700, high: 1900 },
    ratio: { times: 1.8, percentOf: 180, percentChange: 80 },
    interval: { low: 1.62, high: 2.03 },
    degrees: 3,
    p: 0.001,
    adjustedP: 0.002,
    tests: 2,
    effect: 4,
    finding: 'different',
    words: 'about 1.8 times the throughput',
    ...part,
  };
}

/** A cell of run a beside the same of another run. */
export function makePair(runId: string, cell: Cell, metrics: MetricComparison[]): CellComparison {
  const sides = { baseline: { runId: 'a', cell }, other: { runId, cell } };
  const counts = { baseline: 'requests', other: 'requests' } as const;
  return { ...sides, counts, metrics, factors: [], cautions: [], verdict: 'ok' };
}

/** The progress of a run at its first trial, for tests. */
export const testProgress: RunProgress = {
  runId: 'a',
  name: 'A',
  status: 'running',
  startedAt: '2026-03-04T09:12:00.000Z',
  trials: [],
  current: 0,
  activity: '',
  rounds: [],
  running: null,
  health: null,
  secondsLeft: 9,
  warnings: [],
};
