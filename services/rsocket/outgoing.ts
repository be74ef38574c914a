import type { Writable } from 'node:stream';
import { piecesOf, streamAt } from '../../protocols/rsocket/fragments.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';

/** Longer messages are not copied after their heads. */
const copiedBytes = 16 * 1024;

/** Sends a payload of a stream, in fragments if it exceeds a frame. */
export function sendPayload(to: Writable, stream: number, data: string, complete: boolean): void {
  const message = {
    type: rsocketFrameTypes.payload,
    flags: rsocketFlags.next | (complete ? rsocketFlags.complete : 0),
    metadata: null,
    data: Buffer.from(data),
  };
  for (const { head, data: part } of piecesOf(message)) {
    head.writeUInt32BE(stream, streamAt);
    if (part.length <= copiedBytes) to.write(Buffer.concat([head, part]));
    else {
      to.write(head);
      to.write(part);
    }
  }
}

/** Resolves when the written octets have been taken, or the connection is closed. */
export function drained(to: Writable): Promise<void> {
  if (!to.writableNeedDrain || to.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      to.off('drain', done);
      to.off('close', done);
      resolve();
    };
    to.on('drain', done);
    to.on('close', done);
  });
}
