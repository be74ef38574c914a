import { exitCodes } from './exit-codes.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/**
 * One Ctrl-C arrives several times when npx and the launcher pass it on, so that what follows
 * within this time, in milliseconds, is the same one.
 */
const sameWithin = 300;

export interface Interrupts {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  dispose(): void;
}

/**
 * Listens to Ctrl-C, SIGTERM and SIGHUP. The first aborts the signal; the second leaves at once.
 * @param onFirst says what happens now.
 */
export function catchInterrupts(onFirst: () => void): Interrupts {
  const controller = new AbortController();
  let firstAt = 0;
  const listener = () => {
    if (!controller.signal.aborted) {
      firstAt = performance.now();
      onFirst();
      controller.abort();
    } else if (performance.now() - firstAt > sameWithin) {
      process.exit(exitCodes.interrupted);
    }
  };
  for (const name of signals) process.on(name, listener);
  return {
    signal: controller.signal,
    dispose() {
      // After an interrupt the command is about to end with 130; another must not end it otherwise.
      if (controller.signal.aborted) return;
      for (const name of signals) process.off(name, listener);
    },
  };
}

/** Resolves at the first interrupt. */
export function interrupted({ signal }: Interrupts): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
