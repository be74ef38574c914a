import { WirebenchError } from '../../../contracts/errors.ts';
import type { Phase } from '../../../contracts/words.ts';
import type { Assignment, Tick } from '../../../contracts/worker-messages.ts';
import type { Clock } from '../../../engine/platform/clock.ts';
import type { LoadPool, StintListeners, StintMachine } from '../../../engine/run/load-pool.ts';
import type { Chance } from './random.ts';
import { type Capacity, SimulatedWorker } from './worker.ts';

/** Faults of the workers of a stint. */
export type PoolFault =
  | 'is not ready'
  | 'dies'
  | 'is lost'
  | 'is heard late'
  | 'hangs'
  | 'does not start'
  | null;

/** Totals that the workers of a trial have reported, and that its result must have. */
export interface WorkerTotals {
  readonly ok: Record<Phase, number>;
  readonly failed: Record<Phase, number>;
  /** Of the stints whose workers have all ended. */
  issued: number;
  abandoned: number;
  /** When load was generated last, except in the drain; on the clock. */
  lastAt: number;
  /** Whether one of them has not ended. */
  isIncomplete: boolean;
  readonly faults: Set<PoolFault>;
}

interface PoolOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Whether the workers are on other machines, which start later and are lost independently. */
  readonly isElsewhere: boolean;
  /** Whether equally much is answered in each interval. */
  readonly isSteady: boolean;
  readonly capacity: Capacity | null;
  fault(): PoolFault;
  /** A request was answered. */
  answered(count: number): void;
}

const nothing = (): Record<Phase, number> => ({ 'warm-up': 0, measured: 0, drain: 0 });

/** The workers of one stint. Messages arrive in order from each worker, but with different delays. */
class SimulatedStint {
  readonly workers: SimulatedWorker[];
  readonly listeners: StintListeners;
  readonly fault: PoolFault;
  readonly totals: WorkerTotals;
  readonly #options: PoolOptions;
  /** When the last message of each worker arrives. */
  readonly #arrivals: number[];
  readonly #ended = new Set<number>();
  /** The worker with the fault. */
  readonly victim: number;
  /** Its messages are ignored from now on. */
  isOver = false;
  /** When its load begins. */
  origin = 0;

  constructor(
    assignments: readonly Assignment[],
    listeners: StintListeners,
    totals: WorkerTotals,
    options: PoolOptions,
  ) {
    const { clock, chance } = options;
    this.#options = options;
    this.listeners = listeners;
    this.totals = totals;
    this.fault = options.fault();
    this.victim = chance.between(0, assignments.length - 1);
    this.#arrivals = assignments.map(() => 0);
    totals.faults.add(this.fault);
    this.workers = assignments.map((assignment, place) => {
      const hangs = this.fault === 'hangs' && place === this.victim;
      const hangsAtMs = hangs ? chance.between(0, 3000) : null;
      return new SimulatedWorker(
        assignment,
        {
          tick: (tick) => {
            options.answered(tick.ok + tick.failed);
            if (tick.phase !== 'drain') totals.lastAt = this.origin + tick.endMs;
            this.#send(place, () => this.#heard(place, tick));
          },
          done: (end) =>
            this.#send(place, () => {
              this.#end(place, end.issued, end.abandoned);
              listeners.done(place, end);
            }),
        },
        {
          clock,
          chance: chance.fork(),
          hangsAtMs,
          isSteady: options.isSteady,
          capacity: options.capacity,
        },
      );
    });
  }

  /** Sends a command to every worker, each after a moment. */
  command(act: (worker: SimulatedWorker) => void): void {
    const { clock, chance, isElsewhere } = this.#options;
    for (const worker of this.workers)
      clock.after(chance.between(0, isElsewhere ? 30 : 2), () => act(worker));
  }

  /** Its messages are ignored from now on. @param workers all of a machine, or null for all. */
  lose(): void {
    const { clock, chance, isElsewhere } = this.#options;
    const isMachine = isElsewhere && this.fault === 'is lost';
    const lost = isMachine ? [this.victim] : this.workers.map((_worker, place) => place);
    this.workers[this.victim]?.kill();
    // A lost machine is noticed after some seconds, a lost thread immediately.
    clock.after(isMachine ? 3000 + chance.between(0, 1000) : 1, () => {
      if (this.isOver || this.#ended.has(this.victim)) return;
      this.totals.isIncomplete = true;
      if (isMachine) {
        this.#ended.add(this.victim);
        this.listeners.lost(lost, new WirebenchError('MACHINE_LOST', 'b was not heard'));
        this.#overWhenAllEnded();
      } else {
        this.isOver = true;
        this.listeners.failed(new WirebenchError('WORKER_FAILED', 'A load worker ended: killed'));
      }
    });
  }

  end(): void {
    if (this.#ended.size < this.workers.length) this.totals.isIncomplete = true;
    this.isOver = true;
    for (const worker of this.workers) worker.kill();
  }

  #send(place: number, act: () => void): void {
    const { clock, chance } = this.#options;
    const isLate = this.fault === 'is heard late' && place === this.victim;
    const takes = isLate ? chance.between(0, 4000) : chance.between(0, 3);
    const at = Math.max(clock.now() + takes, this.#arrivals[place] ?? 0);
    this.#arrivals[place] = at;
    clock.after(at - clock.now(), () => {
      if (!this.isOver) act();
    });
  }

  #heard(place: number, tick: Tick): void {
    const { ok, failed } = this.totals;
    ok[tick.phase] += tick.ok;
    failed[tick.phase] += tick.failed;
    this.listeners.tick(place, tick);
  }

  #end(place: number, issued: number, abandoned: number): void {
    this.totals.issued += issued;
    this.totals.abandoned += abandoned;
    this.#ended.add(place);
    this.#overWhenAllEnded();
  }

  #overWhenAllEnded(): void {
    if (this.#ended.size === this.workers.length) this.isOver = true;
  }
}

