import { randomBytes } from 'node:crypto';
import { fromErrorReport } from '../../contracts/errors.ts';
import {
  type AgentBeat,
  type AgentCommand,
  type AgentReply,
  agentBeatSchema,
  agentReplySchema,
  beatMs,
  type ControllerBeat,
  machineSilenceMs,
  objectRequestSchema,
  type ReportBatch,
} from '../../contracts/machines.ts';
import { type Cancel, type Clock, realClock, sleep } from '../platform/clock.ts';
import type { WatchedLook } from '../run/watched-records.ts';
import { Admission } from './admission.ts';
import { Clocks } from './clocks.ts';
import { calledSo, isFree, lostMachine, missingMachines } from './gathering.ts';
import type { Hub, HubListener } from './hub.ts';
import { type LeaseRecord, type LeftBehind, machinesIn, ticksOf } from './left-behind.ts';
import type { LineMessage, Transport } from './line.ts';
import { decodeMessage, encodeMessage, ObjectShelf, parseMessage } from './objects.ts';
import { machineIn, subjects } from './subjects.ts';
import { reportLook } from './watched-look.ts';

/** Time limit for machines of a dead controller to come back. */
const returnMs = 60_000;

/** A machine that has joined. */
export interface JoinedMachine {
  readonly id: string;
  readonly beat: AgentBeat;
  /** Time of its last message, on the clock. */
  readonly heardAt: number;
}

/** Is notified of events that concern the machines of a lease. */
export interface LeaseListener {
  report(id: string, batch: ReportBatch): void;
  /** @param why the end of a sentence that begins with the machine. */
  lost(id: string, why: string): void;
  /** A message came from a machine with the lease, lost or not. @param loading whether it generates load. */
  heard?(id: string, loading: boolean): void;
  /** A sentence that readers of the results should know. */
  notice(sentence: string): void;
}

/** The controller: other machines join it, and it makes them generate load. */
export class Machines {
  readonly clock: Clock;
  readonly objects: ObjectShelf;
  readonly clocks: Clocks;
  /** How other machines join. */
  readonly token: string;
  readonly #hub: Hub;
  readonly #link: Transport;
  /** Leases in which earlier controllers died. */
  #left: readonly LeaseRecord[];
  readonly #known = new Map<string, JoinedMachine>();
  readonly #leases = new Map<string, LeaseListener>();
  /** Called when the list of machines changes. */
  readonly #watchers = new Set<() => void>();
  /** Id of this controller in its beats and leases. */
  readonly name = randomBytes(8).toString('hex');
  readonly #stopBeats: Cancel;
  readonly #admission: Admission;
  #leaseKept: Promise<void> = Promise.resolve();
  /** Listens to the metrics of watched machines. */
  onWatched: (look: WatchedLook) => void = () => undefined;

