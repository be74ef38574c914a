import type { Readable } from 'node:stream';
import type { Message } from '../workloads/description.ts';

/**
 * A body in parts on demand, with backpressure. A reader that stops early leaves the connection open,
 * because the answer is still to be sent on it.
 */
export function partsOf(body: Readable): AsyncIterable<Uint8Array> {
  return body.iterator({ destroyOnReturn: false });
}

/** Parts of a file as messages of one field. */
export async function* fileMessages(
  field: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Message> {
  for await (const part of parts) {
    yield { [field]: new Uint8Array(part.buffer, part.byteOffset, part.byteLength) };
  }
}
