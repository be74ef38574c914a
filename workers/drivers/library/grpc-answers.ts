import diagnostics from 'node:diagnostics_channel';
import { Duplex } from 'node:stream';
import type { MemoryBudget } from '../../../protocols/memory-budget.ts';
import { HeldOctets } from '../kept-body.ts';

/** Each answer of grpc-js arrives on a stream, which Node announces before anything is read from it. */
const channel = 'http2.client.stream.created';

/**
 * Counts the answers of grpc-js, including streamed messages, against the memory of all answers: the library
 * itself limits a single message only.
 * @returns a function that stops counting.
 */
export function boundAnswers(memory?: MemoryBudget): () => void {
  const listener = (message: unknown) => {
    const { stream } = message as { readonly stream?: unknown };
    if (stream instanceof Duplex) bound(stream, new HeldOctets(memory));
  };
  diagnostics.subscribe(channel, listener);
  return () => diagnostics.unsubscribe(channel, listener);
}

function bound(stream: Duplex, held: HeldOctets): void {
  stream.on('data', ({ length }: Buffer) => {
    const full = held.addPiece(length);
    // The library passes on only the error's message.
    if (full) stream.destroy(new Error(full.message));
  });
  stream.once('close', () => held.clear());
}
