import { WirebenchError } from '../../../contracts/errors.ts';
import type { ServerHealth } from '../../../contracts/measurement.ts';
import type { Clock } from '../../../engine/platform/clock.ts';
import type { ServiceProcess } from '../../../engine/run/forked-service.ts';
import type { ServicesElsewhere } from '../../../engine/run/services-elsewhere.ts';
import type { Chance } from './random.ts';

/** Faults of a service. */
export type ServiceFault = 'does not start' | 'dies' | 'falls silent' | 'does not stop' | null;

/** Timeout for a service that gives no answer. */
const measureMs = 20_000;
const stopMs = 3000;

/** A service in simulated time. It counts the requests that the load reports as answered. */
export class SimulatedService implements ServiceProcess {
  readonly host = '10.0.0.9';
  readonly port = 8080;
  readonly pid = 1;
  readonly log = [];
  readonly remarks = [];
  readonly made = null;
  health: ServerHealth | null = null;
  requests = 0;
  isStopped = false;
  diedAt: number | null = null;
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #fault: ServiceFault;
  #death: string | null = null;
  #listener: ((reason: string) => void) | null = null;

  constructor(clock: Clock, chance: Chance, fault: ServiceFault) {
    this.#clock = clock;
    this.#chance = chance;
    this.#fault = fault;
    if (fault === 'dies') clock.after(chance.between(0, 4000), () => this.#die());
  }

  get isAlive(): boolean {
    return this.#death === null;
  }

  onDeath(listener: (reason: string) => void): void {
    this.#listener = listener;
    if (this.#death !== null && !this.isStopped) listener(this.#death);
  }

  measure(): Promise<ServerHealth | null> {
    const { promise, resolve } = Promise.withResolvers<ServerHealth | null>();
    if (this.#death !== null) return Promise.resolve(null);
    const isSilent = this.#fault === 'falls silent' && this.#chance.percent(50);
    this.#clock.after(isSilent ? measureMs : this.#chance.between(0, 20), () => {
      resolve(isSilent || this.#death !== null ? null : this.#look());
    });
    return promise;
  }

  stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.isStopped = true;
    const isStubborn = this.#fault === 'does not stop';
    this.#clock.after(isStubborn ? stopMs : this.#chance.between(0, 50), () => {
      this.#death ??= 'was stopped';
      resolve();
    });
    return promise;
  }

  #look(): ServerHealth {
    this.health = {
      ...{ cpuSeconds: this.#clock.now() / 10_000, rssBytes: 1e8, heapBytes: 1e7 },
      ...{ eventLoopUtilization: 0.2, requests: this.requests },
    };
    return this.health;
  }

  #die(): void {
    if (this.isStopped || this.#death !== null) return;
    this.#death = 'was ended by SIGKILL';
    this.diedAt = this.#clock.now();
    this.#listener?.(this.#death);
  }
}

/** Starts such services, and reports their state. */
export class SimulatedServices implements ServicesElsewhere {
  readonly machine = {
    ...{ name: 'north', host: '10.0.0.9', os: 'Linux', cpu: 'any', cores: 4 },
    ...{ memoryBytes: 1e9, roundTripMs: 1 },
  };
  /** When each was requested. */
  readonly startedAt: number[] = [];
  readonly all: SimulatedService[] = [];
  /** By the index of the trial; null for one that did not start. */
  readonly ofTrial: (SimulatedService | null)[] = [];
  readonly faults = new Set<ServiceFault>();
  #isClosed = false;
  readonly #clock: Clock;
  readonly #chance: Chance;
  readonly #fault: () => ServiceFault;

  constructor(clock: Clock, chance: Chance, fault: () => ServiceFault) {
    this.#clock = clock;
    this.#chance = chance;
    this.#fault = fault;
  }

  get current(): SimulatedService | null {
    return this.ofTrial.at(-1) ?? null;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  start(_stack: unknown, _start: unknown, signal?: AbortSignal): Promise<ServiceProcess> {
    const { promise, resolve, reject } = Promise.withResolvers<ServiceProcess>();
    const fault = this.#fault();
    this.faults.add(fault);
    this.startedAt.push(this.#clock.now());
    const place = this.ofTrial.push(null) - 1;
    const givenUp = () => reject(new WirebenchError('SERVICE_START_FAILED', 'the caller gave up'));
    if (signal?.aborted) givenUp();
    signal?.addEventListener('abort', givenUp, { once: true });
    this.#clock.after(this.#chance.between(1, 800), () => {
      signal?.removeEventListener('abort', givenUp);
      if (signal?.aborted) return;
      if (fault === 'does not start') {
        reject(new WirebenchError('SERVICE_START_FAILED', 'The rest service has no port'));
        return;
      }
      const service = new SimulatedService(this.#clock, this.#chance.fork(), fault);
      this.all.push(service);
      this.ofTrial[place] = service;
      resolve(service);
    });
    return promise;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }
}
