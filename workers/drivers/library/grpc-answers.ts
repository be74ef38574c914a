import diagnostics from 'node:diagnostics_channel';
import { Duplex } from 'node:stream';
import type { SharedRoom } from '../../../protocols/shared-room.ts';
import { HeldOctets } from '../kept-body.ts';

/** Each answer of grpc-js comes by a stream, which Node announces before anything is read from it. */
const channel = 'http2.client.stream.created';

/**
 * Holds what the calls of grpc-js have been answered so far, messages of a stream included, within the memory of all
 * answers: by itself the library bounds one message, and not how many there are.
 * @returns ends it.
 */
export function boundAnswers(memory?: SharedRoom): () => void {
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
    // The library passes on what the error says, and nothing else of it.
    if (full) stream.destroy(new Error(full.message));
  });
  stream.once('close', () => held.clear());
}
