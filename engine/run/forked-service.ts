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

/** Start timeout of a bundled service in milliseconds: far longer than usual, since under the window it has a lower priority than other programs. */
export const serviceStartMs = 120_000;
const measureTimeoutMs = 20_000;
const stopTimeoutMs = 3000;

/** Receives the reports of a service besides its start and end. */
export interface ServiceObserver {
  /** Once a second. */
  onHealth(health: ServerHealth): void;
  /** Only of a service that was started with `log`. */
  onClientError(message: string): void;
  /** A piece of its error output. */
  onOutput(text: string): void;
}

/** A service in its own process. */
export interface ServiceProcess {
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** The last report; null before the first. */
  readonly health: ServerHealth | null;
  /**
   * Calls back once if the process ends before `stop`.
   * @param listener gets the reason, as words that follow its name, and the failure of the trial where it has more detail.
   */
  onDeath(listener: (reason: string, failure?: ErrorReport) => void): void;
  /** Requests a report now. @returns null when the service died or does not answer. */
  measure(): Promise<ServerHealth | null>;
  /** The last lines of the log of the user's own server, up to the last measurement or its end. */
  readonly log: readonly string[];
  /** Sentences about problems while it was stopped. */
  readonly remarks: readonly string[];
  /** Versions of its parts, where the program of a stack reports them; null for all others. */
  readonly made: MadeOf | null;
  /** Ends the process, by force if needed. */
  stop(): Promise<void>;
}

/** How a process is handled. */
export interface Manner {
  readonly startMs: number;
  readonly stopMs: number;
  /** Whether its first thread does its work, so that the thread's CPU wait is that of the service. */
  readonly hasOneLoop: boolean;
  /** Code of an error that keeps it from starting. */
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

/** Starts a process and waits until it is ready. @throws WirebenchError with the code of its handling. */
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
    // It ends what it has started before it exits.
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
  /** Of the user's own server. */
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
        // Its last output may still be on its way.
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
    // Before it starts any process, which inherits the cores.
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
    // The name of a program may contain a secret.
    const shown = secretsHidden({ secrets: [...this.#manner.secrets()] })(reason);
    throw new WirebenchError(code, `The ${name} ${shown}`, words ? { hint: words } : {});
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
    // The channel may close at any moment; only the exit event counts.
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

  #onHealth({ id, health: reported }: ServiceReport & { type: 'health' }): void {
    const health = reported && { ...reported, ...this.#takeWaited() };
    if (health) this.#health = health;
    if (id !== null) this.#measures.get(id)?.(health);
    else if (health) this.#observer?.onHealth(health);
  }

  /** Share of the time since the last report it waited for a core; absent where the system does not report it. */
  #takeWaited(): { waitShare?: number } {
    // An own server has many threads, and its first may be idle.
    if (!this.#manner.hasOneLoop) return {};
    const before = this.#waited;
    const ms = readWaitedMs(this.pid);
    const at = performance.now();
    this.#waited = ms === null ? null : { at, ms };
    if (before === null || ms === null || at <= before.at) return {};
    return { waitShare: Math.min(1, (ms - before.ms) / (at - before.at)) };
  }

  /** The process has exited, and should have ended its server. */
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

/** Ends what is left of a server whose parent process was ended by force. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left, as expected.
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
