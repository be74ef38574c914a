import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '../../../engine/stats/moments.ts';

/** The environment variable that names the folder for the heap reports of threads. */
export const heapFolderVariable = 'WIREBENCH_SOAK_HEAPS';
export const reportEveryMs = 5000;

/** Bytes of the JavaScript heap of one thread. */
export interface Heap {
  /** Resident, in use or not: V8 enlarges it in steps, at times of its own choice. */
  readonly taken: number;
  /** Memory outside of it that it keeps alive (buffers). */
  readonly external: number;
  /** In use after the last full collection, buffers included. */
  readonly kept: number;
}

/** The file for the heap report of a thread. @param thread 0 is the main thread. */
export const heapFile = (folder: string, pid: number, thread: number): string =>
  join(folder, `${pid}.${thread}.json`);

/** The heaps last reported by a process: that of its main thread, then all others; none without a report. */
export function readHeaps(folder: string, pid: number): Heap[] {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Heap;
  try {
    const own = heapFile(folder, pid, 0);
    const files = readdirSync(folder)
      .filter((name) => name.startsWith(`${pid}.`) && name.endsWith('.json'))
      .map((name) => join(folder, name));
    return [read(own), ...files.filter((file) => file !== own).map(read)];
  } catch {
    return []; // It has not reported yet, or is just writing.
  }
}

/** Memory that heaps have taken from the system, with their buffers. */
export const takenBytes = (heaps: readonly Heap[]): number =>
  sum(heaps.map(({ taken, external }) => taken + external));

/** Memory that heaps had in use after their last collection. */
export const keptBytes = (heaps: readonly Heap[]): number => sum(heaps.map(({ kept }) => kept));
