import { randomBytes } from 'node:crypto';
import { hrtime } from 'node:process';
import { WirebenchError } from '../../contracts/errors.ts';
import type { AgentCommand, AgentReport, ReportBatch } from '../../contracts/machines.ts';
import type { Assignment } from '../../contracts/worker-messages.ts';
import type { LoadPool, StintListeners, StintMachine } from '../run/load-pool.ts';
import type { ClockOffset } from './clock-offset.ts';
import { dealWorkers } from './deal.ts';
import { type JoinedMachine, lostMachine, type Machines } from './machines.ts';
import { encodeMessage } from './objects.ts';
import { ReportOrder } from './report-order.ts';

/** Until every load worker of every machine is ready. */
const readyMs = 30_000;
/** From the decision to start to the barrier, besides the time that messages need; twice as long at each further try. */
const barrierDelayMs = 400;
const mostStarts = 5;

/** A machine of a run. */
interface Member {
  readonly id: string;
  readonly name: string;
  readonly threads: number;
  readonly cpu: string;
  readonly cores: number;
  readonly order: ReportOrder;
  clock: ClockOffset | null;
  lost: boolean;
  /** The workers of the stint that are its own, by their place here. */
  workers: readonly number[];
}

/** Machines that generate load together, as one pool of load workers. */
export class MachinePool implements LoadPool {
  readonly #machines: Machines;
  readonly #lease = randomBytes(8).toString('hex');
  readonly #members: readonly Member[];
  #stint = 0;
  #notes: string[] = [];
  #listeners: StintListeners | null = null;
  #waitingFor = new Set<Member>();
  #ready: ((error: WirebenchError | null) => void) | null = null;