  private constructor(hub: Hub, left: readonly LeaseRecord[], clock: Clock) {
    this.clock = clock;
    this.objects = new ObjectShelf(clock);
    this.clocks = new Clocks((id) => this.#timeOf(id), clock);
    this.#hub = hub;
    this.#link = hub.line;
    this.token = hub.token;
    this.#left = left;
    this.#admission = new Admission(hub.keys, hub.folder, () => hub.allow());
    this.#link.subscribe(subjects.join, { callback: (_, message) => void this.#onJoin(message) });
    this.#link.subscribe(subjects.beat('*'), { callback: (_, message) => this.#onBeat(message) });
    this.#link.subscribe(subjects.get('*'), { callback: (_, message) => this.#onGet(message) });
    this.#stopBeats = clock.every(beatMs, () => this.#beat());
    this.#beat();
  }

  /**
   * Lets machines join.
   * @param openHub finds the NATS server, and notifies of its changes.
   * @throws WirebenchError MACHINES_UNAVAILABLE
   */
  static async open(
    openHub: (listener: HubListener) => Promise<Hub>,
    clock: Clock = realClock,
  ): Promise<Machines> {
    let opened: Machines | null = null;
    const hub = await openHub({
      notice: (sentence) => opened?.notify(sentence),
      lost: (why) => opened?.giveUp(why),
    });
    try {
      const machines = new Machines(hub, await hub.records.left(), clock);
      opened = machines;
      await hub.reports.follow((id, lease, batch) => {
        if (hub.admits(id)) machines.#leases.get(lease)?.report(id, batch);
      });
      return machines;
    } catch (error) {
      if (opened) opened.#stopBeats();
      await hub.close();
      throw error;
    }
  }

  /** The command for a machine that should join. */
  get lines(): { readonly line: string; readonly webSocketLine?: string } {
    const { join, joinByWeb } = this.#hub;
    const lineFor = (address: string) => `wirebench agent --join ${address} --token ${this.token}`;
    const webSocket = joinByWeb === null ? {} : { webSocketLine: lineFor(joinByWeb) };
    return { line: lineFor(join), ...webSocket };
  }

  /** The address that machines connect to; the first of several. */
  get entrance(): { readonly host: string; readonly port: number } {
    return this.#hub.entrance;
  }

  /** Host at which the others reach services started here. */
  get host(): string {
    return this.#hub.host;
  }

  /** Machines that were heard recently, by name. */
  get present(): JoinedMachine[] {
    const now = this.clock.now();
    return [...this.#known.values()]
      .filter(({ heardAt }) => now - heardAt < machineSilenceMs)
      .sort((a, b) => a.beat.facts.name.localeCompare(b.beat.facts.name) || (a.id < b.id ? -1 : 1));
  }

  /**
   * Waits until the required number of machines is free.
   * @param waiting is called with the free machines whenever they change.
   * @param name that they must have; any if left out. Most recently heard first.
   * @throws WirebenchError MACHINES_MISSING after `withinMs`, with the names of the free ones.
   */
  async gather(
    count: number,
    withinMs: number,
    signal: AbortSignal,
    waiting: (names: readonly string[]) => void,
    name?: string,
  ): Promise<JoinedMachine[]> {
    const free = () => this.present.filter(({ beat }) => isFree(beat));
    const fitting = () => (name === undefined ? free() : calledSo(free(), name));
    const late = new AbortController();
    const deadline = AbortSignal.any([signal, late.signal]);
    const cancel = this.clock.after(withinMs, () => late.abort());
    try {
      while (fitting().length < count) {
        waiting(free().map(({ beat }) => beat.facts.name));
        if (deadline.aborted) throw missingMachines(name ?? `${count} machines`, free());
        await new Promise<void>((resolve) => {
          const wake = () => {
            this.#watchers.delete(wake);
            deadline.removeEventListener('abort', wake);
            resolve();
          };
          this.#watchers.add(wake);
          deadline.addEventListener('abort', wake, { once: true });
        });
      }
      return fitting().slice(0, count);
    } finally {
      cancel();
    }
  }

  /** Sends an agent a request and waits for its answer. @throws WirebenchError MACHINE_LOST or the agent's refusal. */
  async ask(id: string, command: AgentCommand): Promise<AgentReply> {
    // Known by now only: one that is lost meanwhile is forgotten.
    const name = this.nameOf(id);
    let answer: Pick<LineMessage, 'data'>;
    try {
      answer = await this.#link.request(subjects.do(id), encodeMessage(command), {
        // A request may go unanswered for as long as beats may be missing.
        timeout: machineSilenceMs,
      });
    } catch (cause) {
      throw lostMachine(name, `did not answer within ${machineSilenceMs / 1000} s`, cause);
    }
    const reply = agentReplySchema.parse(decodeMessage(answer.data));
    if (reply.type === 'refused') {
      throw fromErrorReport(reply.error, `${name}: `);
    }
    return reply;
  }

  /** Whether a machine was heard recently, and generates no load. */
  isIdle(id: string): boolean {
    return this.present.some((machine) => machine.id === id && !machine.beat.loading);
  }

