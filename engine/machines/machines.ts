import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hrtime } from 'node:process';
import {
  type ConsumerMessages,
  DeliverPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { messageOf, toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import {
  type AgentBeat,
  type AgentCommand,
  type AgentReply,
  agentBeatSchema,
  agentReplySchema,
  beatMs,
  type ControllerBeat,
  type JoinReply,
  joinRequestSchema,
  machineSilenceMs,
  objectRequestSchema,
  type ReportBatch,
  reportBatchSchema,
} from '../../contracts/machines.ts';
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
/** Round trips of a look at a clock: until so many in a row have brought nothing shorter, and no more than that. */
const tripsWithoutGain = 12;
const mostTrips = 100;

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
  lost(id: string): void;
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
  /** To be called when the list of machines changes. */
  readonly #watchers = new Set<() => void>();
  readonly #name = randomBytes(8).toString('hex');
  readonly #timer: NodeJS.Timeout;
  #messages: ConsumerMessages | null = null;
  #writing: Promise<void> = Promise.resolve();

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
    const server = await NatsServer.start({ host, port, folder, identity, users: usersOf(keys) });
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
    const { host, port } = this.#options;
    const place = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return `wirebench agent --join ${place} --token ${this.token}`;
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
   * @throws WirebenchError MACHINES_MISSING after `withinMs`, with the names of those that are there.
   */
  async gather(count: number, withinMs: number, signal: AbortSignal): Promise<JoinedMachine[]> {
    const free = () => this.present.filter(({ beat }) => beat.lease === null);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    while (free().length < count) {
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
      const { code, message, hint } = reply.error;
      throw new WirebenchError(code, `${this.nameOf(id)}: ${message}`, hint ? { hint } : {});
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
    return best;
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
    await this.#writing.catch(() => undefined);
    await this.#messages?.close();
    await this.#link.close();
    await this.#server.stop();
  }

  #beat(): void {
    const now = performance.now();
    for (const [id, machine] of this.#known) {
      if (now - machine.heardAt < machineSilenceMs) continue;
      this.#known.delete(id);
      for (const listener of this.#leases.values()) listener.lost(id);
      this.#changed();
    }
    if (this.#link.isClosed()) return;
    const beat: ControllerBeat = { controller: this.#name };
    this.#link.publish(subjects.controller, encodeMessage(beat));
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
      // One after the other: each writes the whole list.
      this.#writing = this.#writing.catch(() => undefined).then(() => this.#admit(id, facts.name));
      await this.#writing;
      reply = { ok: true };
    } catch (error) {
      reply = { ok: false, error: toErrorReport(error, 'JOIN_REFUSED') };
    }
    message.respond(encodeMessage(reply));
  }

  async #admit(id: string, name: string): Promise<void> {
    const others = this.#keys.machines.filter((one) => one.id !== id);
    const joined = { id, name, joinedAt: new Date().toISOString() };
    this.#keys.machines = [joined, ...others].slice(0, mostMachines);
    await writeKeys(this.#folder, this.#keys);
    await this.#server.allow(usersOf(this.#keys));
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
    await manager.streams.add(config);
    const consumer = await jetstream(this.#link).consumers.get(reportStream, {
      deliver_policy: DeliverPolicy.New,
    });
    const messages = await consumer.consume({
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
