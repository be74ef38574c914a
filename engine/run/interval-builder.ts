import type { Interval, ServerHealth } from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { addCounts } from './tick-merger.ts';

const intervalMs = 1000;

/** Makes intervals of one second out of merged ticks; a phase begins a new interval. */
export class IntervalBuilder {
  readonly #onInterval: (interval: Interval) => void;
  #ticks: Tick[] = [];
  #index = 0;

  constructor(onInterval: (interval: Interval) => void) {
    this.#onInterval = onInterval;
  }

  /** @param server the last figures of the bundled service, null for a remote target. */
  add(tick: Tick, server: ServerHealth | null): void {
    const [first] = this.#ticks;
    if (first && (first.phase !== tick.phase || tick.startMs - first.startMs >= intervalMs - 1e-6))
      this.flush(server);
    this.#ticks.push(tick);
    // Committed as soon as the second is full, so that a crash loses as little as can be.
    const start = this.#ticks[0]?.startMs ?? tick.startMs;
    if (tick.endMs - start >= intervalMs - 1e-6) this.flush(server);
  }

  flush(server: ServerHealth | null): void {
    const ticks = this.#ticks;
    this.#ticks = [];
    const [first] = ticks;
    const last = ticks.at(-1);
    if (!first || !last) return;
    this.#onInterval(toInterval(this.#index++, ticks, first, last, server));
  }
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
    ...addCounts(ticks),
    index,
    phase: first.phase,
    startMs: first.startMs,
    lengthMs,
    users: last.users,
    client: {
      cpuSeconds: sum((tick) => tick.health.cpuSeconds),
      eventLoopUtilization: lengthMs > 0 ? busyMs / lengthMs : 0,
      gcMs: sum((tick) => tick.health.gcMs),
      lagMs: Math.max(...ticks.map((tick) => tick.health.lagMs)),
    },
    server,
  };
}
