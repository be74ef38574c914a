import type {
  CheckedAnswers,
  ClientHealth,
  Counts,
  ErrorCount,
  HistogramData,
} from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { addWaits } from '../stats/core-time.ts';
import { Histogram } from '../stats/histogram.ts';
import { addOpened } from './exchanges.ts';

/** Adds up errors of the same kind and code, keeping the first message. */
export function mergeErrors(lists: readonly (readonly ErrorCount[])[]): ErrorCount[] {
  const merged = new Map<string, ErrorCount>();
  for (const error of lists.flat()) {
    const key = `${error.kind} ${error.code}`;
    const known = merged.get(key);
    if (known) known.count += error.count;
    else merged.set(key, { ...error });
  }
  return [...merged.values()].sort((a, b) => b.count - a.count);
}

/** @returns null without any. */
function addHistograms(parts: readonly (HistogramData | null)[]): HistogramData | null {
  const there = parts.filter((part) => part !== null);
  if (there.length === 0) return null;
  const sum = new Histogram();
  for (const part of there) sum.addData(part);
  return sum.toData();
}

/** Active time of the event loops in a tick, in seconds. */
export function activeSeconds({ health, startMs, endMs }: Tick): number {
  return health.activeSeconds ?? (health.eventLoopUtilization * (endMs - startMs)) / 1000;
}

/** Checked answers of several stretches together. */
export function addChecked(parts: readonly (CheckedAnswers | undefined)[]): CheckedAnswers {
  const sum = { answers: 0, wrong: 0 };
  for (const part of parts) {
    sum.answers += part?.answers ?? 0;
    sum.wrong += part?.wrong ?? 0;
  }
  return sum;
}

/** Absent where no worker counts them. */
function openedIn(ticks: readonly Tick[]): Pick<Counts, 'opened'> {
  const opened = addOpened(ticks.map((tick) => tick.opened));
  return opened ? { opened } : {};
}

/** Counts of several ticks together. Percentiles are never averaged: histograms are added. */
export function sumCounts(ticks: readonly Tick[]): Omit<Counts, 'users' | 'rate'> {
  const sum = (of: (tick: Tick) => number) => ticks.reduce((total, tick) => total + of(tick), 0);
  return {
    ok: sum((tick) => tick.ok),
    failed: sum((tick) => tick.failed),
    dropped: sum((tick) => tick.dropped),
    latency: addHistograms(ticks.map((tick) => tick.latency)) ?? new Histogram().toData(),
    service: addHistograms(ticks.map((tick) => tick.service)),
    lag: addHistograms(ticks.map((tick) => tick.lag)),
    errors: mergeErrors(ticks.map((tick) => tick.errors)),
    checked: addChecked(ticks.map((tick) => tick.checked)),
    bytesSent: sum((tick) => tick.bytesSent),
    bytesReceived: sum((tick) => tick.bytesReceived),
    ...openedIn(ticks),
  };
}

/** Merged CPU waits of several workers; empty where none is known. */
export function waitOf(
  healths: readonly ClientHealth[],
  join: (waits: number[]) => number,
): { waitMs?: number; waits?: number[] } {
  const times = healths.flatMap(({ waitMs }) => (waitMs === undefined ? [] : [waitMs]));
  const waits = addWaits(healths.map((health) => health.waits));
  return { ...(times.length > 0 && { waitMs: join(times) }), ...(waits && { waits }) };
}

/** Merges the ticks of all workers into one. */
export function mergeTicks(ticks: readonly Tick[]): Tick {
  const [first] = ticks;
  if (!first) throw new RangeError('no ticks to merge');
  if (ticks.length === 1) return first;
  const max = (of: (tick: Tick) => number) => Math.max(...ticks.map(of));
  return {
    ...sumCounts(ticks),
    phase: first.phase,
    round: first.round,
    rate: first.rate,
    startMs: first.startMs,
    endMs: max((tick) => tick.endMs),
    users: ticks.reduce((total, tick) => total + tick.users, 0),
    health: {
      cpuSeconds: ticks.reduce((total, tick) => total + tick.health.cpuSeconds, 0),
      activeSeconds: ticks.reduce((total, tick) => total + activeSeconds(tick), 0),
      eventLoopUtilization: max((tick) => tick.health.eventLoopUtilization),
      ...waitOf(
        ticks.map(({ health }) => health),
        (waits) => Math.max(...waits),
      ),
      gcMs: max((tick) => tick.health.gcMs),
      lagMs: max((tick) => tick.health.lagMs),
    },
  };
}

const phaseOrder = { 'warm-up': 0, measured: 1, drain: 2 } as const;
const place = (tick: Tick) => phaseOrder[tick.phase] * 1e12 + tick.startMs;

/**
 * Merges the ticks of several workers: a stretch is passed on, in order, when every
 * worker has reported it, gone past it or ended.
 */
export class TickMerger {
  readonly #onMerged: (tick: Tick) => void;
  /** Last reported time of each worker; infinite once it has ended. */
  readonly #progress: number[];
  #pending: Tick[] = [];

  constructor(workers: number, onMerged: (tick: Tick) => void) {
    this.#progress = new Array(workers).fill(-1);
    this.#onMerged = onMerged;
  }

  add(worker: number, tick: Tick): void {
    this.#progress[worker] = place(tick);
    this.#pending.push(tick);
    this.#passOn();
  }

  ended(worker: number): void {
    this.#progress[worker] = Number.POSITIVE_INFINITY;
    this.#passOn();
  }

  /** Passes on everything that is pending, complete or not. */
  flush(): void {
    this.#progress.fill(Number.POSITIVE_INFINITY);
    this.#passOn();
  }

  #passOn(): void {
    const reached = Math.min(...this.#progress);
    const ready = this.#pending.filter((tick) => place(tick) <= reached);
    if (ready.length === 0) return;
    this.#pending = this.#pending.filter((tick) => place(tick) > reached);
    const groups = Map.groupBy(
      ready.sort((a, b) => place(a) - place(b)),
      place,
    );
    for (const group of groups.values()) this.#onMerged(mergeTicks(group));
  }
}