  /** State for the next controller, should this one die during the trial. */
  keepLease(record: LeaseRecord): void {
    // If it cannot be written, only that state is lost.
    this.#leaseKept = this.#leaseKept
      .then(() => this.#hub.records.write(record))
      .catch(() => undefined);
  }

  /**
   * Fetches the results of trials in which earlier controllers died: machines that still have them send them as soon as
   * they reach this one.
   * @param closing aborts the wait: what has not come by then is left for the next time.
   * @param left receives each such trial; those that it accepted are not repeated.
   */
  async fetchLeftBehind(closing: AbortSignal, left: LeftBehind): Promise<void> {
    const latest = this.clock.now() + returnMs;
    // Independently: machines of one may have gone for good.
    let waiting: readonly LeaseRecord[] = this.#left;
    while (waiting.length > 0) {
      const leases = new Map(this.present.map(({ id, beat }) => [id, beat.lease]));
      const isHeld = ({ lease }: LeaseRecord) => [...leases.values()].includes(lease);
      const areThere = (record: LeaseRecord) => machinesIn(record).every((id) => leases.has(id));
      const isLate = this.clock.now() >= latest;
      const ready = waiting.filter(
        (record) => isLate || (!isHeld(record) && (closing.aborted || areThere(record))),
      );
      for (const record of ready) await this.#fetch(record, left);
      if (isLate || closing.aborted) return;
      waiting = waiting.filter((record) => !ready.includes(record));
      if (waiting.length > 0) await sleep(this.clock, beatMs / 4);
    }
  }

  async #fetch(record: LeaseRecord, left: LeftBehind): Promise<void> {
    try {
      left.add(record.trial, ticksOf(record, await this.#hub.reports.all(record.lease)));
      await this.#hub.reports.purge(record.lease);
      await this.#hub.records.forgetLeft(record.lease);
      // Machines that still believe they hold it are corrected.
      this.#left = this.#left.filter((one) => one !== record);
    } catch (error) {
      left.failed(record.trial, error);
    }
  }

  /** Whether a run holds machines. */
  get isHeld(): boolean {
    return this.#leases.size > 0;
  }

  /** Sends a message to every run that holds machines. */
  notify(sentence: string): void {
    for (const listener of this.#leases.values()) listener.notice(sentence);
  }

  /** All machines have become unreachable. @param why the end of a sentence that begins with a machine. */
  giveUp(why: string): void {
    for (const id of [...this.#known.keys()]) this.#lose(id, `cannot be reached: ${why}`);
  }

  /** Reads a machine’s clock. @throws WirebenchError MACHINE_LOST */
  async #timeOf(id: string): Promise<bigint> {
    const reply = await this.ask(id, { type: 'clock' });
    if (reply.type !== 'clock') throw lostMachine(this.nameOf(id), 'did not report its time');
    return BigInt(reply.now);
  }

  nameOf(id: string): string {
    return this.#known.get(id)?.beat.facts.name ?? 'a machine';
  }

  /** From now on the listener receives the reports of a lease, and is notified when its machines go silent. */
  listen(lease: string, listener: LeaseListener): void {
    this.#leases.set(lease, listener);
  }

  /** The lease is over: its reports are dropped. */
  async forget(lease: string): Promise<void> {
    this.#leases.delete(lease);
    this.#leaseKept = this.#leaseKept.then(() => this.#hub.records.forget()).catch(() => undefined);
    await this.#leaseKept;
    // The remainder expires by age.
    await this.#hub.reports.purge(lease).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#stopBeats();
    await this.#admission.settled();
    const left = await this.#hub.records.left().catch(() => null);
    await this.#hub.reports.close(left?.length === 0);
    await this.#hub.close();
  }

  #beat(): void {
    const now = this.clock.now();
    for (const [id, machine] of this.#known) {
      if (now - machine.heardAt < machineSilenceMs) continue;
      this.#lose(id, 'has not been heard for some seconds');
    }
    if (this.#link.isClosed()) return;
    const beat: ControllerBeat = { controller: this.name };
    this.#link.publish(subjects.controller, encodeMessage(beat));
    // For the list of machines: those not in use.
    void this.clocks.renew(() =>
      this.present.filter(({ beat }) => beat.lease === null).map(({ id }) => id),
    );
  }

  #lose(id: string, why: string): void {
    this.#known.delete(id);
    this.clocks.forget(id);
    for (const listener of this.#leases.values()) listener.lost(id, why);
    this.#changed();
  }

  #changed(): void {
    for (const wake of [...this.#watchers]) wake();
  }

  async #onJoin(message: LineMessage): Promise<void> {
    message.respond(encodeMessage(await this.#admission.answer(message.data)));
  }

  #onBeat(message: LineMessage): void {
    const { success, data } = agentBeatSchema.safeParse(parseMessage(message.data));
    if (!success) return;
    const id = machineIn(message.subject);
    if (!this.#hub.admits(id)) return;
    const before = this.#known.get(id)?.beat;
    this.#known.set(id, { id, beat: data, heardAt: this.clock.now() });
    void reportLook(this.clocks, id, data, (look) => this.onWatched(look));
    if (before?.lease !== data.lease || before.loading !== data.loading) this.#changed();
    if (data.lease !== null) this.#onLeased(id, data.lease, data.loading);
  }

  /** A machine that was away does not know whether its run still holds it. */
  #onLeased(id: string, lease: string, loading: boolean): void {
    const listener = this.#leases.get(lease);
    if (listener) listener.heard?.(id, loading);
    else if (!this.#left.some((record) => record.lease === lease)) {
      // It repeats in a second that it is held.
      this.ask(id, { type: 'release', lease }).catch(() => undefined);
    }
  }

  #onGet(message: LineMessage): void {
    const { success, data } = objectRequestSchema.safeParse(parseMessage(message.data));
    message.respond((success && this.objects.piece(data.name, data.from)) || new Uint8Array());
  }
}
