import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import {
  fromErrorReport,
  messageOf,
  toErrorReport,
  WirebenchError,
} from '../../contracts/errors.ts';
import {
  type AgentBeat,
  type AgentCommand,
  type AgentReply,
  agentBeatSchema,
  agentReplySchema,
  beatMs,
  type ControllerBeat,
  type JoinReply,
  type JoinRequest,
  joinRequestSchema,
  machineSilenceMs,
  objectRequestSchema,
  type ReportBatch,
  reportBatchSchema,
} from '../../contracts/machines.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { serverIdentity } from '../platform/tls/identity.ts';
import { version } from '../platform/version.ts';
import { type ClockOffset, clockOffset, type RoundTrip } from './clock-offset.ts';
import { formatJoinToken } from './join-token.ts';
import { type MachineKeys, mostMachines, publicKey, readKeys, writeKeys } from './keys.ts';
import { fingerprintOf, openLink } from './link.ts';
import { NatsServer } from './nats-server.ts';
import { decodeMessage, encodeMessage, ObjectShelf } from './objects.ts';
import {
  agentUser,
  controllerUser,
  inboxes,
  joiningUser,
  machineIn,
  reportStream,
  subjects,
} from './subjects.ts';

/** Reports that nobody has fetched are kept so long. */
const keptNanoseconds = 14 * 24 * 3600 * 1e9;
const answerMs = 5000;
/** Machines that ask to join within so long are let in together. */
const gatherJoinsMs = 150;
/** Round trips of a look at a clock: until so many in a row have brought nothing shorter, and no more than that. */
const tripsWithoutGain = 12;
const mostTrips = 100;
/** A server that was started again is noticed after two beats of its own; milliseconds. */
const silenceOfServer = { expires: 4000, idle_heartbeat: 1000 };
/** A clock that is shown, and not about to be used, is looked at so rarely. */
const clockAgeMs = 30_000;

/** A machine that has joined. */
export interface JoinedMachine {
  readonly id: string;
  readonly beat: AgentBeat;
  /** When it was last heard, on `performance.now()`. */
  readonly heardAt: number;
}

/** Hears what concerns the machines of a lease. */
export interface LeaseListener {
  report(id: string, batch: ReportBatch): void;
  /** @param why as the end of a sentence that begins with the machine. */
  lost(id: string, why: string): void;
  /** What somebody should know who reads the figures, in a sentence. */
  told(sentence: string): void;
}

interface KnownClock {
  readonly clock: ClockOffset;
  readonly at: number;
}

export interface MachinesOptions {
  /** The data folder. */
  readonly home: string;
  /** Address of this machine that the others reach. */
  readonly host: string;
  readonly port: number;
}

/** The controller: other machines join it, and it makes them generate load. */
export class Machines {
  readonly objects = new ObjectShelf();
  /** How another machine joins. */
  readonly token: string;
  readonly #options: MachinesOptions;
  readonly #server: NatsServer;
  readonly #link: NatsConnection;
  readonly #keys: MachineKeys;
  readonly #folder: string;
  readonly #known = new Map<string, JoinedMachine>();
  readonly #leases = new Map<string, LeaseListener>();
  readonly #clocks = new Map<string, KnownClock>();
  /** To be called when the list of machines changes. */
  readonly #watchers = new Set<() => void>();
  readonly #name = randomBytes(8).toString('hex');
  readonly #timer: NodeJS.Timeout;
  #messages: ConsumerMessages | null = null;
  /** Those that wait to be let in together, and when they are. */
  #joining: { readonly request: JoinRequest; readonly admitted: PromiseWithResolvers<void> }[] = [];
  #admitting: Promise<void> | null = null;
  #looking = false;

