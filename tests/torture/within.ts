import { setTimeout as wait } from 'node:timers/promises';
import { slowness, soonMs } from '../support/timeouts.ts';

/**
 * Awaits a promise that may never settle, and then throws an error that names it. A late result is ignored.
 * @param what such as `the window shows the run`.
 * @param timeoutMs on an otherwise idle machine; scaled up on a busy one.
 * @throws Error that names it.
 */
export async function within<T>(
  what: string,
  coming: Promise<T>,
  timeoutMs = 2 * soonMs,
): Promise<T> {
  const ms = timeoutMs * slowness();
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await wait(ms, null, { signal: over.signal });
    throw new Error(`not within ${Math.round(ms / 1000)} s: ${what}`);
  };
  try {
    return await Promise.race([coming, late()]);
  } finally {
    over.abort();
    coming.catch(() => undefined);
  }
}
