import type { Interval, ServerHealth } from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { activeSeconds, sumCounts, waitOf } from './tick-merger.ts';

const intervalMs = 1000;

/** Returns at each call the share of the wanted CPU time that the host has withheld since the last. */
interface StolenTime {
  take(): { stolenShare?: number };
}

/**
 * Builds intervals of one second from the merged ticks of a trial, whose times run on through its
 * stints; a phase and a round begin a new interval.
 */
export class IntervalBuilder {
  readonly #onInterval: (interval: Interval) => void;
  /** Whether each measured interval is a round. */
  readonly #secondsAreRounds: boolean;
  readonly #stolenTime: StolenTime;
  #ticks: Tick[] = [];
  #index = 0;
  #second = 0;

  constructor(
    onInterval: (interval: Interval) => void,
    stolenTime: StolenTime,
    secondsAreRounds = false,
  ) {
    this.#onInterval = onInterval;
    this.#stolenTime = stolenTime;
    this.#secondsAreRounds = secondsAreRounds;
  }

  /** The load of a stint starts: time withheld by the host before belongs to no interval. */
  begin(): void {
    this.#stolenTime.take();
  }

  /** @param server last report of the bundled service; null for a remote target. */
  add(tick: Tick, server: ServerHealth | null): void {
    const [first] = this.#ticks;
    if (first && !belongs(tick, first)) this.flush(server);
    this.#ticks.push(tick);
    // Committed as soon as the second is full, so that a crash loses little.
    const start = this.#ticks[0]?.startMs ?? tick.startMs;
    if (tick.endMs - start >= intervalMs - 1e-6) this.flush(server);
  }

  flush(server: ServerHealth | null): void {
    const ticks = this.#ticks;
    this.#ticks = [];
    const [first] = ticks;
    const last = ticks.at(-1);
    if (!first || !last) return;
    const made = toInterval(this.#index++, ticks, first, last, server);
    const interval = { ...made, client: { ...made.client, ...this.#stolenTime.take() } };
    const isRound = this.#secondsAreRounds && interval.phase === 'measured';
    this.#onInterval(isRound ? { ...interval, round: this.#second++ } : interval);
  }
}

function belongs(tick: Tick, first: Tick): boolean {
  return (
    first.phase === tick.phase &&
    first.round === tick.round &&
    tick.startMs - first.startMs < intervalMs - 1e-6
  );
}

function toInterval(
  index: number,
  ticks: readonly Tick[],
  first: Tick,
  last: Tick,
  server: ServerHealth | null,
): Interval {
  const sum = (of: (tick: Tick) => number) => ticks.reduce((total, tick) => total + of(tick), 0);
  const lengthMs = last.endMs - first.startMs;
  const busyMs = sum((tick) => tick.health.eventLoopUtilization * (tick.endMs - tick.startMs));
  return {
    ...sumCounts(ticks),
    index,
    phase: first.phase,
    round: first.round,
    startMs: first.startMs,
    lengthMs,
    users: last.users,
    rate: last.rate,
    client: {
      cpuSeconds: sum((tick) => tick.health.cpuSeconds),
      activeSeconds: sum(activeSeconds),
      eventLoopUtilization: lengthMs > 0 ? busyMs / lengthMs : 0,
      ...waitOf(
        ticks.map(({ health }) => health),
        (waits) => waits.reduce((total, wait) => total + wait, 0),
      ),
      gcMs: sum((tick) => tick.health.gcMs),
      lagMs: Math.max(...ticks.map((tick) => tick.health.lagMs)),
    },
    server,
  };
}
