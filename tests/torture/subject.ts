import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A process that reports nothing for so long hangs, however slow the machine is. */
const silenceMs = 60_000;
const maxComplaint = 1000;

/** Temporary files go to memory: a disk would take most of the time. */
function inMemory(): NodeJS.ProcessEnv {
  const disk = '/dev/shm';
  return existsSync(disk) ? { ...process.env, TMPDIR: disk } : process.env;
}

/** A message of such a process; `done` is the last one for an order. */
interface Message {
  readonly type: string;
}

/**
 * A process that does dangerous things on command and reports on them. Its death is a finding; it is restarted for the
 * next order.
 */
export class Subject<Order extends object, Reply extends Message> {
  readonly #entry: URL;
  readonly #flags: readonly string[];
  #child: ChildProcess | null = null;
  /** The end of its error output. */
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

/** Sends a message to the process that gave the order; resolves once it is sent. */
export const send = <Reply extends Message>(reply: Reply): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(reply, () => resolve());
  });
