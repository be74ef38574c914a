import { Worker } from 'node:worker_threads';
import {
  type Ask,
  type EquivalenceMessage,
  equivalenceMessageSchema,
} from '../../../contracts/equivalence.ts';
import { equivalenceWorkerEntry } from '../../platform/entries.ts';

/** The thread that makes the calls of the check, one at a time. */
export class Asker {
  readonly #worker = new Worker(equivalenceWorkerEntry(), { execArgv: [], stdin: false });

  constructor() {
    // Each call has a listener of its own for what ends the thread.
    this.#worker.on('error', () => undefined);
  }

  /** Never rejects: a thread that ends has failed to answer. */
  async ask(ask: Ask): Promise<EquivalenceMessage> {
    const { promise, resolve } = Promise.withResolvers<EquivalenceMessage>();
    const onMessage = (message: unknown) => resolve(equivalenceMessageSchema.parse(message));
    const onEnd = (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : 'it was ended';
      resolve({
        type: 'failed',
        error: { code: 'WORKER_FAILED', message: `The thread of the check ended: ${reason}` },
      });
    };
    this.#worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd);
    this.#worker.postMessage(ask);
    const told = await promise;
    this.#worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    return told;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
