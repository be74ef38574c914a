import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WirebenchError } from '../../contracts/errors.ts';
import type { Readiness, ServerStart } from '../../contracts/server-messages.ts';
import { LogTail } from './log-tail.ts';
import { isRunning, markedProcesses, markName, ProcessTree } from './process-tree.ts';
import { accepts, becomesReady } from './readiness.ts';

const onLinux = process.platform === 'linux';
/** Wait after SIGKILL; processes that remain hang in the kernel, and cannot be ended. */
const afterKillMs = 2000;
const pollMs = 40;

/** Start parameters of a program. */
type Launch = Pick<ServerStart, 'command' | 'folder' | 'env'> & {
  readonly free: ServerStart['free'];
  /** Whether its standard input and output carry messages instead of a log. */
  readonly talks?: boolean;
};

/** An own server, or that of a stack, in its own session and process group. */
export class Program {
  readonly log = new LogTail();
  readonly tree: ProcessTree | null;
  /** Resolves with how it ended, as a phrase after its name. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #mark: string;

  /** @param child started process. */
  private constructor(child: ChildProcess, mark: string, talks: boolean) {
    this.#child = child;
    this.#mark = mark;
    this.tree = onLinux ? new ProcessTree(this.pid, { ownsSession: true }) : null;
    for (const output of talks ? [child.stderr] : [child.stdout, child.stderr]) {
      output?.setEncoding('utf8').on('data', (text: string) => this.log.add(text));
    }
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) =>
        resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
      );
    });
  }

  /** @throws WirebenchError SERVER_START_FAILED if the program does not exist, or its port is taken. */
  static async start({ command, folder, env, free, talks = false }: Launch): Promise<Program> {
    if (free && (await accepts(free))) {
      throw failed(`cannot be started: something already answers at ${free.host}:${free.port}`);
    }
    const [file = '', ...words] = command;
    const mark = randomUUID();
    const child = spawn(file, words, {
      cwd: folder,
      env: { ...env, [markName]: mark },
      stdio: [talks ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', (cause: NodeJS.ErrnoException) =>
        reject(
          failed(
            cause.code === 'ENOENT'
              ? `cannot be started: there is no program ${file}, or no folder ${folder}`
              : `cannot be started: ${cause.message}`,
          ),
        ),
      );
    });
    return new Program(child, mark, talks);
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Its standard input and output, if they carry messages. */
  get talk(): { readonly input: Writable; readonly output: Readable } {
    const { stdin, stdout } = this.#child;
    if (!stdin || !stdout) throw new TypeError('this program is not spoken to');
    return { input: stdin, output: stdout };
  }

  /** @throws WirebenchError SERVER_START_FAILED if it ends first, or takes too long. */
  async ready({ ready, identity, withinMs }: ServerStart): Promise<void> {
    const given = new AbortController();
    const late = setTimeout(() => given.abort(), withinMs);
    const isReady = (
      ready.by === 'log' ? this.log.wrote(ready.text) : becomesReady(ready, identity, given.signal)
    ).then(() => null);
    const isLate = new Promise<null>((resolve) => {
      given.signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    const end = await Promise.race([this.ended, isReady, isLate]);
    clearTimeout(late);
    const isTooLate = given.signal.aborted;
    given.abort();
    if (end !== null) throw failed(`${end} before it was ready`);
    if (isTooLate) {
      throw failed(`was not ready within ${withinMs / 1000} s: ${missing(ready)}`);
    }
  }

  /** Ends it with all its descendants. @returns problems, as a sentence; null if all of them ended on request. */
  async stop(graceMs: number): Promise<string | null> {
    const asked = this.#everyone();
    this.#signal('SIGTERM', asked);
    if (await this.#goes(graceMs)) return null;
    const left = this.#everyone();
    this.#signal('SIGKILL', left);
    const isGone = await this.#goes(afterKillMs);
    if (!isGone) {
      return `The server could not be ended: ${this.#everyone().join(', ')} of its processes still run.`;
    }
    const seconds = graceMs / 1000;
    return left.includes(this.pid)
      ? `The server did not end within ${seconds} s of SIGTERM, and was ended by SIGKILL.`
      : `The server left ${left.length} ${left.length === 1 ? 'process' : 'processes'} running ${seconds} s after SIGTERM, which SIGKILL ended.`;
  }

  /** Ends all remaining processes immediately. */
  kill(): void {
    this.#signal('SIGKILL', this.#everyone());
  }

  async #goes(withinMs: number): Promise<boolean> {
    const until = performance.now() + withinMs;
    while (this.#everyone().length > 0) {
      if (performance.now() > until) return false;
      await wait(pollMs);
    }
    return true;
  }

  /** Processes of its tree, and those that have left it. */
  #everyone(): number[] {
    const own = this.#child.exitCode === null && this.#child.signalCode === null ? [this.pid] : [];
    if (!this.tree) return own;
    const found = [...this.tree.pids(), ...markedProcesses(this.#mark)].filter(isRunning);
    return [...new Set(found)];
  }

  #signal(signal: NodeJS.Signals, pids: readonly number[]): void {
    if (process.platform === 'win32') {
      spawn('taskkill', ['/pid', String(this.pid), '/T', '/F'], { stdio: 'ignore' });
      return;
    }
    // A group exists as long as one of its processes, so its number is still valid.
    for (const pid of pids.length > 0 ? [-this.pid, ...pids] : []) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

function failed(reason: string): WirebenchError {
  return new WirebenchError('SERVER_START_FAILED', reason);
}

function missing(ready: Readiness): string {
  switch (ready.by) {
    case 'http':
      return `${ready.url} did not answer with a status from 200 to 399`;
    case 'log':
      return `it did not write “${ready.text}”`;
    case 'health':
      return `its gRPC health service at ${ready.host}:${ready.port} did not say that it is serving`;
    default:
      return `it did not accept a connection at ${ready.host}:${ready.port}`;
  }
}
