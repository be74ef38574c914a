import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';

/** However slow the machine is: a process that says nothing for so long hangs. */
const silenceMs = 60_000;
const maxComplaint = 1000;

/** What is written and read again only needs no disk, which would take most of the time. */
function inMemory(): NodeJS.ProcessEnv {
  const disk = '/dev/shm';
  return existsSync(disk) ? { ...process.env, TMPDIR: disk } : process.env;
}

/** What such a process tells; `done` is its last word on an order. */
interface Told {
  readonly type: string;
}

/**
 * A process that does dangerous things by order and tells of them. Its death is a finding; it is started anew for the
 * next order.
 */
export class Subject<Order extends object, Reply extends Told> {
  readonly #entry: URL;
  readonly #flags: readonly string[];
  #child: ChildProcess | null = null;
  /** The end of what it wrote on its way out. */
  #complaint = '';

  constructor(entry: URL, flags: readonly string[] = []) {
    this.#entry = entry;
    this.#flags = flags;
  }

  /** @returns null when the order was carried out, or how the process died or that it hangs. */
  do(order: Order, hear: (reply: Reply) => void): Promise<string | null> {
    const child = this.#started();
    return new Promise((resolve) => {
      const settle = (how: string | null) => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('close', onClose);
        if (how !== null) this.stop();
        resolve(how);
      };
      const onMessage = (reply: Reply) => {
        timer.refresh();
        if (reply.type === 'done') settle(null);
        else hear(reply);
      };
      const onClose = (code: number | null, signal: string | null) =>
        settle(`the process died (${signal ?? code}): ${this.#complaint.trim()}`);
      const timer = setTimeout(() => settle('the process hangs'), silenceMs);
      child.on('message', onMessage);
      child.on('close', onClose);
      child.send(order);
    });
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }

  #started(): ChildProcess {
    if (this.#child?.connected) return this.#child;
    const child = fork(this.#entry, {
      execArgv: [...this.#flags],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: inMemory(),
    });
    this.#complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-maxComplaint);
    });
    this.#child = child;
    return child;
  }
}

/** Tells the process that gave the order; resolves when it has gone out. */
export const tell = <Reply extends Told>(reply: Reply): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(reply, () => resolve());
  });
