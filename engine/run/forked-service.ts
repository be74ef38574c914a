import { type ChildProcess, fork } from 'node:child_process';
import { type ErrorCode, type ErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { HopStart } from '../../contracts/hop-messages.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import type {
  ServerCommand,
  ServerStart,
  ServerWatchOrder,
  StackStart,
} from '../../contracts/server-messages.ts';
import {
  type ServiceCommand,
  type ServiceReport,
  type ServiceStartOrder,
  serviceReportSchema,
} from '../../contracts/service-messages.ts';
import type { MadeOf } from '../../contracts/stacks.ts';
import { secretsHidden } from '../../workloads/own-service/secrets.ts';
import { readWaitedMs } from '../platform/core-time.ts';
import { pinProcess } from '../platform/pinning.ts';
import { lastLines } from './servers/server-log.ts';

/** Milliseconds for the start of a bundled service: far longer than it takes, since behind a window it gives way to other programs. */
export const serviceStartMs = 120_000;
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
  /**
   * Called once if the process ends before `stop`.
   * @param listener is told how, in words that follow its name, and what the trial has failed of where that is more.
   */
  onDeath(listener: (reason: string, failure?: ErrorReport) => void): void;
  /** Asks for figures now. @returns null when the service died or does not answer. */
  measure(): Promise<ServerHealth | null>;
  /** The last lines that a server of the user's own wrote, up to the last measurement or its end. */
  readonly log: readonly string[];
  /** What did not go as wished when it was stopped, in sentences. */
  readonly remarks: readonly string[];
  /** What it is made of, where the program of a stack told; null of all others. */
  readonly made: MadeOf | null;
  /** Ends the process, by force if it does not go. */
  stop(): Promise<void>;
}

/** How a process is dealt with. */
export interface Manner {
  readonly startMs: number;
  readonly stopMs: number;
  /** Whether its work is done by its first thread, whose waiting for a core is its own. */
  readonly hasOneLoop: boolean;
  /** Of an error that keeps it from starting. */
  readonly code: ErrorCode;
  readonly secrets: () => readonly string[];
  readonly cores?: readonly number[] | null;
  readonly signal?: AbortSignal | undefined;
}

export const bundled: Manner = {
  startMs: serviceStartMs,
  stopMs: stopTimeoutMs,
  hasOneLoop: true,
  code: 'SERVICE_START_FAILED',
  secrets: () => [],
};

type StartOrder = ServiceStartOrder | HopStart | ServerStart | StackStart | ServerWatchOrder;

