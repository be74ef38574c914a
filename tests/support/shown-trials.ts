import type { LivePoint } from '../../contracts/engine-api.ts';
import type { Cell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import { defaultProtocol } from '../../contracts/protocols.ts';
import type { CellEnergy } from '../../contracts/result.ts';
import { makeCell, makeResult } from './records.ts';

const cell = makeCell({ protocol: defaultProtocol });
const latency = {
  ...makeResult('').latencyMs,
  mean: 2,
  stddev: 1,
  p50: 2,
  p75: 2.5,
  p90: 3,
  max: 12,
};

/** The fields of a trial that a test sets; `verdict` and `reasons` go to the client. */
export interface TrialParts extends Partial<Omit<TrialResult, 'cell' | 'client'>> {
  readonly cell?: { readonly [Factor in keyof Cell]?: Cell[Factor] | undefined };
  readonly verdict?: TrialResult['client']['verdict'];
  readonly reasons?: string[];
}

/** A completed trial for tests of data shaping. */
export function testTrial(parts: TrialParts = {}): TrialResult {
  const { cell: cellParts = {}, verdict = 'ok', reasons = [], ...rest } = parts;
  const index = rest.index ?? 0;
  const base = makeResult(`trial-${index}`);
  return {
    ...base,
    index,
    startedAt: '2026-03-04T09:12:00.000Z',
    endedAt: '2026-03-04T09:12:07.000Z',
    window: { seconds: 5 },
    requests: { ok: 5000, failed: 0, dropped: 0 },
    throughputRps: 1000,
    latencyMs: latency,
    serviceMs: latency,
    bytes: { sent: 1, received: 1 },
    server: null,
    ...rest,
    cell: { ...cell, ...cellParts } as Cell,
    client: { ...base.client, cpuSeconds: 1, eventLoopUtilization: 0.5, verdict, reasons },
  };
}

const spread = (value: number) => ({ mean: value, median: value, min: value, max: value });

/** The estimated energy of a cell, for tests of data shaping. */
export function testEnergy(parts: Partial<CellEnergy> = {}): CellEnergy {
  return {
    cell: testTrial().cell,
    source: 'estimate',
    trials: 1,
    joules: spread(4),
    joulesPerRequest: spread(0.000_8),
    baselineJoules: null,
    processes: [
      { who: 'service', joules: 3 },
      { who: 'client', joules: 1 },
    ],
    intervalMs: null,
    wattsPerCore: 10,
    flags: [],
    ...parts,
  };
}

/** A live point a quarter of a second long for tests. */
export function testPoint(parts: Partial<LivePoint> = {}): LivePoint {
  return {
    trial: 0,
    phase: 'measured',
    at: 0.25,
    throughputRps: 1000,
    p50: 1,
    p95: 2,
    p99: 3,
    users: 10,
    rate: null,
    round: null,
    ok: 250,
    failed: 0,
    dropped: 0,
    errors: [],
    clientCpu: 0.5,
    serverCpu: 0.8,
    bands: [30, 200, 31, 50],
    ...parts,
  };
}
