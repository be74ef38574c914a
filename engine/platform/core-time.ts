import { readFileSync } from 'node:fs';
import { parseStolen, type StolenTime, waitedMsOf } from '../stats/core-time.ts';

/** Time that a process's main thread was runnable without a core, in milliseconds (Linux). @returns null where the system does not report it. */
export function readWaitedMs(pid: number): number | null {
  const text = read(`/proc/${pid}/schedstat`);
  return text === null ? null : waitedMsOf(text);
}

/** Steal time: how much of its cores' time the host of this virtual machine gave to others (Linux). */
export class StolenTimeWatch {
  #before = stolenTime();

  /** @returns the increase since the last call; zero where the system does not report it. */
  take(): { stolenShare?: number } {
    const before = this.#before;
    const now = stolenTime();
    this.#before = now;
    if (!before || !now) return {};
    const stolen = now.stolen - before.stolen;
    const wanted = stolen + now.worked - before.worked;
    return { stolenShare: wanted > 0 ? Math.max(0, stolen) / wanted : 0 };
  }
}

function stolenTime(): StolenTime | null {
  const text = read('/proc/stat');
  return text === null ? null : parseStolen(text);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Another system, a kernel without these values, or an ended process.
    return null;
  }
}
