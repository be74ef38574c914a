import { type ChildProcess, fork } from 'node:child_process';
import { WirebenchError } from '../../contracts/errors.ts';
import type { HopStart } from '../../contracts/hop-messages.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import {
  type ServiceCommand,
  type ServiceReport,
  type ServiceStartOrder,
  serviceReportSchema,
} from '../../contracts/service-messages.ts';
import { readWaitedMs } from '../platform/core-time.ts';
import { entryUrl } from '../platform/entries.ts';

const startTimeoutMs = 30_000;
const measureTimeoutMs = 20_000;
const stopTimeoutMs = 3000;

/** Hears what a service says of itself besides its start and end. */
export interface ServiceObserver {
  /** Once a second. */
  onHealth(health: ServerHealth): void;
  /** Only of a service that was started with `log`. */
  onClientError(message: string): void;
  /** A piece of its error output. */
  onOutput(text: string): void;
}

/** A bundled service in a process of its own. */
export interface ServiceProcess {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** The last report; null before the first. */
  readonly health: ServerHealth | null;
  /** Called once if the process ends before `stop`. */
  onDeath(listener: (reason: string) => void): void;
  /** Asks for figures now. @returns null when the service died or does not answer. */
  measure(): Promise<ServerHealth | null>;
  /** Ends the process, by force if it does not go. */
  stop(): Promise<void>;
}

/**
 * Starts a service and waits until it listens.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export async function startService(
  options: Omit<ServiceStartOrder, 'type'>,
  observer: ServiceObserver | null = null,
): Promise<ServiceProcess> {
  return startProcess(
    entryUrl('service'),
    { type: 'start', ...options },
    `${options.protocol} service`,
    observer,
  );
}

/**
 * Starts a process between client and service and waits until it listens.
 * @throws WirebenchError SERVICE_START_FAILED
 */
export async function startHop(
  start: HopStart,
  observer: ServiceObserver | null = null,
): Promise<ServiceProcess> {
  return startProcess(entryUrl('hop'), start, hopNames[start.hop], observer);
}

/** As a sentence names them. */
export const hopNames = { gateway: 'API gateway', network: 'emulated network' } as const;

async function startProcess(
  entry: URL,
  command: ServiceStartOrder | HopStart,
  name: string,
  observer: ServiceObserver | null,
): Promise<ServiceProcess> {
  const child = fork(entry, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  const service = new ForkedService(child, observer);
  try {
    await service.start(command, name);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return service;
}

class ForkedService implements ServiceProcess {
  readonly #child: ChildProcess;
  readonly #observer: ServiceObserver | null;
  readonly #ended: Promise<void>;
  #address = { host: '', port: 0 };
  #health: ServerHealth | null = null;
  #deathListener: ((reason: string) => void) | null = null;
  #death: string | null = null;
  #stopping = false;
  #lastWords = '';
  #nextMeasure = 1;
  #waited: { readonly at: number; readonly ms: number } | null = null;
  readonly #measures = new Map<number, (health: ServerHealth | null) => void>();
  #started: ((report: ServiceReport & { type: 'started' | 'failed' }) => void) | null = null;

  constructor(child: ChildProcess, observer: ServiceObserver | null) {
    this.#child = child;
    this.#observer = observer;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-2000);
      observer?.onOutput(text);
    });
    child.on('message', (message) => this.#onReport(serviceReportSchema.parse(message)));
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#onExit(signal ? `was ended by ${signal}` : `ended with code ${code}`);
        resolve();
      });
      child.once('error', (error) => {
        this.#onExit(error.message);
        resolve();
      });
    });
  }

  get host(): string {
    return this.#address.host;
  }
  get port(): number {
    return this.#address.port;
  }
  get pid(): number {
    return this.#child.pid ?? 0;
  }
  get health(): ServerHealth | null {
    return this.#health;
  }

  async start(command: ServiceStartOrder | HopStart, name: string): Promise<void> {
    const answer = new Promise<ServiceReport & { type: 'started' | 'failed' }>((resolve) => {
      this.#started = resolve;
    });
    this.#send(command);
    const report = await Promise.race([answer, this.#ended, timeout(startTimeoutMs)]);
    if (report && 'type' in report && report.type === 'started') {
      this.#address = { host: report.host, port: report.port };
      return;
    }
    const reason =
      report && 'type' in report ? report.error.message : (this.#death ?? 'did not start in time');
    throw new WirebenchError('SERVICE_START_FAILED', `The ${name} ${reason}`, {
      ...(this.#lastWords ? { hint: this.#lastWords.trim() } : {}),
    });
  }

  onDeath(listener: (reason: string) => void): void {
    this.#deathListener = listener;
    if (this.#death !== null && !this.#stopping) listener(this.#death);
  }

  async measure(): Promise<ServerHealth | null> {
    if (this.#death !== null) return null;
    const id = this.#nextMeasure++;
    const answer = new Promise<ServerHealth | null>((resolve) => this.#measures.set(id, resolve));
    this.#send({ type: 'measure', id });
    const health = await Promise.race([answer, timeout(measureTimeoutMs)]);
    this.#measures.delete(id);
    return health ?? null;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    if (this.#death !== null) return;
    this.#send({ type: 'stop' });
    const ended = await Promise.race([this.#ended.then(() => true), timeout(stopTimeoutMs)]);
    if (!ended) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #send(command: ServiceCommand | HopStart): void {
    // The channel may close at any moment; the exit is what tells.
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  #onReport(report: ServiceReport): void {
    if (report.type === 'client-error') {
      this.#observer?.onClientError(report.message);
      return;
    }
    const waited = this.#takeWaited();
    if (report.type !== 'health') {
      this.#started?.(report);
      return;
    }
    const health = { ...report.health, ...waited };
    this.#health = health;
    if (report.id === null) this.#observer?.onHealth(health);
    else this.#measures.get(report.id)?.(health);
  }

  /** How much of the time since the last report it waited for a core; nothing where no system tells. */
  #takeWaited(): { waitShare?: number } {
    const before = this.#waited;
    const ms = readWaitedMs(this.pid);
    const at = performance.now();
    this.#waited = ms === null ? null : { at, ms };
    if (before === null || ms === null || at <= before.at) return {};
    return { waitShare: Math.min(1, (ms - before.ms) / (at - before.at)) };
  }

  #onExit(reason: string): void {
    if (this.#death !== null) return;
    this.#death = reason;
    for (const resolve of this.#measures.values()) resolve(null);
    if (!this.#stopping) this.#deathListener?.(reason);
  }
}

function timeout(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
