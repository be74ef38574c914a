import type {
  LostMachine,
  MachineResult,
  PlaceResult,
  ServerHealth,
} from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { Histogram } from '../stats/histogram.ts';
import { IntervalBuilder } from './interval-builder.ts';
import type { StintMachine } from './load-pool.ts';
import type { LateMachine } from './missing-load.ts';
import { type LoadPlan, type Stint, windowOf } from './stints/stint.ts';
import { summarise, type TrialFigures } from './trial-metrics.ts';
import { TrialRecord } from './trial-record.ts';

interface OneMachine {
  machine: StintMachine;
  /** Its share of the load, 0–1. */
  share: number;
  readonly record: TrialRecord;
  readonly intervals: IntervalBuilder;
}

/** CPU time withheld by the hosts of other machines is unknown. */
const unknownStolen = { take: () => ({}) };

/**
 * Results of each of several machines by the same rules as the whole trial: the same windows,
 * histograms and verdicts, of its own workers alone.
 */
export class MachineRecords {
  readonly #plan: LoadPlan;
  readonly #machines = new Map<string, OneMachine>();
  readonly #lost: LostMachine[] = [];
  readonly #late: LateMachine[] = [];
  /** In the order of the pool in this stint. */
  #order: OneMachine[] = [];

  constructor(plan: LoadPlan) {
    this.#plan = plan;
  }

  /** @param machines of the pool; empty where this machine alone generates the load. */
  beginStint(stint: Stint, machines: readonly StintMachine[]): void {
    const before = windowOf(stint).start ?? 0;
    for (const { name, beganLateMs = 0 } of machines) {
      if (beganLateMs > before) this.#late.push({ name, missingMs: beganLateMs - before });
    }
    const workers = machines.reduce((sum, machine) => sum + machine.workers.length, 0);
    this.#order = machines.map((machine, place) => {
      // Two machines may share a name; their indexes stay the same.
      const key = `${place} ${machine.name}`;
      const one = this.#machines.get(key) ?? this.#begin(machine);
      this.#machines.set(key, one);
      one.machine = machine;
      one.share = machine.share ?? machine.workers.length / workers;
      one.record.beginStint(shareOf(stint, one.share), machine.workers.length);
      return one;
    });
  }

  /** @param machine index in the pool. @param server last report of the service; null where unknown. */
  add(machine: number, tick: Tick, server: ServerHealth | null): void {
    const one = this.#order[machine];
    if (!one) return;
    one.intervals.add({ ...tick, rate: tick.rate === null ? null : tick.rate * one.share }, server);
  }

  /** Records a loss. @param offsetMs from the start of the trial to that of the stint. */
  addLost(machine: LostMachine, offsetMs: number): void {
    // It stays lost in later stints.
    if (this.#lost.some(({ name }) => name === machine.name)) return;
    this.#lost.push({ ...machine, sinceSeconds: machine.sinceSeconds + offsetMs / 1000 });
  }

  /** Machines that were lost while the others continued, in the order of their loss. */
  get lost(): readonly LostMachine[] {
    return this.#lost;
  }

  /** Machines that began too late for a measured window, in that order. */
  get late(): readonly LateMachine[] {
    return this.#late;
  }

  endStint(): void {
    for (const { intervals, record } of this.#order) {
      intervals.flush(null);
      record.endRound();
    }
  }

  /**
   * @param round that represents the trial; null when all windows do.
   * @param windowSeconds length of the window of its metrics.
   */
  results(round: number | null, windowSeconds: number): MachineResult[] {
    return this.#figures(round).map(([one, figures]) => result(one, figures, windowSeconds));
  }

  /** The same by place; empty unless there are two or more places. */
  places(round: number | null, windowSeconds: number): PlaceResult[] {
    const places = new Map<string | null, [OneMachine, TrialFigures][]>();
    for (const [one, figures] of this.#figures(round)) {
      const name = one.machine.place ?? null;
      places.set(name, [...(places.get(name) ?? []), [one, figures]]);
    }
    if (places.size < 2) return [];
    return [...places].map(([name, parts]) => placeResult(name, parts, windowSeconds));
  }

  /** By machine, where there are any. */
  #figures(round: number | null): [OneMachine, TrialFigures][] {
    return [...this.#machines.values()].flatMap((one): [OneMachine, TrialFigures][] => {
      const figures = round === null ? one.record.total : one.record.ofRound(round)?.figures;
      return figures ? [[one, figures]] : [];
    });
  }

  #begin(machine: StintMachine): OneMachine {
    const record = new TrialRecord(this.#plan);
    const intervals = new IntervalBuilder(
      (interval) => record.add(interval),
      unknownStolen,
      this.#plan.secondsAreRounds,
    );
    return { machine, share: 0, record, intervals };
  }
}

/** A stint at a machine’s share of its level. */
function shareOf(stint: Stint, share: number): Stint {
  return {
    ...stint,
    profile: stint.profile.map(({ atMs, level }) => ({ atMs, level: level * share })),
  };
}

function result(
  { machine, record }: OneMachine,
  figures: TrialFigures,
  windowSeconds: number,
): MachineResult {
  const { name, cpu, cores, place, workers, roundTripMs, clockErrorMs } = machine;
  const { targetTripMs } = machine;
  const { ok, failed, dropped } = figures.measured;
  const stretch = { figures, windowSeconds, users: null, ceilingRps: null };
  return {
    name,
    cpu,
    cores,
    ...(place === undefined ? {} : { place }),
    workers: workers.length,
    ...(machine.share === undefined ? {} : { share: machine.share }),
    requests: { ok, failed, dropped },
    throughputRps: windowSeconds > 0 ? ok / windowSeconds : 0,
    latencyMs: figures.latencyMs(),
    client: {
      ...record.judge(stretch),
      cpuSeconds: figures.client.cpuSeconds,
      eventLoopUtilization: figures.clientUtilization,
    },
    roundTripMs,
    clockErrorMs,
    ...(targetTripMs === undefined ? {} : { targetTripMs }),
  };
}

function placeResult(
  name: string | null,
  parts: readonly (readonly [OneMachine, TrialFigures])[],
  windowSeconds: number,
): PlaceResult {
  const latency = new Histogram();
  const requests = { ok: 0, failed: 0, dropped: 0 };
  for (const [, figures] of parts) {
    latency.add(figures.latency);
    requests.ok += figures.measured.ok;
    requests.failed += figures.measured.failed;
    requests.dropped += figures.measured.dropped;
  }
  return {
    name,
    machines: parts.map(([{ machine }]) => machine.name),
    workers: parts.reduce((sum, [{ machine }]) => sum + machine.workers.length, 0),
    requests,
    throughputRps: windowSeconds > 0 ? requests.ok / windowSeconds : 0,
    latencyMs: summarise(latency),
  };
}