  private constructor(machines: Machines, members: readonly JoinedMachine[]) {
    this.#machines = machines;
    this.#members = members.map(({ id, beat: { facts } }) => ({
      id,
      name: facts.name,
      threads: facts.threads,
      cpu: facts.cpu,
      cores: facts.cores,
      order: new ReportOrder(({ stint, report }) => this.#onReport(id, stint, report)),
      clock: null,
      lost: false,
      workers: [],
    }));
  }

  /** Takes machines for a run. @throws WirebenchError MACHINE_LOST, MACHINES_MISSING where another has one of them */
  static async lease(machines: Machines, members: readonly JoinedMachine[]): Promise<MachinePool> {
    const pool = new MachinePool(machines, members);
    await pool.#take();
    return pool;
  }

  get elsewhere() {
    const threads = this.#members.reduce((sum, member) => sum + member.threads, 0);
    return { threads, host: this.#machines.host };
  }

  takeNotes(): string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  get machines(): StintMachine[] {
    return this.#members
      .filter(({ workers }) => workers.length > 0)
      .map(({ name, cpu, cores, workers, clock }) => ({
        name,
        cpu,
        cores,
        workers,
        roundTripMs: Number(clock?.roundTrip ?? 0n) / 1e6,
        clockErrorMs: Number(clock?.error ?? 0n) / 1e6,
      }));
  }

  async prepare(assignments: readonly Assignment[], listeners: StintListeners): Promise<void> {
    const gone = this.#members.find(({ lost }) => lost);
    if (gone) throw lostMachine(gone.name, 'is gone');
    this.#stint += 1;
    // What the stint before was made of.
    this.#machines.objects.clear();
    this.#listeners = listeners;
    const shares = dealWorkers(
      this.#members.map(({ threads }) => threads),
      assignments.length,
    );
    for (const [place, member] of this.#members.entries()) member.workers = shares[place] ?? [];
    const busy = this.#busy;
    this.#waitingFor = new Set(busy);
    const ready = new Promise<WirebenchError | null>((resolve) => {
      this.#ready = resolve;
    });
    const timer = setTimeout(() => this.#ready?.(this.#notReady()), readyMs);
    try {
      await Promise.all(busy.map((member) => this.#hand(member, assignments)));
      const error = await ready;
      if (error) throw error;
    } finally {
      clearTimeout(timer);
      this.#ready = null;
    }
    for (const member of busy) member.clock = await this.#machines.clock(member.id);
  }

  async start(): Promise<number> {
    let late = 0;
    for (let tried = 0; tried < mostStarts; tried++) {
      const at = this.#barrier(barrierDelayMs * 2 ** tried);
      const replies = await Promise.all(this.#busy.map((member) => this.#arm(member, at)));
      late = Math.max(...replies);
      if (late === 0) return performance.now() + Number(at - hrtime.bigint()) / 1e6;
      await this.#disarm(this.#busy.filter((_, place) => replies[place] === 0));
    }
    const error = `heard of the start ${Math.ceil(late)} ms too late`;
    throw lostMachine('A machine', error);
  }

  /** @returns a moment far enough ahead that messages arrive before. */
  #barrier(delayMs: number): bigint {
    const slowest = Math.max(...this.#busy.map(({ clock }) => Number(clock?.roundTrip ?? 0n)));
    return hrtime.bigint() + BigInt(Math.round(delayMs * 1e6 + 4 * slowest));
  }

  /** @returns by how much it was too late, in milliseconds; 0 when the machine will start. */
  async #arm({ id, clock }: Member, at: bigint): Promise<number> {
    const there = String(at + (clock?.offset ?? 0n));
    const reply = await this.#machines.ask(id, { type: 'start', ...this.#name, at: there });
    return reply.type === 'done' ? (reply.lateMs ?? 0) : 0;
  }

  /** @throws WirebenchError when one of them has begun already. */
  async #disarm(members: readonly Member[]): Promise<void> {
    await Promise.all(
      members.map(({ id }) => this.#machines.ask(id, { type: 'disarm', ...this.#name })),
    );
  }

  extend(untilMs: number): void {
    this.#tell({ type: 'extend', ...this.#name, untilMs });
  }

  open(atMs: number): void {
    this.#tell({ type: 'open', ...this.#name, atMs });
  }

  stop(): void {
    this.#tell({ type: 'stop', ...this.#name });
  }

  async close(): Promise<void> {
    await Promise.allSettled(
      this.#members
        .filter(({ lost }) => !lost)
        .map(({ id }) => this.#machines.ask(id, { type: 'release', lease: this.#lease })),
    );
    await this.#machines.forget(this.#lease);
    this.#machines.objects.clear();
  }

  get #name() {
    return { lease: this.#lease, stint: this.#stint };
  }

  /** Those with a part in the stint. */
  get #busy(): Member[] {
    return this.#members.filter(({ workers, lost }) => workers.length > 0 && !lost);
  }

  async #take(): Promise<void> {
    this.#machines.listen(this.#lease, {
      report: (id, batch: ReportBatch) => this.#member(id)?.order.add(batch),
      lost: (id, why) => this.#onLost(id, why),
      told: (sentence) => this.#notes.push(sentence),
    });
    try {
      for (const { id } of this.#members) {
        await this.#machines.ask(id, { type: 'lease', lease: this.#lease });
      }
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #member(id: string): Member | undefined {
    return this.#members.find((one) => one.id === id);
  }

  async #hand(member: Member, assignments: readonly Assignment[]): Promise<void> {
    const own = member.workers.flatMap((place) => assignments[place] ?? []);
    // Cores are those of this machine.
    const prepared = { assignments: own.map((assignment) => ({ ...assignment, core: null })) };
    const object = this.#machines.objects.put(encodeMessage(prepared));
    await this.#machines.ask(member.id, { type: 'prepare', ...this.#name, object });
  }

  #notReady(): WirebenchError {
    const names = [...this.#waitingFor].map(({ name }) => name).join(', ');
    return lostMachine(names, `got not ready within ${readyMs / 1000} s`);
  }

  #tell(command: AgentCommand): void {
    for (const { id } of this.#busy) {
      // Who does not hear it falls silent, which is noticed.
      this.#machines.ask(id, command).catch(() => undefined);
    }
  }

  #onReport(id: string, stint: number, report: AgentReport): void {
    const member = this.#member(id);
    if (!member || member.lost || stint !== this.#stint) return;
    switch (report.type) {
      case 'ready':
        this.#waitingFor.delete(member);
        if (this.#waitingFor.size === 0) this.#ready?.(null);
        break;
      case 'tick':
        this.#withWorker(member, report.worker, (place) =>
          this.#listeners?.tick(place, report.tick),
        );
        break;
      case 'done':
        this.#withWorker(member, report.worker, (place) =>
          this.#listeners?.done(place, report.end),
        );
        break;
      case 'failed': {
        const { message } = report.error;
        this.#fail(new WirebenchError('WORKER_FAILED', `${member.name}: ${message}`));
        break;
      }
    }
  }

  /** An agent that names a worker which it does not have says nothing. */
  #withWorker(member: Member, worker: number, act: (place: number) => void): void {
    const place = member.workers[worker];
    if (place !== undefined) act(place);
  }

  #onLost(id: string, why: string): void {
    const member = this.#member(id);
    if (!member || member.lost) return;
    member.lost = true;
    const error = lostMachine(member.name, why);
    if (this.#ready) this.#ready(error);
    else if (member.workers.length > 0) this.#listeners?.lost(member.workers, error);
  }

  #fail(error: WirebenchError): void {
    if (this.#ready) this.#ready(error);
    else this.#listeners?.failed(error);
  }
}
