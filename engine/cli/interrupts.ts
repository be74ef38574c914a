import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { describeReport, reportOf } from './errors.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { say } from './streams.ts';
import { surroundings } from './surroundings.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * npx passes on a Ctrl-C that the terminal has already sent to us: interrupts within this time, in
 * milliseconds, are the same one.
 */
const sameWithin = 300;

/** Number of interrupts of the launcher, reported by one that had to start another Node. */
const fromLauncherSchema = z.object({ interrupts: z.int() });

/**
 * Calls `listener` with the number of interrupts since. A Ctrl-C reaches the launcher
 * and this process alike, and counts once however late the launcher reports it. The end of the
 * launcher, after which nothing more is reported, counts as an interrupt.
 * @returns a function that stops listening.
 */
function countInterrupts(listener: (count: number) => void): () => void {
  let heard = 0;
  let reported = 0;
  const count = (change: () => void) => {
    const before = Math.max(heard, reported);
    change();
    const after = Math.max(heard, reported);
    if (after > before) listener(after);
  };
  const onSignal = () =>
    count(() => {
      heard += 1;
    });
  const onMessage = (message: unknown) => {
    const { success, data } = fromLauncherSchema.safeParse(message);
    if (!success) return;
    count(() => {
      reported = data.interrupts;
    });
  };
  for (const name of [...signals, 'disconnect']) process.on(name, onSignal);
  process.on('message', onMessage);
  return () => {
    for (const name of [...signals, 'disconnect']) process.off(name, onSignal);
    process.off('message', onMessage);
  };
}

/** Makes an interrupt end the program immediately, with 130, unless `interruptible` handles it. */
export function leaveWhenInterrupted(): void {
  // The launcher may have ended while the modules were loading, before the listener was added.
  if (process.connected === false) process.exit(exitCodes.interrupted);
  countInterrupts(() => {
    if (process.listenerCount('SIGINT') === 1) process.exit(exitCodes.interrupted);
  });
}

/**
 * Handles interrupts that arrived while the program was busy, such as waiting for
 * the reader of its results.
 */
export async function hearInterrupts(): Promise<void> {
  // The first turn of the loop may have begun already.
  for (let turns = 0; turns < 2; turns++) await setImmediate();
}

/** Reports errors that occurred while a command was ending, but not the interruption itself. */
function describeFailure(error: unknown): void {
  if (error instanceof Error && error.name === 'AbortError') return;
  surroundings().stderr.write(describeReport(reportOf(error)));
}

/**
 * Runs something that Ctrl-C, SIGTERM and SIGHUP end. The first aborts the signal that `act` gets;
 * the second exits immediately.
 * @param stopping sentence printed at the first.
 * @returns the result of `act`; `interrupted` after an interrupt, whatever the result of `act`.
 */
export async function interruptible(
  stopping: string,
  act: (signal: AbortSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const controller = new AbortController();
  const { signal } = controller;
  let firstAt = 0;
  const stopCounting = countInterrupts(() => {
    if (!signal.aborted) {
      firstAt = performance.now();
      // The terminal has just written ^C into the line that shows progress.
      const { stderr } = surroundings();
      if (stderr.isTTY) stderr.write('\n');
      say(stopping);
      controller.abort();
    } else if (performance.now() - firstAt > sameWithin) {
      process.exit(exitCodes.interrupted);
    }
  });
  try {
    const code = await act(signal);
    return signal.aborted ? exitCodes.interrupted : code;
  } catch (error) {
    if (!signal.aborted) throw error;
    describeFailure(error);
    return exitCodes.interrupted;
  } finally {
    // After an interrupt the repeated ones of npx may still arrive.
    if (!signal.aborted) stopCounting();
  }
}

/** Resolves once the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