/** A pool of simulated workers. */
export class SimulatedPool implements LoadPool {
  readonly totals = new Map<string, WorkerTotals>();
  /** When stints were prepared. */
  readonly preparedAt: number[] = [];
  isClosed = false;
  readonly elsewhere: LoadPool['elsewhere'];
  readonly #options: PoolOptions;
  #stint: SimulatedStint | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.elsewhere = options.isElsewhere ? { threads: 2, host: '10.0.0.1' } : null;
  }

  get machines(): readonly StintMachine[] {
    if (!this.#options.isElsewhere || !this.#stint) return [];
    return this.#stint.workers.map((_worker, place) => ({
      ...{ name: `m${place}`, cpu: 'any', cores: 2, roundTripMs: 1, clockErrorMs: 1 },
      workers: [place],
    }));
  }

  async prepare(
    assignments: readonly Assignment[],
    listeners: StintListeners,
    trial: string | null,
  ): Promise<void> {
    const { clock, chance } = this.#options;
    this.preparedAt.push(clock.now());
    this.#stint?.end();
    const id = trial ?? '';
    const totals = this.totals.get(id) ?? {
      ...{ ok: nothing(), failed: nothing(), issued: 0, abandoned: 0 },
      ...{ lastAt: 0, isIncomplete: false, faults: new Set<PoolFault>() },
    };
    this.totals.set(id, totals);
    const stint = new SimulatedStint(assignments, listeners, totals, this.#options);
    this.#stint = stint;
    await this.#wait(chance.between(1, 300));
    if (stint.fault === 'is not ready') {
      stint.end();
      throw new WirebenchError('WORKER_FAILED', 'A load worker ended: out of memory');
    }
  }

  start(): number | Promise<number> {
    const { clock, chance, isElsewhere } = this.#options;
    const stint = this.#stint;
    if (!stint) throw new Error('nothing is prepared');
    const origin = clock.now() + (isElsewhere ? chance.between(60, 200) : 30);
    stint.origin = origin;
    const begins = stint.fault !== 'does not start';
    for (const worker of stint.workers) if (begins) worker.start(origin);
    if (stint.fault === 'dies' || stint.fault === 'is lost') {
      clock.after(chance.between(0, 3000), () => stint.lose());
    }
    if (!isElsewhere) return origin;
    // Whether they have begun is known later, and occasionally much later.
    const known = chance.percent(20) ? chance.between(0, 2500) : chance.between(0, 100);
    return this.#wait(known).then(() => {
      if (begins) return origin;
      stint.end();
      throw new WirebenchError('MACHINE_LOST', 'm0 did not say that it began');
    });
  }

  extend(untilMs: number): void {
    this.#stint?.command((worker) => worker.extend(untilMs));
  }

  open(atMs: number): void {
    this.#stint?.command((worker) => worker.open(atMs));
  }

  stop(): void {
    this.#stint?.command((worker) => worker.stop());
  }

  takeNotes(): string[] {
    return [];
  }

  async close(): Promise<void> {
    this.#stint?.end();
    this.isClosed = true;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#options.clock.after(ms, resolve));
  }
}
