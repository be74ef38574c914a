import type { ErrorReport } from '../../contracts/errors.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import type { Accounting, TrialResult } from '../../contracts/measurement.ts';
import type { TrialStatus } from '../../contracts/words.ts';
import { checkThresholds } from '../experiment/thresholds.ts';
import type { TrialFigures } from './trial-figures.ts';
import { judge } from './verdict.ts';

/** What is known of a trial beside the sums of its intervals. */
export interface TrialFacts {
  readonly id: string;
  readonly planned: PlannedTrial;
  readonly status: TrialStatus;
  /** ISO times. */
  readonly startedAt: string;
  readonly endedAt: string;
  readonly failure: ErrorReport | null;
  /** Length of the measured window. */
  readonly windowSeconds: number;
  readonly workers: number;
  /** Null when the engine died: then only finished requests are known. */
  readonly issued: number | null;
  readonly abandoned: number;
  readonly serverCounted: number | null;
  /** CPU of the service between the edges of the window; null to take it from the intervals. */
  readonly serverCpuSeconds: number | null;
  readonly thresholds: readonly Threshold[];
  readonly notes: readonly string[];
}

/** The figures of a trial, for good. Pure: the same intervals and facts give the same result. */
export function trialResult(figures: TrialFigures, facts: TrialFacts): TrialResult {
  const { measured } = figures;
  const { windowSeconds } = facts;
  const latencyMs = figures.latencyMs();
  const throughputRps = windowSeconds > 0 ? measured.ok / windowSeconds : 0;
  const client = { ...figures.client, eventLoopUtilization: figures.clientUtilization };
  const { serverUtilization } = figures;
  const total = measured.ok + measured.failed;
  const errorsShare = total > 0 ? measured.failed / total : 0;
  const { planned } = facts;
  return {
    id: facts.id,
    index: planned.index,
    cell: planned.cell,
    repetition: planned.repetition,
    status: facts.status,
    startedAt: facts.startedAt,
    endedAt: facts.endedAt,
    failure: facts.failure,
    window: { seconds: windowSeconds },
    requests: { ok: measured.ok, failed: measured.failed },
    throughputRps,
    latencyMs,
    serviceMs: figures.serviceMs(),
    errors: figures.errors,
    bytes: { sent: measured.bytesSent, received: measured.bytesReceived },
    client: {
      ...judge({
        client,
        windowSeconds,
        serverUtilization,
        answers: total,
        users: planned.cell.users,
      }),
      ...client,
      workers: facts.workers,
    },
    server:
      serverUtilization === null
        ? null
        : {
            cpuSeconds: facts.serverCpuSeconds ?? figures.serverCpuSeconds,
            rssPeakBytes: figures.server.rssPeakBytes,
            heapPeakBytes: figures.server.heapPeakBytes,
            eventLoopUtilization: serverUtilization,
          },
    accounting: accounting(figures, facts),
    thresholds:
      facts.status === 'skipped'
        ? []
        : checkThresholds(facts.thresholds, planned.cell, {
            errorsShare,
            throughputRps,
            latencyMs,
          }),
    notes: [...facts.notes],
  };
}

function accounting({ finished }: TrialFigures, facts: TrialFacts): Accounting {
  const { warmUp, measured, drained, succeeded } = finished;
  return {
    issued: facts.issued ?? warmUp + measured + drained,
    warmUp,
    measured,
    drained,
    abandoned: facts.abandoned,
    succeeded,
    serverCounted: facts.serverCounted,
  };
}
