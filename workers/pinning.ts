import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { shortMessageOf } from './drivers/failures.ts';

/** The core that this thread is bound to (each thread has its own module). */
let boundTo: number | null = null;

/**
 * Binds the calling thread to a core (from 0), with `taskset` of util-linux. Linux only.
 * @returns why that failed, as a sentence for the reader of the results; null on success.
 */
export function pinThread(core: number): string | null {
  if (boundTo === core) return null;
  try {
    const thread = basename(readlinkSync('/proc/thread-self'));
    execFileSync('taskset', ['--cpu-list', '--pid', String(core), thread], { stdio: 'pipe' });
    boundTo = core;
    return null;
  } catch (error) {
    const reason = shortMessageOf(error).split('\n').join(' ').trim();
    return `A load worker could not be bound to core ${core}, so the system placed it: ${reason}`;
  }
}
