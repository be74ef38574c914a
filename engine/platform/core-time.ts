import { readFileSync } from 'node:fs';
import { parseStolen, type StolenTime, waitedMsOf } from '../stats/core-time.ts';

/** How long a process's main thread has been ready to run without a core, in milliseconds (Linux). @returns null where no system tells. */
export function readWaitedMs(pid: number): number | null {
  const text = read(`/proc/${pid}/schedstat`);
  return text === null ? null : waitedMsOf(text);
}

/** How much of its cores' time the host of this virtual machine gave to others (Linux). */
export class StolenTimeWatch {
  #before = stolenTime();

  /** @returns what came since the last call; nothing where no system tells. */
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
    // Another system, a kernel without these figures, or a process that is gone: then nobody tells.
    return null;
  }
}
