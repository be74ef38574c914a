import type { AgentFacts } from '../../contracts/machines.ts';
import type { Interval } from '../../contracts/measurement.ts';
import type {
  MachineUsage,
  WatchedFigure,
  WatchedMachine,
  WatchedSample,
} from '../../contracts/watched.ts';
import { type Clock, realClock } from '../platform/clock.ts';
import { sum } from '../stats/moments.ts';

/** A sample of another machine. */
export interface WatchedLook {
  readonly id: string;
  readonly facts: AgentFacts;
  readonly sample: WatchedSample;
  /** Time on the clock of `performance.now()`, and its maximum error; milliseconds. */
  readonly atMs: number;
  readonly clockErrorMs: number | null;
}

/** Subscribes to every sample of every watched machine. @returns a function that ends the subscription. */
export type WatchMachines = (listener: (look: WatchedLook) => void) => () => void;

/** Machines sample once a second; wait for late samples after the end, in milliseconds. */
const lastLookMs = 2000;

/** Maximum samples of a machine per trial; a longer trial keeps every second, every fourth, and so on. */
const maxPoints = 1200;

interface Seen {
  last: WatchedLook;
  /** One in this many samples is kept. */
  step: number;
  looks: number;
  points: (MachineUsage & { readonly at: number })[];
}

/** Samples of other machines during a trial, on the time of the trial. */
export class WatchedRecords {
  readonly #seen = new Map<string, Seen>();
  readonly #unwatch: () => void;
  readonly #clock: Clock;
  /** The measured windows in seconds from the start of the trial, in order. */
  readonly #windows: { from: number; to: number }[] = [];
  /** Start of the trial on the clock of `performance.now()`; earlier samples are ignored. */
  #origin: number | null = null;
  /** Receives every sample. */
  #wake: () => void = () => undefined;

  constructor(watch: WatchMachines, clock = realClock) {
    this.#clock = clock;
    this.#unwatch = watch((look) => this.#add(look));
  }

  /** The load has begun. @param origin on the clock of `performance.now()`. */
  begin(origin: number): void {
    this.#origin ??= origin;
  }

  addInterval({
    phase,
    startMs,
    lengthMs,
  }: Pick<Interval, 'phase' | 'startMs' | 'lengthMs'>): void {
    if (phase !== 'measured') return;
    const last = this.#windows.at(-1);
    const from = startMs / 1000;
    const to = (startMs + lengthMs) / 1000;
    if (last && from - last.to < 0.001) last.to = to;
    else this.#windows.push({ from, to });
  }

  /** Waits for the samples of the last second, then ends the subscription. */
  async end(): Promise<void> {
    const now = this.#clock.now();
    const isOver = () => [...this.#seen.values()].every(({ last }) => last.atMs >= now);
    const over = Promise.withResolvers<void>();
    this.#wake = () => {
      if (isOver()) over.resolve();
    };
    this.#wake();
    const cancel = this.#clock.after(lastLookMs, over.resolve);
    await over.promise;
    cancel();
    this.#unwatch();
  }

  /** By name, for each machine with samples. */
  results(): WatchedMachine[] {
    return [...this.#seen.values()]
      .filter(({ points }) => points.length > 0)
      .map((seen) => this.#result(seen))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  #add(look: WatchedLook): void {
    if (this.#origin === null || look.atMs < this.#origin) return;
    const { at: _, ...usage } = look.sample;
    const seen = this.#seen.get(look.id) ?? { last: look, step: 1, looks: 0, points: [] };
    this.#seen.set(look.id, seen);
    seen.last = look;
    this.#wake();
    const isKept = seen.looks % seen.step === 0;
    seen.looks += 1;
    if (!isKept) return;
    seen.points.push({ ...usage, at: Math.round(look.atMs - this.#origin) / 1000 });
    if (seen.points.length < maxPoints) return;
    seen.points = seen.points.filter((_point, place) => place % 2 === 0);
    seen.step *= 2;
  }

  #result({ last: { facts, clockErrorMs }, points }: Seen): WatchedMachine {
    const { name, os, cpu, cores, memoryBytes, watching } = facts;
    return {
      name,
      os,
      cpu,
      cores,
      memoryBytes,
      parts: watching?.parts ?? [],
      missing: watching?.missing ?? [],
      clockErrorMs,
      measured: measuredOf(points.filter(({ at }) => this.#isMeasured(at))),
      points,
    };
  }

  /** A sample covers the second before it, so half of that must be in a window. */
  #isMeasured(at: number): boolean {
    return this.#windows.some(({ from, to }) => at - 0.5 >= from && at - 0.5 <= to);
  }
}

type Figure = keyof Omit<MachineUsage, 'parts'>;

function measuredOf(points: readonly MachineUsage[]): WatchedMachine['measured'] {
  const [first] = points;
  if (!first) return null;
  const of = (figure: Figure) => figureOf(points.map((point) => point[figure]));
  return {
    looks: points.length,
    cpuCores: of('cpuCores'),
    memoryBytes: of('memoryBytes'),
    receivedPerSecond: of('receivedPerSecond'),
    sentPerSecond: of('sentPerSecond'),
    sockets: of('sockets'),
    parts: first.parts.map((_part, place) => ({
      cpuCores: figureOf(points.map(({ parts }) => parts[place]?.cpuCores ?? null)),
      memoryBytes: figureOf(points.map(({ parts }) => parts[place]?.memoryBytes ?? null)),
    })),
  };
}

/** @returns null where unknown. */
function figureOf(values: readonly (number | null)[]): WatchedFigure {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return { mean: sum(known) / known.length, max: Math.max(...known) };
}
