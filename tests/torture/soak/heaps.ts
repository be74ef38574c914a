import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from '../../../engine/stats/moments.ts';

/** The environment variable that names the folder in which threads tell of their heaps. */
export const heapFolderVariable = 'WIREBENCH_SOAK_HEAPS';
export const reportEveryMs = 5000;

/** Bytes of the heap of JavaScript of one thread. */
export interface Heap {
  /** What of it is in memory, in use or not: V8 enlarges it in steps, at moments of its own. */
  readonly taken: number;
  /** What it holds beside it (buffers). */
  readonly external: number;
  /** What was in use, buffers included, after the last full collection. */
  readonly kept: number;
}

/** The heaps of a process: of its own thread, and of all others together. */
export interface Heaps {
  readonly own: Heap;
  readonly threads: readonly Heap[];
}

/** The file in which a thread tells of its heap. @param thread 0 is that of the process itself. */
export const heapFile = (folder: string, pid: number, thread: number): string =>
  join(folder, `${pid}.${thread}.json`);

/** What a process told last, or null while it has not. */
export function readHeaps(folder: string, pid: number): Heaps | null {
  try {
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Heap;
    const own = read(`${pid}.0.json`);
    const others = readdirSync(folder).filter(
      (name) => name !== `${pid}.0.json` && name.startsWith(`${pid}.`) && name.endsWith('.json'),
    );
    return { own, threads: others.map(read) };
  } catch {
    return null; // It has said nothing yet, or is just writing.
  }
}

/** What heaps have got of the system, with their buffers. */
export const takenBytes = (heaps: readonly Heap[]): number =>
  sum(heaps.map(({ taken, external }) => taken + external));

/** What heaps had in use after their last collection. */
export const keptBytes = (heaps: readonly Heap[]): number => sum(heaps.map(({ kept }) => kept));
