import { captureAll } from '../../wire/capture.ts';
import type { ContractImplementer, RouterParts } from '../parts.ts';

/** The `wire` part of the engine's API. */
export function wireCalls(api: ContractImplementer, { runs, home }: RouterParts) {
  /** The end of a capture that its caller has given up; the next one waits for it. */
  let leaving: Promise<void> = Promise.resolve();
  return {
    capture: api.wire.capture.handler(async ({ input, signal }) => {
      await leaving;
      const ending = new AbortController();
      const over = Promise.withResolvers<void>();
      const release = runs.occupy(() => {
        ending.abort();
        return over.promise;
      }, 'A capture');
      signal?.addEventListener('abort', () => {
        leaving = over.promise;
      });
      try {
        const stop = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
        return await captureAll(input, home, stop);
      } finally {
        release();
        over.resolve();
      }
    }),
  };
}
