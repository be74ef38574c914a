/** One file, because machines go through a stint together: each of its steps waits for all of them. */
import { randomBytes } from 'node:crypto';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import type { AgentCommand, AgentReport, ReportBatch } from '../../contracts/machines.ts';
import type { Prepared } from '../../contracts/sent-service.ts';
import type { Assignment } from '../../contracts/worker-messages.ts';
import { formatMs } from '../../metrics/format.ts';
import { type Clock, sleep } from '../platform/clock.ts';
import type { Division } from '../run/division.ts';
import type { Elsewhere, LoadPool, StintListeners, StintMachine } from '../run/load-pool.ts';
import { divideByCalibration } from './calibrated.ts';
import { dealWorkers } from './deal.ts';
import { lostMachine } from './gathering.ts';
import type { LeaseRecord } from './left-behind.ts';
import type { JoinedMachine, Machines } from './machines.ts';
import {
  giveWorkers,
  type Member,
  machineOf,
  newMember,
  type PoolOptions,
  uniqueNames,
  weightOf,
} from './member.ts';
import { encodeMessage } from './objects.ts';
import { ReportOrder } from './report-order.ts';
import { ServiceSender } from './service-sender.ts';
import { TokenRelay } from './token-relay.ts';

/** Time limit for all load workers of all machines to be ready, from the last requested piece of a data file. */
const readyMs = 30_000;
const lookMs = 500;
/** Time from the decision to start to the barrier, besides that of the messages; doubled at each retry. */
const barrierDelayMs = 400;
const maxStarts = 5;
/** Pause before something is sent again that may not have arrived. */
const retryMs = 250;

