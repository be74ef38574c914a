import type { Round, TrialResult } from '../../contracts/measurement.ts';
import type { TrialFigure } from '../../contracts/study-description.ts';
import type { SaturationFound } from '../report/saturation.ts';

/** The parts of a run that tables use. */
export interface OurRun {
  /** The completed ones, in execution order. */
  readonly trials: readonly TrialResult[];
  readonly saturation: readonly SaturationFound[];
  /** Whether the services are the bundled ones. */
  readonly bundled: boolean;
  /** How a trial ends. */
  readonly bounded: 'time' | 'number';
  /** Whether repetitions went on until comparisons were decided, each cell once in each. */
  readonly untilDecided: boolean;
}

/** Source of a value. */
export interface MeasuredTrial {
  readonly trial: TrialResult;
  /** Of the trial, for tables with values of rounds. */
  readonly round: Round | null;
  readonly saturation: readonly SaturationFound[];
  /** The study's number, to which values are scaled. */
  readonly requests: number;
}

/** Requests that ended in the window. */
export function endedOf({ requests }: TrialResult): number {
  return requests.ok + requests.failed;
}

/** @returns null if the trial has no such value. */
export function trialFigure(figure: TrialFigure, measured: MeasuredTrial): number | null {
  const value = figures[figure](measured);
  return value === undefined || value === null || !Number.isFinite(value) ? null : value;
}

type Read = (measured: MeasuredTrial) => number | null | undefined;

const latency =
  (of: 'mean' | 'p50' | 'p95' | 'max' | 'min'): Read =>
  ({ trial }) =>
    trial.requests.ok === 0 ? null : trial.latencyMs[of];

const perRequest =
  (bytes: (of: TrialResult['bytes']) => number): Read =>
  ({ trial }) =>
    bytes(trial.bytes) / endedOf(trial);

const joules: Read = ({ trial }) => trial.energy?.joulesPerRequest;

/** The saturation point of a trial whose levels are users. */
function saturated({ trial, saturation }: MeasuredTrial) {
  const found = saturation.find(({ trialId, of }) => trialId === trial.id && of === 'users');
  return found?.manual ?? found?.point;
}

const figures: Readonly<Record<TrialFigure, Read>> = {
  throughput: ({ trial, round }) => (round ?? trial).throughputRps || null,
  users: ({ trial }) => trial.rounds.find(({ index }) => index === trial.headlineRound)?.users,
  seconds: ({ trial, requests }) => requests / trial.throughputRps,
  'latency-mean': latency('mean'),
  'latency-median': latency('p50'),
  'latency-p95': latency('p95'),
  'latency-max': latency('max'),
  'latency-min': latency('min'),
  'saturation-throughput': (measured) => saturated(measured)?.throughputRps,
  'saturation-users': (measured) => saturated(measured)?.level,
  'bytes-per-request': perRequest(({ sent, received }) => sent + received),
  'bytes-sent-per-request': perRequest(({ sent }) => sent),
  'bytes-received-per-request': perRequest(({ received }) => received),
  heap: ({ trial }) => (trial.server?.heapPeakBytes || Number.NaN) / 1e6,
  'heap-total': ({ trial }) => (trial.server?.heapTotalPeakBytes ?? Number.NaN) / 1e6,
  'heap-idle': ({ trial }) => (trial.server?.heapIdlePeakBytes ?? Number.NaN) / 1e6,
  'joules-per-request': joules,
  joules: (measured) => {
    const each = joules(measured);
    return each === null || each === undefined ? null : each * measured.requests;
  },
};