/** Starts a process and waits until it is ready. @throws WirebenchError with the code of its manner. */
export async function startProcess(
  entry: URL,
  command: StartOrder,
  name: string,
  observer: ServiceObserver | null,
  manner: Manner = bundled,
): Promise<ServiceProcess> {
  const child = fork(entry, { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  const service = new ForkedService(child, observer, manner);
  try {
    await service.start(command, name);
  } catch (error) {
    // It ends what it has started before it goes.
    if (command.type === 'start') child.kill('SIGKILL');
    else await service.stop();
    throw error;
  }
  return service;
}

class ForkedService implements ServiceProcess {
  readonly #child: ChildProcess;
  readonly #observer: ServiceObserver | null;
  readonly #ended: Promise<void>;
  #address = { host: '', port: 0 };
  #made: MadeOf | null = null;
  #health: ServerHealth | null = null;
  #deathListener: ((reason: string) => void) | null = null;
  #death: string | null = null;
  #stopping = false;
  #lastWords = '';
  #log = '';
  readonly #remarks: string[] = [];
  /** Of a server of the user's own. */
  #serverPid: number | null = null;
  readonly #manner: Manner;
  #nextMeasure = 1;
  #waited: { readonly at: number; readonly ms: number } | null = null;
  readonly #measures = new Map<number, (health: ServerHealth | null) => void>();
  #started: ((report: ServiceReport & { type: 'started' | 'failed' }) => void) | null = null;

  constructor(child: ChildProcess, observer: ServiceObserver | null, manner: Manner) {
    this.#child = child;
    this.#manner = manner;
    this.#observer = observer;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-2000);
      observer?.onOutput(text);
    });
    child.on('message', (message) => this.#onReport(serviceReportSchema.parse(message)));
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        const leave = () => {
          this.#onExit(signal ? `was ended by ${signal}` : `ended with code ${code}`);
          resolve();
        };
        // Its last words may still be on their way.
        if (child.connected) child.once('disconnect', leave);
        else leave();
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
    return this.#serverPid ?? this.#child.pid ?? 0;
  }
  get log(): readonly string[] {
    return lastLines(this.#log, this.#manner.secrets());
  }
  get made(): MadeOf | null {
    return this.#made;
  }
  get remarks(): readonly string[] {
    return this.#remarks;
  }
  get health(): ServerHealth | null {
    return this.#health;
  }

  async start(command: StartOrder, name: string): Promise<void> {
    const { startMs, signal, code, cores } = this.#manner;
    const answer = new Promise<ServiceReport & { type: 'started' | 'failed' }>((resolve) => {
      this.#started = resolve;
    });
    // Before it starts anything, which inherits the cores.
    const unbound = cores && (await pinProcess(this.pid, cores));
    if (unbound) this.#remarks.push(unbound);
    this.#send(command);
    const report = await Promise.race([
      answer,
      this.#ended,
      timeout(startMs),
      ...(signal ? [aborted(signal)] : []),
    ]);
    if (report && 'type' in report && report.type === 'started') {
      this.#address = { host: report.host, port: report.port };
      this.#made = report.made ?? null;
      return;
    }
    const late = `did not start within ${startMs / 1000} s`;
    const reason = report && 'type' in report ? report.error.message : (this.#death ?? late);
    const words = this.log.length > 0 ? this.log.join('\n') : this.#lastWords.trim();
    // The name of a program may hold a secret.
    const told = secretsHidden({ secrets: [...this.#manner.secrets()] })(reason);
    throw new WirebenchError(code, `The ${name} ${told}`, words ? { hint: words } : {});
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
    this.#send({ type: 'stop' });
    const ended = await Promise.race([this.#ended.then(() => true), timeout(this.#manner.stopMs)]);
    if (!ended) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #send(command: ServiceCommand | HopStart | ServerCommand): void {
    // The channel may close at any moment; the exit is what tells.
    if (this.#child.connected) this.#child.send(command, () => undefined);
  }

  #onReport(report: ServiceReport): void {
    switch (report.type) {
      case 'client-error':
        this.#observer?.onClientError(report.message);
        return;
      case 'spawned':
        this.#serverPid = report.pid;
        return;
      case 'log':
        this.#log = report.text;
        return;
      case 'remark':
        this.#remarks.push(report.text);
        return;
      case 'ended':
        this.#onEnd(report.reason);
        return;
      case 'health':
        this.#onHealth(report);
        return;
      default:
        this.#takeWaited();
        this.#started?.(report);
    }
  }

  #onHealth({ id, health: told }: ServiceReport & { type: 'health' }): void {
    const health = told && { ...told, ...this.#takeWaited() };
    if (health) this.#health = health;
    if (id !== null) this.#measures.get(id)?.(health);
    else if (health) this.#observer?.onHealth(health);
  }

  /** How much of the time since the last report it waited for a core; nothing where no system tells. */
  #takeWaited(): { waitShare?: number } {
    // A server of the user's own has many threads, and its first may be idle.
    if (!this.#manner.hasOneLoop) return {};
    const before = this.#waited;
    const ms = readWaitedMs(this.pid);
    const at = performance.now();
    this.#waited = ms === null ? null : { at, ms };
    if (before === null || ms === null || at <= before.at) return {};
    return { waitShare: Math.min(1, (ms - before.ms) / (at - before.at)) };
  }

  /** The process itself is gone, and should have taken its server with it. */
  #onExit(reason: string): void {
    if (this.#serverPid !== null) endGroup(this.#serverPid);
    this.#onEnd(reason);
  }

  #onEnd(reason: string): void {
    if (this.#death !== null) return;
    this.#death = reason;
    for (const resolve of this.#measures.values()) resolve(null);
    if (!this.#stopping) this.#deathListener?.(reason);
  }
}

/** Whatever is left of a server whose own process was ended by force. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left, as it should be.
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function timeout(ms: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref();
  });
}
