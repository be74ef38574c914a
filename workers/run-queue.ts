import { closeSync, openSync, readSync } from 'node:fs';
import { waitedMsOf } from '../engine/stats/core-time.ts';

/**
 * Time for which this thread was ready to run but had no core, from the second number of
 * `/proc/thread-self/schedstat` (Linux: nanoseconds in the run queue). Utilisation does not show it: a
 * thread that has been woken and waits for a core still counts as idle.
 */
export class RunQueue {
  readonly #bytes = Buffer.alloc(80);
  #file: number | null;
  #waitedMs = 0;
  #lookedMs = 0;

  /** @param path of the schedstat file. */
  constructor(path = '/proc/thread-self/schedstat') {
    try {
      // The link is resolved now, so the file remains that of this thread.
      this.#file = openSync(path, 'r');
    } catch {
      // Another system, or a kernel without these statistics: unavailable.
      this.#file = null;
    }
    this.take();
    this.look();
  }

  /** @returns the wait since the last call, in milliseconds; undefined if unavailable. */
  take(): { waitMs?: number } {
    const waitedMs = this.#read();
    if (waitedMs === null) return {};
    const waitMs = waitedMs - this.#waitedMs;
    this.#waitedMs = waitedMs;
    return { waitMs };
  }

  /** @returns the wait since the last reading, in milliseconds; null if unavailable. */
  look(): number | null {
    const waitedMs = this.#read();
    if (waitedMs === null) return null;
    const since = waitedMs - this.#lookedMs;
    this.#lookedMs = waitedMs;
    return since;
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  #read(): number | null {
    if (this.#file === null) return null;
    const length = readSync(this.#file, this.#bytes, 0, this.#bytes.length, 0);
    return waitedMsOf(this.#bytes.toString('latin1', 0, length));
  }
}
