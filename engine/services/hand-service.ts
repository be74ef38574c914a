import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import { endpointOf, protocolFacts } from '../../contracts/protocols.ts';
import {
  type BundledService,
  keptServicePoints,
  type ServiceOrder,
  type ServicePoint,
  type ServiceState,
} from '../../contracts/services.ts';
import { defaultStack, stackFacts } from '../../contracts/stacks.ts';
import type { Protocol, WorkloadName } from '../../contracts/words.ts';
import { authorityFile } from '../platform/tls/identity.ts';
import { serviceTls } from '../run/address.ts';
import type { ServiceProcess } from '../run/forked-service.ts';
import { startIn, whyNotStarted } from '../run/stack-service.ts';
import { examplesOf } from './examples/examples.ts';
import { placeOf } from './places.ts';
import type { ServiceLog } from './service-log.ts';
import { pointBetween, type ServiceReading } from './service-point.ts';

const host = '127.0.0.1';

/** Listeners for the changes of a service. */
export interface HandServiceListener {
  changed(service: BundledService): void;
  point(point: ServicePoint): void;
}

/** The bundled service of one protocol, started and stopped by the user. */
export class HandService {
  readonly #home: string;
  readonly #protocol: Protocol;
  readonly #listener: HandServiceListener;
  readonly #startIn: typeof startIn;
  readonly log: ServiceLog;
  #order: ServiceOrder;
  #state: ServiceState = 'stopped';
  #reason: string | null = null;
  #startedAt: string | null = null;
  #process: ServiceProcess | null = null;
  #points: ServicePoint[] = [];
  #last: ServiceReading | null = null;
  /** Commands run one after the other. */
  #queue: Promise<unknown> = Promise.resolve();

  /** @param start starts a service. */
  constructor(
    home: string,
    protocol: Protocol,
    log: ServiceLog,
    listener: HandServiceListener,
    start = startIn,
  ) {
    this.#startIn = start;
    this.#home = home;
    this.#protocol = protocol;
    this.#listener = listener;
    this.#order = { protocol, workload: 'product', tls: 'off', stack: defaultStack, port: 0 };
    this.log = log;
  }

  get points(): readonly ServicePoint[] {
    return this.#points;
  }

  /** Its current state. */
  describe(): BundledService {
    const process = this.#process;
    const { workload, tls, stack, port } = this.#order;
    const protocol = this.#protocol;
    const common = {
      protocol,
      state: this.#state,
      workload,
      tls,
      stack,
      wantedPort: port,
      startedAt: this.#startedAt,
      reason: this.#reason,
    };
    if (!process) {
      return { ...common, port: null, pid: null, target: null, addresses: [], examples: [] };
    }
    const served = { protocol, workload, tls: tls !== 'off' };
    const { target, interfaceFile } = placeOf(served, host, process.port);
    return {
      ...common,
      port: process.port,
      pid: process.pid,
      target,
      addresses: addressesOf(served, target, interfaceFile),
      examples: examplesOf(
        { protocol, workload, target, tls },
        { authority: authorityFile(this.#home) },
      ),
    };
  }

  /**
   * Starts or restarts it.
   * @throws WirebenchError SERVICE_START_FAILED
   */
  start(order: ServiceOrder): Promise<void> {
    return this.#inTurn(async () => {
      await this.#end();
      this.#order = order;
      await this.#begin();
    });
  }

  stop(): Promise<void> {
    return this.#inTurn(() => this.#end());
  }

  #inTurn(act: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(act, act);
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #begin(): Promise<void> {
    this.#points = [];
    this.#last = null;
    this.#become('starting');
    const { protocol, workload, tls, stack, port } = this.#order;
    const language = stack === defaultStack ? '' : ` in ${stackFacts[stack].label}`;
    this.log.add(
      'start',
      `Starting ${workload}${language} with TLS ${tls} on ${port === 0 ? 'a free port' : port}`,
    );
    try {
      const refused = await whyNotStarted({ stack, workload, protocol, formats: 'separate' });
      if (refused !== null) throw new WirebenchError('SERVICE_START_FAILED', refused);
      const process = await this.#startIn(
        stack,
        {
          workload,
          protocol,
          host,
          port,
          tls: await serviceTls(tls, this.#home),
          delayMs: 0,
          log: true,
        },
        {
          cores: null,
          observer: {
            onHealth: (health) => this.#onHealth(health),
            onClientError: (message) => this.log.add('client', message),
            onOutput: (text) => this.log.addOutput(text),
          },
        },
      );
      this.#process = process;
      this.#startedAt = new Date().toISOString();
      this.log.add('start', `Listening on ${host}:${process.port}, process ${process.pid}`);
      this.#become('running');
      process.onDeath((reason) => this.#onDeath(process, reason));
    } catch (error) {
      this.log.flush();
      this.#crash(toErrorReport(error, 'SERVICE_START_FAILED').message);
      throw error;
    }
  }

  async #end(): Promise<void> {
    const process = this.#process;
    if (!process) {
      if (this.#state === 'crashed') this.#become('stopped');
      return;
    }
    this.#become('stopping');
    await process.stop();
    this.#process = null;
    this.#startedAt = null;
    this.log.flush();
    this.log.add('stop', 'Stopped');
    this.#become('stopped');
  }

  #onHealth(health: ServerHealth): void {
    const now: ServiceReading = { at: Date.now(), health };
    const point = pointBetween(this.#last, now);
    this.#last = now;
    if (point === null) return;
    this.#points.push(point);
    if (this.#points.length > keptServicePoints) this.#points.shift();
    this.#listener.point(point);
  }

  #onDeath(process: ServiceProcess, reason: string): void {
    if (this.#process !== process) return;
    this.#process = null;
    this.#startedAt = null;
    this.log.flush();
    this.#crash(`The process ${reason}.`);
  }

  #crash(reason: string): void {
    this.log.add('crash', reason);
    this.#reason = reason;
    this.#become('crashed');
  }

  #become(state: ServiceState): void {
    this.#state = state;
    if (state !== 'crashed') this.#reason = null;
    this.#listener.changed(this.describe());
  }
}

function addressesOf(
  { protocol, workload }: { protocol: Protocol; workload: WorkloadName },
  target: string,
  interfaceFile: string,
): BundledService['addresses'] {
  const endpoint = endpointOf(protocol, workload);
  return [
    { name: 'Target', address: target },
    ...(endpoint === '' ? [] : [{ name: 'Endpoint', address: `${target}${endpoint}` }]),
    { name: protocolFacts[protocol].interface.title, address: interfaceFile },
  ];
}
