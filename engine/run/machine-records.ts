import type { LostMachine, MachineResult, ServerHealth } from '../../contracts/measurement.ts';
import type { Tick } from '../../contracts/worker-messages.ts';
import { IntervalBuilder } from './interval-builder.ts';
import type { StintMachine } from './load-pool.ts';
import type { LoadPlan, Stint } from './stints/stint.ts';
import { TrialRecord } from './trial-record.ts';

interface OneMachine {
  machine: StintMachine;
  /** Of all workers, those that are its own. */
  share: number;
  readonly record: TrialRecord;
  readonly intervals: IntervalBuilder;
}

/** Nobody tells what the hosts of other machines keep. */
const unknownStolen = { take: () => ({}) };

/**
 * What each of several machines had a part in, by the same rules as the whole trial: the same windows,
 * histograms and verdicts, of its own workers alone.
 */
export class MachineRecords {
  readonly #plan: LoadPlan;
  readonly #machines = new Map<string, OneMachine>();
  readonly #lost: LostMachine[] = [];
  /** In the order in which the pool names them in this stint. */
  #order: OneMachine[] = [];

  constructor(plan: LoadPlan) {
    this.#plan = plan;
  }

  /** @param machines of the pool, none where this machine alone makes the load. */
  beginStint(stint: Stint, machines: readonly StintMachine[]): void {
    const workers = machines.reduce((sum, machine) => sum + machine.workers.length, 0);
    this.#order = machines.map((machine, place) => {
      // Two machines may have one name; their places stay the same.
      const key = `${place} ${machine.name}`;
      const one = this.#machines.get(key) ?? this.#begin(machine);
      this.#machines.set(key, one);
      one.machine = machine;
      one.share = machine.workers.length / workers;
      one.record.beginStint(shareOf(stint, one.share), machine.workers.length);
      return one;
    });
  }

  /** @param machine its place in the pool. @param server how the service is; null where nobody knows. */
  add(machine: number, tick: Tick, server: ServerHealth | null): void {
    const one = this.#order[machine];
    if (!one) return;
    one.intervals.add({ ...tick, rate: tick.rate === null ? null : tick.rate * one.share }, server);
  }

  /** Takes note of a loss. @param offsetMs from the start of the trial to that of the stint that it counts from. */
  addLost(machine: LostMachine, offsetMs: number): void {
    // It stays lost in the stints that follow.
    if (this.#lost.some(({ name }) => name === machine.name)) return;
    this.#lost.push({ ...machine, sinceSeconds: machine.sinceSeconds + offsetMs / 1000 });
  }

  /** Machines that were lost while the others went on, in the order of their loss. */
  get lost(): readonly LostMachine[] {
    return this.#lost;
  }

  endStint(): void {
    for (const { intervals, record } of this.#order) {
      intervals.flush(null);
      record.endRound();
    }
  }

  /**
   * @param round that stands for the trial; null when all windows do.
   * @param windowSeconds that its figures are of.
   */
  results(round: number | null, windowSeconds: number): MachineResult[] {
    return [...this.#machines.values()].flatMap((one) => {
      const figures = round === null ? one.record.total : one.record.ofRound(round)?.figures;
      return figures ? [result(one, figures, windowSeconds)] : [];
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

/** A stint at the part of its level that is a machine’s own. */
function shareOf(stint: Stint, share: number): Stint {
  return {
    ...stint,
    profile: stint.profile.map(({ atMs, level }) => ({ atMs, level: level * share })),
  };
}

function result(
  { machine, record }: OneMachine,
  figures: TrialRecord['total'],
  windowSeconds: number,
): MachineResult {
  const { name, cpu, cores, workers, roundTripMs, clockErrorMs } = machine;
  const { ok, failed, dropped } = figures.measured;
  const stretch = { figures, windowSeconds, users: null, ceilingRps: null };
  return {
    name,
    cpu,
    cores,
    workers: workers.length,
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
  };
}