  private constructor(
    options: MachinesOptions,
    parts: {
      server: NatsServer;
      link: NatsConnection;
      keys: MachineKeys;
      folder: string;
      token: string;
    },
  ) {
    this.#options = options;
    this.#server = parts.server;
    this.#link = parts.link;
    this.#keys = parts.keys;
    this.#folder = parts.folder;
    this.token = parts.token;
    this.#link.subscribe(subjects.join, { callback: (_, message) => void this.#onJoin(message) });
    this.#link.subscribe(subjects.beat('*'), { callback: (_, message) => this.#onBeat(message) });
    this.#link.subscribe(subjects.get('*'), { callback: (_, message) => this.#onGet(message) });
    this.#timer = setInterval(() => this.#beat(), beatMs);
    this.#beat();
  }

  /** Starts a NATS server that ends with this process. @throws WirebenchError MACHINES_UNAVAILABLE */
  static async open(options: MachinesOptions): Promise<Machines> {
    const { home, host, port } = options;
    const folder = join(home, 'machines');
    const identity = await serverIdentity(home, [host]);
    const keys = await readKeys(folder);
    let opened: Machines | null = null;
    const server = await NatsServer.start({
      host,
      port,
      folder,
      identity,
      users: () => usersOf(keys),
      restarted: (reason) => opened?.tell(`nats-server ended (${reason}) and was started again.`),
      lost: (reason) => opened?.giveUp(`nats-server ended (${reason})`),
    });
    try {
      const link = await openLink({
        host,
        port,
        seed: keys.controller,
        certificate: identity.cert,
        inbox: inboxes.controller,
        name: 'controller',
      });
      const token = formatJoinToken({
        seed: keys.join,
        fingerprint: fingerprintOf(identity.cert),
      });
      const machines = new Machines(options, { server, link, keys, folder, token });
      await machines.#follow();
      opened = machines;
      return machines;
    } catch (error) {
      await server.stop();
      throw new WirebenchError('MACHINES_UNAVAILABLE', `nats-server: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  /** What is to be run on a machine that is to join. */
  get joinLine(): string {
    return `wirebench agent --join ${authorityOf(this.#options)} --token ${this.token}`;
  }

  /** Where the others find it, and services that are started here. */
  get host(): string {
    return this.#options.host;
  }

  /** Machines that were heard lately, in the order of their names. */
  get present(): JoinedMachine[] {
    const now = performance.now();
    return [...this.#known.values()]
      .filter(({ heardAt }) => now - heardAt < machineSilenceMs)
      .sort((a, b) => a.beat.facts.name.localeCompare(b.beat.facts.name) || (a.id < b.id ? -1 : 1));
  }

  /**
   * Waits until there are so many machines that nobody uses.
   * @param waiting hears which are there, whenever that changes.
   * @throws WirebenchError MACHINES_MISSING after `withinMs`, with the names of those that are there.
   */
  async gather(
    count: number,
    withinMs: number,
    signal: AbortSignal,
    waiting: (names: readonly string[]) => void,
  ): Promise<JoinedMachine[]> {
    const free = () => this.present.filter(({ beat }) => beat.lease === null);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    while (free().length < count) {
      waiting(free().map(({ beat }) => beat.facts.name));
      if (deadline.aborted) throw missing(count, free());
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
    return free().slice(0, count);
  }

  /** Says something to an agent and waits for its answer. @throws WirebenchError MACHINE_LOST or what it was refused with. */
  async ask(id: string, command: AgentCommand): Promise<AgentReply> {
    let answer: Msg;
    try {
      answer = await this.#link.request(subjects.do(id), encodeMessage(command), {
        timeout: answerMs,
      });
    } catch (cause) {
      throw lostMachine(this.nameOf(id), `did not answer within ${answerMs / 1000} s`, cause);
    }
    const reply = agentReplySchema.parse(decodeMessage(answer.data));
    if (reply.type === 'refused') {
      throw fromErrorReport(reply.error, `${this.nameOf(id)}: `);
    }
    return reply;
  }

  /** How a machine’s clock stands to ours. @throws WirebenchError MACHINE_LOST */
  async clock(id: string): Promise<ClockOffset> {
    const trips: RoundTrip[] = [];
    let best: ClockOffset | null = null;
    for (let without = 0; without < tripsWithoutGain && trips.length < mostTrips; without++) {
      const sent = hrtime.bigint();
      const reply = await this.ask(id, { type: 'clock' });
      const received = hrtime.bigint();
      if (reply.type !== 'clock') throw lostMachine(this.nameOf(id), 'did not tell its time');
      trips.push({ sent, received, there: BigInt(reply.now) });
      const now = clockOffset(trips);
      if (now && (!best || now.roundTrip < best.roundTrip)) without = 0;
      best = now;
    }
    if (!best) throw lostMachine(this.nameOf(id), 'did not tell its time');
    this.#clocks.set(id, { clock: best, at: performance.now() });
    return best;
  }

  /** What was found at the last look at a machine’s clock; null before the first. */
  knownClock(id: string): ClockOffset | null {
    return this.#clocks.get(id)?.clock ?? null;
  }

  /** Whether a machine was heard lately, and generates no load. */
  isIdle(id: string): boolean {
    return this.present.some((machine) => machine.id === id && !machine.beat.loading);
  }

  /** Whether a run holds machines. */
  get isHeld(): boolean {
    return this.#leases.size > 0;
  }

  /** Says something to every run that holds machines. */
  tell(sentence: string): void {
    for (const listener of this.#leases.values()) listener.told(sentence);
  }

  /** No machine can be reached any more. @param why as the end of a sentence that begins with a machine. */
  giveUp(why: string): void {
    for (const id of [...this.#known.keys()]) this.#lose(id, `cannot be reached: ${why}`);
  }

  nameOf(id: string): string {
    return this.#known.get(id)?.beat.facts.name ?? 'a machine';
  }

  /** From now on the listener hears the reports of a lease, and which of its machines fall silent. */
  listen(lease: string, listener: LeaseListener): void {
    this.#leases.set(lease, listener);
  }

  /** The lease is over: its reports are dropped. */
  async forget(lease: string): Promise<void> {
    this.#leases.delete(lease);
    const manager = await jetstreamManager(this.#link);
    await manager.streams.purge(reportStream, { filter: subjects.report('*', lease) });
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#admitting;
    await this.#messages?.close();
    await this.#link.close();
    await this.#server.stop();
  }

  #beat(): void {
    const now = performance.now();
    for (const [id, machine] of this.#known) {
      if (now - machine.heardAt < machineSilenceMs) continue;
      this.#lose(id, 'has not been heard for some seconds');
    }
    if (this.#link.isClosed()) return;
    const beat: ControllerBeat = { controller: this.#name };
    this.#link.publish(subjects.controller, encodeMessage(beat));
    void this.#lookAtClocks();
  }

  #lose(id: string, why: string): void {
    this.#known.delete(id);
    this.#clocks.delete(id);
    for (const listener of this.#leases.values()) listener.lost(id, why);
    this.#changed();
  }

  /** Of machines that nobody uses, for those who look at the list: one after the other. */
  async #lookAtClocks(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      for (const { id, beat } of this.present) {
        const known = this.#clocks.get(id);
        const isFresh = known && performance.now() - known.at < clockAgeMs;
        // Who does not answer now is asked again, or falls silent.
        if (!isFresh && beat.lease === null) await this.clock(id).catch(() => undefined);
      }
    } finally {
      this.#looking = false;
    }
  }

  #changed(): void {
    for (const wake of [...this.#watchers]) wake();
  }

  async #onJoin(message: Msg): Promise<void> {
    let reply: JoinReply;
    try {
      const { id, facts } = joinRequestSchema.parse(decodeMessage(message.data));
      if (facts.wirebench !== version()) {
        throw new WirebenchError(
          'JOIN_REFUSED',
          `This machine has Wirebench ${facts.wirebench}, and the controller ${version()}`,
          { hint: 'Install the same version on all machines.' },
        );
      }
      const admitted = Promise.withResolvers<void>();
      this.#joining.push({ request: { id, facts }, admitted });
      this.#admitting ??= this.#admit();
      await admitted.promise;
      reply = { ok: true };
    } catch (error) {
      reply = { ok: false, error: toErrorReport(error, 'JOIN_REFUSED') };
    }
    message.respond(encodeMessage(reply));
  }

  /** All that ask within a moment together: while the server reads its users anew, it lets nobody in. */
  async #admit(): Promise<void> {
    while (this.#joining.length > 0) {
      await pause(gatherJoinsMs);
      const joining = this.#joining;
      this.#joining = [];
      try {
        await this.#letIn(joining.map(({ request }) => request));
        for (const { admitted } of joining) admitted.resolve();
      } catch (error) {
        for (const { admitted } of joining) admitted.reject(error);
      }
    }
    this.#admitting = null;
  }

  async #letIn(requests: readonly JoinRequest[]): Promise<void> {
    const joinedAt = new Date().toISOString();
    const joined = requests.map(({ id, facts }) => ({ id, name: facts.name, joinedAt }));
    const ids = new Set(joined.map(({ id }) => id));
    const others = this.#keys.machines.filter(({ id }) => !ids.has(id));
    this.#keys.machines = [...joined, ...others].slice(0, mostMachines);
    await writeKeys(this.#folder, this.#keys);
    await this.#server.allow();
  }

  #onBeat(message: Msg): void {
    const { success, data } = agentBeatSchema.safeParse(parsed(message.data));
    if (!success) return;
    const id = machineIn(message.subject);
    const before = this.#known.get(id)?.beat;
    this.#known.set(id, { id, beat: data, heardAt: performance.now() });
    if (before?.lease !== data.lease || before.loading !== data.loading) this.#changed();
  }

  #onGet(message: Msg): void {
    const { success, data } = objectRequestSchema.safeParse(parsed(message.data));
    message.respond((success && this.objects.piece(data.name, data.from)) || new Uint8Array());
  }

  /** Makes the stream where it is missing, and passes on what comes from now. */
  async #follow(): Promise<void> {
    const manager = await jetstreamManager(this.#link);
    const config = {
      name: reportStream,
      subjects: [subjects.report('*', '*')],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: keptNanoseconds,
    };
    const { state } = await manager.streams.add(config);
    // By number and not as "what is new": that would begin anew where the server was started again.
    const consumer = await jetstream(this.#link).consumers.get(reportStream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: state.last_seq + 1,
    });
    const messages = await consumer.consume({
      ...silenceOfServer,
      callback: (message) => {
        const [, , id = '', lease = ''] = message.subject.split('.');
        const { success, data } = reportBatchSchema.safeParse(parsed(message.data));
        if (success) this.#leases.get(lease)?.report(id, data);
      },
    });
    this.#messages = messages;
  }
}

function usersOf({ controller, join: joining, machines }: MachineKeys) {
  return [
    controllerUser(publicKey(controller)),
    joiningUser(publicKey(joining)),
    ...machines.map(({ id }) => agentUser(id)),
  ];
}

/** @returns undefined of what is not JSON. */
function parsed(content: Uint8Array): unknown {
  try {
    return decodeMessage(content);
  } catch {
    return undefined;
  }
}

export function lostMachine(name: string, what: string, cause?: unknown): WirebenchError {
  return new WirebenchError('MACHINE_LOST', `${name} ${what}`, {
    hint: 'Look at the output of "wirebench agent" there.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function missing(count: number, there: readonly JoinedMachine[]): WirebenchError {
  const names = there.map(({ beat }) => beat.facts.name).join(', ');
  const found = there.length === 0 ? 'none is there' : `${there.length} are there: ${names}`;
  return new WirebenchError('MACHINES_MISSING', `The run needs ${count} machines, and ${found}`, {
    hint: 'Start "wirebench agent" with the line that is shown on each machine that is to generate load.',
  });
}
