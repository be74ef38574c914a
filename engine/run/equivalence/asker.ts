import { Worker } from 'node:worker_threads';
import {
  type Ask,
  type EquivalenceMessage,
  equivalenceMessageSchema,
} from '../../../contracts/equivalence.ts';
import { messageHidden } from '../../../workloads/own-service/secrets.ts';
import { entryUrl } from '../../platform/entries.ts';

const startThread = () => new Worker(entryUrl('equivalenceWorker'), { execArgv: [], stdin: false });

/** The thread that makes the calls before any load, one at a time. The first call starts it. */
export class Asker {
  readonly #startThread: typeof startThread;
  #worker: Worker | null = null;

  /** @param start starts the thread. */
  constructor(start = startThread) {
    this.#startThread = start;
  }

  /**
   * Never rejects: if the thread ends, the call has failed.
   * @param signal aborts the call.
   */
  async ask(ask: Ask, signal?: AbortSignal): Promise<EquivalenceMessage> {
    const { promise, resolve } = Promise.withResolvers<EquivalenceMessage>();
    const worker = this.#running();
    const onMessage = (message: unknown) => resolve(equivalenceMessageSchema.parse(message));
    const onEnd = (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : 'it was ended';
      resolve({
        type: 'failed',
        error: { code: 'WORKER_FAILED', message: `The checking thread ended: ${reason}` },
      });
    };
    const onAbort = () => void this.close();
    worker.once('message', onMessage).once('error', onEnd).once('exit', onEnd);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else worker.postMessage(ask);
    const reply = await promise;
    signal?.removeEventListener('abort', onAbort);
    worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
    return withoutSecrets(reply, ask);
  }

  /** The next call starts the thread again. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = this.#startThread();
    // Each call has its own listener for the end of the thread.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    this.#worker = worker;
    return worker;
  }
}

/** Answers of a service may contain what it was sent. */
function withoutSecrets(reply: EquivalenceMessage, { custom }: Ask): EquivalenceMessage {
  if (!custom || reply.type !== 'refused') return reply;
  const { failure } = reply;
  return { ...reply, failure: { ...failure, message: messageHidden(custom)(failure.message) } };
}