/** Machines that generate load together, as one pool of load workers. */
export class MachinePool implements LoadPool {
  readonly #machines: Machines;
  readonly #clock: Clock;
  readonly #lease = randomBytes(8).toString('hex');
  readonly #members: readonly Member[];
  readonly #goesOn: boolean;
  readonly #byCalibration: boolean;
  /** The workers of each machine in the last divided stint, by index. */
  #hands: Division['hands'] = [];
  readonly #service: ServiceSender;
  #stint = 0;
  #notes: string[] = [];
  /** State needed to continue with the trial. `startedAt` on the clock. */
  #record: { trial: string | null; startedAt: number | null; stints: LeaseRecord['stints'] } = {
    trial: null,
    startedAt: null,
    stints: [],
  };
  /** Whether the stint has started. */
  #isRunning = false;
  /** Whether it ended early. */
  #isStopped = false;
  #isClosed = false;
  /** The start of the stint on our clock, in nanoseconds; null until it is known. */
  #barrierAt: bigint | null = null;
  #listeners: StintListeners | null = null;
  #waitingFor = new Set<Member>();
  #ready: ((error: WirebenchError | null) => void) | null = null;

  private constructor(
    machines: Machines,
    members: readonly JoinedMachine[],
    { goesOn, byCalibration }: PoolOptions,
  ) {
    this.#machines = machines;
    this.#clock = machines.clock;
    this.#goesOn = goesOn;
    this.#byCalibration = byCalibration;
    this.#service = new ServiceSender(machines.objects);
    const names = uniqueNames(members.map(({ beat }) => beat.facts.name));
    this.#members = members.map((machine, place) => {
      const { id, beat } = machine;
      return newMember(machine, names[place] ?? beat.facts.name, {
        order: new ReportOrder(({ stint, report }) => this.#onReport(id, stint, report)),
        tokens: new TokenRelay(
          () => this.#sendTokens(id),
          () => sleep(this.#clock, retryMs),
        ),
      });
    });
  }

  /**
   * Reserves machines for a run.
   * @throws WirebenchError MACHINE_LOST, MACHINES_MISSING where another run has one of them
   */
  static async lease(
    machines: Machines,
    members: readonly JoinedMachine[],
    options: PoolOptions,
  ): Promise<MachinePool> {
    const pool = new MachinePool(machines, members, options);
    await pool.#take();
    return pool;
  }

  get elsewhere() {
    const threads = this.#members.reduce((sum, member) => sum + member.threads, 0);
    const divide: Elsewhere['divide'] = (...part) => {
      const { hands, turns } = divideByCalibration(this.#members, ...part);
      this.#hands = hands;
      return turns;
    };
    return { threads, host: this.#machines.host, ...(this.#byCalibration ? { divide } : {}) };
  }

  takeNotes(): string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  get machines(): StintMachine[] {
    return this.#stintMembers.map((member) => machineOf(member, this.#barrierAt));
  }

  async prepare(
    assignments: readonly Assignment[],
    listeners: StintListeners,
    trial: string | null,
  ): Promise<void> {
    for (const member of this.#members) member.lost &&= !this.#machines.isIdle(member.id);
    this.#isRunning = false;
    this.#isStopped = false;
    this.#barrierAt = null;
    this.#stint += 1;
    if (trial !== this.#record.trial) this.#record = { trial, startedAt: null, stints: [] };
    // State of the previous stint.
    this.#machines.objects.clear();
    this.#listeners = listeners;
    const offered = this.#members.map(({ threads }) => threads);
    const isDivided = assignments.some(({ turns }) => turns !== undefined);
    const hands = isDivided ? this.#hands : dealWorkers(offered, assignments.length);
    for (const [place, member] of this.#members.entries()) {
      giveWorkers(member, hands[place] ?? [], assignments);
    }
    const busy = this.#stillThere();
    const weights = this.#members.map((one) => weightOf(one, assignments));
    await this.#service.begin(assignments[0]?.custom ?? null, trial, weights);
    this.#waitingFor = new Set(busy);
    const ready = new Promise<WirebenchError | null>((resolve) => {
      this.#ready = resolve;
    });
    const since = this.#clock.now();
    const stopLooking = this.#clock.every(lookMs, () => {
      const heardAt = Math.max(since, this.#machines.objects.askedAt);
      if (this.#clock.now() - heardAt > readyMs) this.#ready?.(this.#notReady());
    });
    try {
      await Promise.all(busy.map((one) => this.#with(one, () => this.#hand(one, assignments))));
      const error = await ready;
      if (error) throw error;
    } finally {
      stopLooking();
      this.#ready = null;
    }
    for (const member of this.#busy) {
      await this.#with(member, async () => {
        member.clock = await this.#machines.clocks.look(member.id);
      });
    }
  }

  async start(): Promise<number> {
    try {
      return await this.#startAll();
    } catch (error) {
      // Some may have started.
      this.stop();
      throw error;
    }
  }

  /** @returns the start on the clock. @throws WirebenchError MACHINE_LOST */
  async #startAll(): Promise<number> {
    for (let tried = 0; tried < maxStarts; tried++) {
      // Each machine was notified, and reports when its part is over.
      if (this.#isStopped) return this.#begin(this.#clock.reading());
      const busy = this.#stillThere();
      const at = this.#barrier(barrierDelayMs * 2 ** tried);
      if (await this.#armAll(busy, at)) {
        const startsAt = this.#begin(at);
        this.#keepRecord(startsAt);
        return startsAt;
      }
    }
    throw lostMachine('A machine', `heard too late of the start, ${maxStarts} times in a row`);
  }

  /** @returns the barrier on the clock. */
  #begin(at: bigint): number {
    this.#isRunning = true;
    this.#barrierAt = at;
    for (const member of this.#stintMembers.filter(({ lost }) => lost)) this.#reportLoss(member);
    return this.#clock.now() + Number(at - this.#clock.reading()) / 1e6;
  }

  /**
   * Notifies machines of the start. Where one has not confirmed in time, it is cancelled for all, while that is still
   * possible; when one of them has started by then, the others follow.
   * @returns whether all confirmed.
   */
  async #armAll(busy: readonly Member[], at: bigint): Promise<boolean> {
    const replies = Promise.all(
      busy.map(async (member) => (await this.#with(member, () => this.#arm(member, at))) ?? 0),
    );
    // The lost ones are handled below.
    replies.catch(() => undefined);
    const late = await Promise.race([replies, this.#untilTooLate(at)]);
    if (late && Math.max(...late) === 0) return true;
    const begun = await Promise.all(
      busy.map((member) => this.#with(member, () => this.#disarm(member))),
    );
    await replies;
    if (!begun.includes(true)) return false;
    const waiting = busy.filter((_, place) => begun[place] === false);
    await Promise.all(waiting.map((member) => this.#follow(member, at)));
    return true;
  }

  /** Others have started, which cannot be undone: this one starts as soon as it is notified. */
  async #follow(member: Member, at: bigint): Promise<void> {
    const lateMs = await this.#with(member, () => this.#arm(member, at, true));
    if (!lateMs) return;
    member.beganLateMs = lateMs;
    this.#notes.push(
      `${member.name} received the start late, and began ${formatMs(lateMs)} after the others.`,
    );
  }

  /** Two thirds of the time to the start are reserved for cancelling it. */
  async #untilTooLate(at: bigint): Promise<null> {
    await sleep(this.#clock, Number(at - this.#clock.reading()) / 1e6 / 3);
    return null;
  }

  /** Does something with a machine; where the others continue, one that is lost on the way is left out. */
  async #with<Result>(member: Member, act: () => Promise<Result>): Promise<Result | null> {
    try {
      return await act();
    } catch (error) {
      if (!isLoss(error) || !this.#goesOn) throw error;
      this.#onLost(member.id, 'did not answer');
      return null;
    }
  }

  /** State for the next controller, should this one die. @param startsAt on the clock. */
  #keepRecord(startsAt: number): void {
    const { trial, stints } = this.#record;
    if (trial === null) return;
    this.#record.startedAt ??= startsAt;
    stints.push({
      stint: this.#stint,
      offsetMs: Math.round(startsAt - this.#record.startedAt),
      workers: this.#stintMembers.reduce((sum, { workers }) => sum + workers.length, 0),
      machines: this.#stintMembers.map(({ id, workers }) => ({ id, workers: [...workers] })),
    });
    this.#machines.keepLease({ lease: this.#lease, trial, stints });
  }

  /** Machines that should start. @throws WirebenchError MACHINE_LOST when some are gone, and the others do not continue */
  #stillThere(): Member[] {
    const busy = this.#busy;
    const gone = this.#stintMembers.find(({ lost }) => lost);
    if (gone && !(this.#goesOn && busy.length > 0)) throw lostMachine(gone.name, gone.lossReason);
    return busy;
  }

  #reportLoss({ workers, name, lossReason }: Member): void {
    this.#listeners?.lost(workers, lostMachine(name, lossReason));
  }

  /** @returns a moment far enough ahead for messages to arrive before it. */
  #barrier(delayMs: number): bigint {
    const slowest = Math.max(...this.#busy.map(({ clock }) => Number(clock?.roundTrip ?? 0n)));
    return this.#clock.reading() + BigInt(Math.round(delayMs * 1e6 + 4 * slowest));
  }

  /** @returns how late the message was, in milliseconds; 0 when the machine will start in time. */
  async #arm({ id, clock }: Member, at: bigint, follows = false): Promise<number> {
    const there = String(at + (clock?.offset ?? 0n));
    const reply = await this.#machines.ask(id, {
      type: 'start',
      ...this.#name,
      at: there,
      follows,
    });
    return reply.type === 'done' ? (reply.lateMs ?? 0) : 0;
  }

  /** @returns whether it has started already. */
  async #disarm({ id }: Member): Promise<boolean> {
    const reply = await this.#machines.ask(id, { type: 'disarm', ...this.#name });
    return reply.type === 'done' && reply.hasBegun === true;
  }

  extend(untilMs: number): void {
    this.#broadcast({ type: 'extend', ...this.#name, untilMs });
  }

  open(atMs: number): void {
    this.#broadcast({ type: 'open', ...this.#name, atMs });
  }

  /** Also while machines are not ready yet, which are no longer waited for. */
  stop(): void {
    this.#isStopped = true;
    this.#broadcast({ type: 'stop', ...this.#name });
    this.#ready?.(null);
  }

  /** There are new access tokens. */
  renewTokens(): void {
    for (const { tokens } of this.#members) tokens.renewed();
  }

  async #sendTokens(id: string): Promise<void> {
    const { tokens } = this.#service;
    // If it comes back, it gets them with its next part.
    if (tokens.length > 0 && !this.#member(id)?.lost) {
      await this.#machines.ask(id, { type: 'tokens', lease: this.#lease, tokens });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { tokens } of this.#members) tokens.close();
    await Promise.allSettled(
      this.#members
        .filter(({ lost }) => !lost)
        .map(({ id }) => this.#machines.ask(id, { type: 'release', lease: this.#lease })),
    );
    await this.#machines.forget(this.#lease);
    this.#machines.objects.empty();
  }

  get #name() {
    return { lease: this.#lease, stint: this.#stint };
  }

  /** Machines with a part in the stint, lost or not. */
  get #stintMembers(): Member[] {
    return this.#members.filter(({ workers }) => workers.length > 0);
  }

  get #busy(): Member[] {
    return this.#stintMembers.filter(({ lost }) => !lost);
  }

  async #take(): Promise<void> {
    this.#machines.listen(this.#lease, {
      report: (id, batch: ReportBatch) => this.#member(id)?.order.add(batch),
      lost: (id, why) => this.#onLost(id, why),
      heard: (id, loading) => this.#onHeard(id, loading),
      notice: (sentence) => this.#notes.push(sentence),
    });
    try {
      for (const { id } of this.#members) {
        await this.#machines.ask(id, {
          type: 'lease',
          lease: this.#lease,
          controller: this.#machines.name,
        });
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
    const prepared: Prepared = {
      // Core numbers are those of this machine.
      assignments: own.map(({ custom: _, ...assignment }) => ({ ...assignment, core: null })),
      service: this.#service.sent(this.#members.indexOf(member)),
    };
    const object = this.#machines.objects.put(encodeMessage(prepared));
    member.stint = this.#stint;
    await this.#machines.ask(member.id, { type: 'prepare', ...this.#name, object });
  }

  #notReady(): WirebenchError {
    const names = [...this.#waitingFor].map(({ name }) => name).join(', ');
    return lostMachine(names, `was not ready within ${readyMs / 1000} s`);
  }

  #broadcast(command: AgentCommand): void {
    for (const member of this.#busy) void this.#tell(member, command);
  }

  /** Until it is answered: while a line is cut for a moment, a message is lost although its machine is not. */
  async #tell(member: Member, command: AgentCommand): Promise<void> {
    const stint = this.#stint;
    while (!member.lost && stint === this.#stint && !this.#isClosed) {
      try {
        await this.#machines.ask(member.id, command);
        return;
      } catch (error) {
        if (!isLoss(error)) return;
        await sleep(this.#clock, retryMs);
      }
    }
  }

  #onReport(id: string, stint: number, report: AgentReport): void {
    const member = this.#member(id);
    if (!member || member.lost || stint !== this.#stint) return;
    try {
      this.#heed(member, report);
    } catch (error) {
      // Well-formed, but not about its load, such as for a round that does not exist.
      const what = `${member.name}: its reports are not of its load: ${messageOf(error)}`;
      this.#fail(new WirebenchError('WORKER_FAILED', what, { cause: error }));
    }
  }

  #heed(member: Member, report: AgentReport): void {
    switch (report.type) {
      case 'ready':
        member.targetTripMs = report.targetTripMs;
        this.#waitingFor.delete(member);
        if (this.#waitingFor.size === 0) this.#ready?.(null);
        break;
      case 'tick':
        this.#withWorker(member, report.worker, (place) =>
          this.#listeners?.tick(place, report.tick),
        );
        break;
      case 'done':
        member.ended += 1;
        // By then no further message is accepted there.
        if (report.rows && member.ended === member.workers.length) {
          this.#service.ended(this.#members.indexOf(member), report.rows);
        }
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

  /** Ignores agents that name a worker which they do not have. */
  #withWorker(member: Member, worker: number, act: (place: number) => void): void {
    const place = member.workers[worker];
    if (place !== undefined) act(place);
  }

  #onLost(id: string, why: string): void {
    const member = this.#member(id);
    if (!member || member.lost) return;
    member.lost = true;
    member.lossReason = why;
    if (member.workers.length === 0) return;
    // Before the start it is notified with it.
    if (this.#isRunning) this.#reportLoss(member);
    if (!this.#ready) return;
    this.#waitingFor.delete(member);
    if (!this.#goesOn || this.#busy.length === 0) this.#ready(lostMachine(member.name, why));
    else if (this.#waitingFor.size === 0) this.#ready(null);
  }

  /** A lost machine has come back: its reports are not counted. */
  #onHeard(id: string, loading: boolean): void {
    const member = this.#member(id);
    if (!member?.lost || !loading) return;
    // It repeats in a second that it generates load.
    this.#machines
      .ask(id, { type: 'stop', lease: this.#lease, stint: member.stint })
      .catch(() => undefined);
  }

  #fail(error: WirebenchError): void {
    if (this.#ready) this.#ready(error);
    else this.#listeners?.failed(error);
  }
}

function isLoss(error: unknown): boolean {
  return error instanceof WirebenchError && error.code === 'MACHINE_LOST';
}
