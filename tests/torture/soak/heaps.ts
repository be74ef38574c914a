import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeapInfo } from 'node:v8';

/** The environment variable that names the folder in which processes tell of their heaps. */
export const heapFolderVariable = 'WIREBENCH_SOAK_HEAPS';
export const tellEveryMs = 5000;

/** Bytes of a heap of JavaScript: what it has taken of the system, and what it holds beside it (buffers). */
export interface Heap {
  readonly taken: number;
  readonly external: number;
}

/** The heaps of a process. */
export interface Heaps {
  readonly own: Heap;
  /** Of its threads, oldest first. */
  readonly threads: readonly Heap[];
}

export const heapOf = (info: HeapInfo): Heap => ({
  taken: info.total_heap_size,
  external: info.external_memory,
});

/** What a process told last, or null while it has not. */
export function readHeaps(folder: string, pid: number): Heaps | null {
  try {
    return JSON.parse(readFileSync(join(folder, `${pid}.json`), 'utf8')) as Heaps;
  } catch {
    return null; // It has said nothing yet, or is just writing.
  }
}
