import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';

const lookEveryMs = 2;

/** The peak memory of a process so far, in bytes; 0 if it has ended (Linux). */
function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0; // It has ended.
  }
}

/**
 * Runs work that starts processes one after the other.
 * @returns the highest peak memory of one of them, in bytes: when it answered, or shortly before it died.
 */
export async function peakOfStarted(act: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const watch = (message: unknown) => {
    const { process: child } = message as { readonly process: ChildProcess };
    const look = () => {
      most = Math.max(most, peakOf(child.pid));
    };
    const looking = setInterval(look, lookEveryMs);
    child.once('message', look);
    child.once('exit', () => clearInterval(looking));
  };
  subscribe('child_process', watch);
  try {
    await act();
  } finally {
    unsubscribe('child_process', watch);
  }
  return most;
}
