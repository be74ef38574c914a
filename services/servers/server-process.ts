import { setPriority } from 'node:os';
import { toErrorReport, WirebenchError } from '../../contracts/errors.ts';
import type { ServerHealth } from '../../contracts/measurement.ts';
import {
  type ServerStart,
  type ServerWatchOrder,
  type StackStart,
  serverCommandSchema,
} from '../../contracts/server-messages.ts';
import type { ServiceReport } from '../../contracts/service-messages.ts';
import type { OwnProcess } from '../parent.ts';
import { isRunning, listenerOn, ProcessTree } from './process-tree.ts';
import { Program } from './program.ts';
import { StackProgram } from './stack-program.ts';

const healthPeriodMs = 1000;

type Address = Omit<ServiceReport & { type: 'started' }, 'type'>;
/** For a server with addresses from the experiment. */
const nowhere: Address = { host: '', port: 0 };

/** What the supervisor of a server does for each message of `contracts/server-messages.ts`. */
export class ServerProcess {
  readonly #own: OwnProcess;
  #starting: Promise<void> | undefined;
  #program: Program | undefined;
  #stack: StackProgram | undefined;
  #tree: ProcessTree | null = null;
  #graceMs = 0;
  #stopping = false;
  #reported = '';
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(own: OwnProcess) {
    this.#own = own;
  }

  async obey(message: unknown): Promise<void> {
    const command = serverCommandSchema.parse(message);
    if (command.type === 'stop') return this.stop();
    if (command.type === 'measure') {
      await this.#reportLog();
      return this.#reportHealth(command.id);
    }
    this.#starting ??= this.#start(command);
    await this.#starting;
  }

  /** Ends the server, and this process. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const remark = (await this.#stopProgram()) ?? null;
    await this.#reportLog();
    if (remark !== null) await this.#own.report({ type: 'remark', text: remark });
    this.#exit(0);
  }

  /** An error on the way to the end is no failure. */
  async fail(error: unknown): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await this.#reportLog();
    await this.#own.report({ type: 'failed', error: toErrorReport(error, 'SERVER_START_FAILED') });
    await this.#stopProgram();
    this.#exit(1);
  }

  /** Kills the server at once. */
  kill(): void {
    this.#program?.kill();
  }

  async #start(order: ServerStart | StackStart | ServerWatchOrder): Promise<void> {
    const address = await this.#reach(order);
    this.#tree?.begin();
    await this.#own.report({ type: 'started', ...address });
    if (this.#tree) this.#every(healthPeriodMs, () => void this.#reportHealth(null));
  }

  async #reach(order: ServerStart | StackStart | ServerWatchOrder): Promise<Address> {
    if (order.type === 'start-stack') return this.#beginStack(order);
    await (order.type === 'start-server' ? this.#begin(order) : this.#watch(order));
    return nowhere;
  }

  async #begin(order: ServerStart): Promise<void> {
    // Its children inherit it.
    if (process.platform === 'linux') setPriority(order.niceness);
    this.#graceMs = order.graceMs;
    const started = await Program.start(order);
    this.#program = started;
    await this.#own.report({ type: 'spawned', pid: started.pid });
    // A stop request during the start.
    if (this.#stopping) return;
    await started.ready(order);
    this.#tree = started.tree;
    void started.ended.then((reason) => this.#reportEnd(reason));
  }

  /** @returns its address. */
  async #beginStack(order: StackStart): Promise<Address> {
    if (process.platform === 'linux') setPriority(order.niceness);
    this.#graceMs = order.graceMs;
    const started = await StackProgram.start(order);
    const { program } = started;
    this.#stack = started;
    this.#program = program;
    await this.#own.report({ type: 'spawned', pid: program.pid });
    if (this.#stopping) return nowhere;
    const { port, runtime, libraries } = await started.ready();
    this.#tree = program.tree;
    void program.ended.then((reason) => this.#reportEnd(reason));
    return { host: order.service.host, port, made: { runtime, libraries } };
  }

  /** A foreign process: it is measured only. */
  async #watch({ port, pid }: ServerWatchOrder): Promise<void> {
    if (process.platform !== 'linux') {
      throw new WirebenchError('SERVER_NOT_FOUND', 'can be watched on Linux only');
    }
    const found = pid ?? (port === undefined ? null : listenerOn(port));
    if (found === null || !isRunning(found)) {
      const message =
        pid === undefined
          ? `was not found: no process of this user listens on port ${port}`
          : `was not found: there is no process ${pid}`;
      throw new WirebenchError('SERVER_NOT_FOUND', message);
    }
    this.#tree = new ProcessTree(found, { ownsSession: false });
    this.#every(healthPeriodMs / 4, () => {
      if (!isRunning(found)) void this.#reportEnd('ended');
    });
  }

  async #reportLog(): Promise<void> {
    const text = this.#program?.log.text ?? '';
    if (text === this.#reported) return;
    this.#reported = text;
    await this.#own.report({ type: 'log', text });
  }

  async #health(): Promise<ServerHealth | null> {
    return this.#stack ? this.#stack.measure() : (this.#tree?.measure() ?? null);
  }

  async #reportHealth(id: number | null): Promise<void> {
    await this.#own.report({ type: 'health', id, health: await this.#health() });
  }

  async #reportEnd(reason: string): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    await this.#reportLog();
    await this.#own.report({ type: 'ended', reason });
    // The started process is gone; it may have left others.
    await this.#program?.stop(this.#graceMs);
    this.#exit(0);
  }

  #stopProgram(): Promise<string | null> | undefined {
    return (this.#stack ?? this.#program)?.stop(this.#graceMs);
  }

  #every(ms: number, act: () => void): void {
    this.#timers.push(setInterval(act, ms));
  }

  #exit(code: number): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#own.exit(code);
  }
}
