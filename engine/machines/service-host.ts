import { setTimeout as pause } from 'node:timers/promises';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { AgentReply } from '../../contracts/machines.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import {
  type HostedService,
  type RemoteOrder,
  stateHoldMs,
} from '../../contracts/remote-service.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startIn, whyNotStarted } from '../run/stack-service.ts';

type StartOrder = Extract<RemoteOrder, { do: 'start' }>;

/** State of an unknown service. */
const unknown: HostedService = {
  revision: Number.MAX_SAFE_INTEGER,
  phase: 'ended',
  host: '',
  port: 0,
  pid: 0,
  health: null,
  log: [],
  remarks: [],
  made: null,
  reason: 'is no longer known there',
};

const starting: HostedService = {
  revision: 1,
  phase: 'starting',
  host: '',
  port: 0,
  pid: 0,
  health: null,
  log: [],
  remarks: [],
  made: null,
};

/** The bundled service that an agent runs for its controller: one at a time, and none without a controller. */
export class ServiceHost {
  readonly #host: string | undefined;
  readonly #startIn: typeof startIn;
  #id: string | null = null;
  #service: Service | null = null;

  /**
   * @param host address of this machine that others reach; undefined if unknown.
   * @param start starts a service.
   */
  constructor(host: string | undefined, start = startIn) {
    this.#startIn = start;
    this.#host = host;
  }

  /** Whether a service is running or starting. */
  get isServing(): boolean {
    return this.#service?.isThere ?? false;
  }

  /** @param id of the service. @throws WirebenchError SERVICE_START_FAILED where others could not reach it */
  async obey(id: string, order: RemoteOrder): Promise<AgentReply> {
    if (order.do === 'start') await this.#start(id, order);
    const service = id === this.#id ? this.#service : null;
    if (!service) return { type: 'service', service: unknown, measured: null };
    switch (order.do) {
      case 'start':
        break;
      case 'state':
        await service.newerThan(order.seen);
        break;
      case 'measure':
        return { type: 'service', measured: await service.measure(), service: service.state };
      case 'stop':
        await service.stop('was stopped');
        break;
    }
    return { type: 'service', service: service.state };
  }

  /** Ends it completely. @param reason how it ended, in words that follow its name. */
  async stop(reason: string): Promise<void> {
    await this.#service?.stop(reason);
  }

  async #start(id: string, order: StartOrder): Promise<void> {
    if (id === this.#id) return;
    if (this.#host === undefined) {
      throw new WirebenchError(
        'SERVICE_START_FAILED',
        'this machine does not know the address at which the others reach it',
        { hint: 'Start "wirebench agent" there with --host ADDRESS.' },
      );
    }
    const before = this.#service;
    this.#id = id;
    this.#service = new Service(order, this.#host, this.#startIn, before?.stop('was stopped'));
  }
}

class Service {
  readonly #startIn: typeof startIn;
  #state = starting;
  readonly #started: Promise<void>;
  /** Stops waiting for it to start. */
  readonly #ended = new AbortController();
  #process: ServiceProcess | null = null;
  #stopped: Promise<void> | null = null;
  /** Called when its state changes. */
  #wake = Promise.withResolvers<void>();

  /** @param before must have ended first. */
  constructor(
    order: StartOrder,
    host: string,
    start: typeof startIn,
    before: Promise<void> | undefined,
  ) {
    this.#startIn = start;
    this.#started = this.#start(order, host, before);
  }

  get isThere(): boolean {
    return this.#state.phase === 'starting' || this.#state.phase === 'running';
  }

  get state(): HostedService {
    return this.#state;
  }

  async newerThan(seen: number): Promise<void> {
    if (this.#state.revision > seen) return;
    await Promise.race([this.#wake.promise, pause(stateHoldMs)]);
  }

  async measure(): Promise<ServerHealth | null> {
    if (this.#state.phase !== 'running') return null;
    const health = (await this.#process?.measure()) ?? null;
    if (health) this.#change({ health });
    return health;
  }

  stop(reason: string): Promise<void> {
    this.#stopped ??= this.#stop(reason);
    return this.#stopped;
  }

  async #stop(reason: string): Promise<void> {
    this.#ended.abort();
    await this.#started;
    await this.#process?.stop();
    if (this.isThere) this.#change({ phase: 'ended', reason });
  }

  /** Never rejects: errors are part of its state. */
  async #start({ stack, start }: StartOrder, host: string, before?: Promise<void>): Promise<void> {
    try {
      await before;
      const { workload, protocol, formats } = start;
      const why = await whyNotStarted({ stack, workload, protocol, formats });
      if (why !== null) throw new WirebenchError('SERVICE_START_FAILED', why);
      const observer = {
        onHealth: (health: ServerHealth) => this.#change({ health }),
        onClientError: () => undefined,
        onOutput: () => undefined,
      };
      const place = { cores: null, signal: this.#ended.signal, observer };
      const process = await this.#startIn(stack, { ...start, host, port: 0 }, place);
      this.#process = process;
      this.#change({ phase: 'running', host, port: process.port, pid: process.pid });
      process.onDeath((reason) => this.#change({ phase: 'ended', reason }));
    } catch (error) {
      this.#change({ phase: 'failed', error: toErrorReport(error, 'SERVICE_START_FAILED') });
    }
  }

  #change(news: Partial<HostedService>): void {
    const { revision } = this.#state;
    const { log = [], remarks = [], made = null } = this.#process ?? {};
    const details = { log: [...log], remarks: [...remarks], made };
    this.#state = { ...this.#state, ...details, ...news, revision: revision + 1 };
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
