import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import {
  type AgentBeat,
  type AgentCommand,
  type AgentReply,
  type AgentReport,
  agentCommandSchema,
  beatMs,
  controllerBeatSchema,
  machineSilenceMs,
} from '../../contracts/machines.ts';
import { type Prepared, preparedSchema } from '../../contracts/sent-service.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import { formatBytes } from '../../metrics/format.ts';
import { type Cancel, type Clock, realClock, sleep, upTo } from '../platform/clock.ts';
import { WorkerPool } from '../run/worker-pool.ts';
import { HeldService } from './held-service.ts';
import { type Joined, type JoinOptions, joinController } from './join.ts';
import type { LineMessage, Transport } from './line.ts';
import { decodeMessage, encodeBatch, encodeMessage, fetchObject } from './objects.ts';
import { ReportOutbox } from './report-outbox.ts';
import { ServiceHost } from './service-host.ts';
import { subjects } from './subjects.ts';
import { targetTrip } from './target-trip.ts';
import type { Watcher } from './watcher.ts';

const answerMs = 5000;
/** Time before the start at which the workers are notified, in milliseconds. */
const handOverMs = 50;
/** Pause before sending again what may not have arrived. */
const retryMs = 300;
/** Time in which a restarted controller can fetch the results of its predecessor. */
const reportEveryMs = 30_000;

export interface AgentOptions extends JoinOptions, MachineOptions {}

/** What an agent is on its machine. */
interface MachineOptions extends Pick<JoinOptions, 'facts'> {
  /** Generates the load; default the load workers of this machine. */
  readonly pool?: AgentPool;
  /** Reports events, in a sentence. */
  say(text: string): void;
  /** Watches this machine instead of taking part in runs. */
  readonly watcher?: Watcher | undefined;
  readonly clock?: Clock;
  /** Measures the round trip to a target. */
  readonly tripTo?: typeof targetTrip;
}

/** Load workers, as far as an agent needs them. */
export type AgentPool = Pick<
  WorkerPool,
  'prepare' | 'start' | 'extend' | 'open' | 'stop' | 'close'
>;

interface Lease {
  readonly name: string;
  /** The lease that it belongs to. */
  readonly controller: string;
  readonly outbox: ReportOutbox;
}

/** A machine that generates load for a controller. */
export class Agent {
  readonly #options: MachineOptions;
  readonly #clock: Clock;
  readonly #id: string;
  readonly #link: Transport;
  readonly #pool: AgentPool;
  readonly #held = new HeldService((name, from) => this.#piece(name, from));
  readonly #services: ServiceHost;
  readonly #stopBeats: Cancel;
  #lease: Lease | null = null;
  /** The prepared or running stint. */
  #stint: number | null = null;
  /** Its workers that have not ended. */
  #running = 0;
  /** Passes the start on to the workers; null when none is due. */
  #armed: Cancel | null = null;
  /** Whether the start was passed on. */
  #begun = false;
  /** The last stint that was stopped, also before it was prepared. */
  #stopped: number | null = null;
  /** Whether its warm-up was ended early. */
  #opened = false;
  /** The target of the last stint, and the round trip to it. */
  #trip: (Pick<Address, 'host' | 'port'> & { readonly ms: number | null }) | null = null;
  /** The lease that is being ended because another controller has come. */
  #ending: Lease | null = null;
  #heardAt: number;

  /** @param joined a controller. */
  constructor(options: MachineOptions, { id, line: link }: Joined) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#heardAt = this.#clock.now();
    this.#pool = options.pool ?? new WorkerPool(0);
    this.#id = id;
    this.#link = link;
    this.#services = new ServiceHost(options.facts.host);
    link.subscribe(subjects.do(id), { callback: (_, message) => void this.#onCommand(message) });
    link.subscribe(subjects.controller, { callback: (_, message) => this.#onBeat(message) });
    this.#stopBeats = this.#clock.every(beatMs, () => this.#beat());
    this.#beat();
  }

  /**
   * Joins a controller.
   * @throws WirebenchError JOIN_REFUSED, ARGUMENT_INVALID; CONTROLLER_UNREACHABLE while there is none.
   */
  static async join(options: AgentOptions): Promise<Agent> {
    return new Agent(options, await joinController(options));
  }

  /** Ends the load, sends remaining results within `withinMs` if possible, and leaves. */
  async close(withinMs = 2000): Promise<void> {
    this.#stopBeats();
    this.#stopLoad();
    await this.#services.stop('was ended with its agent');
    const outbox = this.#lease?.outbox;
    await upTo(this.#clock, withinMs, Promise.resolve(outbox?.settled()));
    outbox?.close();
    this.#held.release();
    await this.#pool.close();
    await this.#link.close();
  }

  #beat(): void {
    if (this.#clock.now() - this.#heardAt > machineSilenceMs && this.#running > 0) {
      this.#options.say('The controller has fallen silent: the load is stopped.');
      this.#stopLoad();
    }
    if (this.#clock.now() - this.#heardAt > machineSilenceMs && this.#services.isServing) {
      this.#options.say('The controller has fallen silent: the service is ended.');
      void this.#services.stop('was ended, as the controller had fallen silent');
    }
    const beat: AgentBeat = {
      facts: this.#options.facts,
      lease: this.#lease?.name ?? null,
      loading: this.#running > 0,
      serving: this.#services.isServing,
      ...this.#seen(),
    };
    if (!this.#link.isClosed()) this.#link.publish(subjects.beat(this.#id), encodeMessage(beat));
  }

  #seen(): Pick<AgentBeat, 'watched'> {
    const watched = this.#options.watcher?.look();
    return watched ? { watched } : {};
  }

  #onBeat(message: LineMessage): void {
    const { success, data } = controllerBeatSchema.safeParse(decodeMessage(message.data));
    if (!success) return;
    this.#heardAt = this.#clock.now();
    const lease = this.#lease;
    if (!lease || lease.controller === data.controller || lease === this.#ending) return;
    this.#ending = lease;
    void this.#free(lease);
  }

  /** Another controller has come: the load of the previous one is over, but its results are still reported. */
  async #free(lease: Lease): Promise<void> {
    if (this.#running > 0) this.#stopLoad();
    void this.#services.stop('was ended, as another controller has come');
    const clock = this.#clock;
    const until = clock.now() + reportEveryMs;
    while (this.#running > 0 && clock.now() < until) await sleep(clock, retryMs);
    await upTo(clock, until - clock.now(), lease.outbox.settled());
    if (this.#lease === lease) this.#release();
  }

  #release(): void {
    this.#callOff();
    this.#lease?.outbox.close();
    this.#lease = null;
    this.#stopped = null;
    this.#trip = null;
    this.#held.release();
    void this.#services.stop('was ended with its run');
    // Prepared workers that never started would wait for ever.
    if (this.#running > 0) void this.#pool.close();
    this.#running = 0;
    this.#beat();
  }

  async #onCommand(message: LineMessage): Promise<void> {
    let reply: AgentReply;
    try {
      reply = await this.#obey(agentCommandSchema.parse(decodeMessage(message.data)));
    } catch (error) {
      reply = { type: 'refused', error: toErrorReport(error, 'WORKER_FAILED') };
    }
    message.respond(encodeMessage(reply));
  }

  async #obey(command: AgentCommand): Promise<AgentReply> {
    // Answered first, without delay: it is the middle of a round trip.
    if (command.type === 'clock') return { type: 'clock', now: String(this.#clock.reading()) };
    if (command.type === 'lease') return this.#take(command.lease, command.controller);
    if (command.lease !== this.#lease?.name) throw notYours();
    switch (command.type) {
      case 'release':
        this.#release();
        break;
      case 'prepare':
        await this.#prepare(this.#lease, command.stint, command.object);
        break;
      case 'tokens':
        this.#held.renew(command.tokens);
        break;
      case 'start':
        return this.#start(command.stint, BigInt(command.at), command.follows);
      case 'disarm':
        return this.#disarm(command.stint);
      case 'extend':
        if (command.stint === this.#stint) this.#pool.extend(command.untilMs);
        break;
      case 'open':
        // It may be repeated, and would shorten the warm-up of those who are late once more.
        if (command.stint === this.#stint && !this.#opened) this.#pool.open(command.atMs);
        this.#opened ||= command.stint === this.#stint;
        break;
      case 'service':
        return this.#services.obey(command.service, command.order);
      case 'stop':
        this.#stopped = command.stint;
        if (command.stint === this.#stint) this.#stopLoad();
        break;
    }
    return { type: 'done' };
  }

  #take(name: string, controller: string): AgentReply {
    if (this.#options.watcher) {
      throw new WirebenchError(
        'MACHINES_MISSING',
        'this machine watches, and takes part in no run',
      );
    }
    if (this.#lease && this.#lease.name !== name) {
      throw new WirebenchError('MACHINES_MISSING', 'another run has this machine');
    }
    this.#lease ??= { name, controller, outbox: this.#outboxOf(name) };
    this.#beat();
    return { type: 'done' };
  }

  #outboxOf(lease: string): ReportOutbox {
    const subject = subjects.report(this.#id, lease);
    return new ReportOutbox(
      (first, reports) => this.#link.keep(subject, encodeBatch(first, reports), answerMs),
      () => sleep(this.#clock, retryMs),
      this.#link.maxBytes,
    );
  }

  async #piece(name: string, from: number): Promise<Uint8Array> {
    const request = encodeMessage({ name, from });
    const answer = await this.#link.request(subjects.get(this.#id), request, { timeout: answerMs });
    return answer.data;
  }

  async #prepare(lease: Lease, stint: number, object: string): Promise<void> {
    const { outbox } = lease;
    const content = await fetchObject(object, (from) => this.#piece(object, from));
    const prepared = preparedSchema.parse(decodeMessage(content));
    this.#callOff();
    this.#stint = stint;
    this.#begun = false;
    this.#opened = false;
    const report = (one: AgentReport) => {
      const content = encodeMessage({ stint, report: one });
      if (content.length <= this.#link.maxBytes) {
        outbox.add(content);
        return;
      }
      this.#stopLoad();
      const error = new WirebenchError(
        'WORKER_FAILED',
        `what is to be reported of a tenth of a second has ${formatBytes(content.length)}, more than a message can hold`,
        { hint: 'Give the experiment fewer parts, or run it on one machine.' },
      );
      outbox.add(encodeMessage({ stint, report: { type: 'failed', error: toErrorReport(error) } }));
    };
    // Answered beforehand: the rows of data files may take minutes to arrive.
    this.#makeReady(lease, prepared, report).catch((error: unknown) =>
      report({ type: 'failed', error: toErrorReport(error) }),
    );
  }

  async #makeReady(
    lease: Lease,
    { assignments, service }: Prepared,
    report: (one: AgentReport) => void,
  ): Promise<void> {
    const custom = await this.#held.take(service);
    const own = assignments.map((one) => (custom ? { ...one, custom } : one));
    const isStopped = this.#stopped === this.#stint;
    /** Those that were stopped before all were ready, too. */
    let ended = 0;
    const end = () => {
      ended += 1;
      this.#running = Math.max(0, this.#running - 1);
    };
    await this.#pool.prepare(own, {
      tick: (worker, tick) => report({ type: 'tick', worker, tick }),
      done: (worker, one) => {
        end();
        const rows = this.#held.rowsTaken;
        report({ type: 'done', worker, end: one, ...(rows && { rows }) });
      },
      lost: (_, error) => report({ type: 'failed', error: toErrorReport(error) }),
      failed: (error) => {
        // Its other workers may continue.
        this.#stopLoad();
        this.#running = 0;
        report({ type: 'failed', error: toErrorReport(error) });
      },
    });
    if (this.#lease !== lease) {
      // Released meanwhile: nobody would ever start them.
      await this.#pool.close();
      return;
    }
    this.#running = own.length - ended;
    if (isStopped) this.#pool.stop();
    const [first] = own;
    const targetTripMs = first ? await this.#tripTo(first.address) : null;
    report({ type: 'ready', ...(targetTripMs === null ? {} : { targetTripMs }) });
  }

  /** Measured once for all stints of a run with the same target. */
  async #tripTo({ host, port }: Address): Promise<number | null> {
    if (this.#trip?.host !== host || this.#trip.port !== port) {
      this.#trip = { host, port, ms: await (this.#options.tripTo ?? targetTrip)({ host, port }) };
    }
    return this.#trip.ms;
  }

  #start(stint: number, at: bigint, follows: boolean): AgentReply {
    if (stint !== this.#stint) throw notYours();
    if (this.#begun) return { type: 'done' };
    this.#callOff();
    const waitMs = Number(at - this.#clock.reading()) / 1e6 - handOverMs;
    const begin = () => {
      this.#armed = null;
      this.#begun = true;
      this.#pool.start(at);
    };
    if (waitMs >= 0) {
      // It can be cancelled until then.
      this.#armed = this.#clock.after(waitMs, begin);
      return { type: 'done' };
    }
    if (!follows) return { type: 'done', lateMs: -waitMs };
    // Workers that start late have the same window as the others.
    begin();
    const lateMs = -waitMs - handOverMs;
    return { type: 'done', ...(lateMs > 0 && { lateMs }) };
  }

  #disarm(stint: number): AgentReply {
    if (stint !== this.#stint) throw notYours();
    if (this.#begun) return { type: 'done', hasBegun: true };
    this.#callOff();
    return { type: 'done' };
  }

  /** @returns whether a start was due. */
  #callOff(): boolean {
    const armed = this.#armed;
    this.#armed = null;
    armed?.();
    return armed !== null;
  }

  /** No worker sends any further requests. */
  #stopLoad(): void {
    // Workers that have not started would never end.
    if (this.#callOff()) this.#pool.start(this.#clock.reading());
    this.#pool.stop();
  }
}

function notYours(): WirebenchError {
  return new WirebenchError('MACHINES_MISSING', 'this machine is not held by this run');
}
