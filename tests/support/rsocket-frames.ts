import { type Outgoing, piecesOf, streamAt } from '../../protocols/rsocket/fragments.ts';
import { RsocketFrameReader } from '../../protocols/rsocket/frame-reader.ts';
import type { FrameView } from '../../protocols/rsocket/frame-view.ts';
import { rsocketFlags, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';

/** The octets of a message on a stream, in fragments of at most `limit` octets. */
export function framed(
  stream: number,
  message: Partial<Outgoing> & Pick<Outgoing, 'type'>,
  limit?: number,
): Buffer {
  const whole = { flags: 0, metadata: null, data: Buffer.alloc(0), ...message };
  return Buffer.concat(
    piecesOf(whole, limit).flatMap(({ head, data }) => {
      const own = Buffer.from(head);
      own.writeUInt32BE(stream, streamAt);
      return [own, data];
    }),
  );
}

/** A PAYLOAD; by default one that completes its stream. */
export const payloadOf = (
  stream: number,
  text: string,
  flags: number = rsocketFlags.next | rsocketFlags.complete,
  limit?: number,
): Buffer =>
  framed(stream, { type: rsocketFrameTypes.payload, flags, data: Buffer.from(text) }, limit);

/** What is made of each of some frames; a malformed one is described, and is the last. */
export function framesIn<T>(bytes: Buffer, each: (frame: FrameView) => T): (T | string)[] {
  const found: (T | string)[] = [];
  const reader = new RsocketFrameReader({
    onFrame: (frame) => found.push(each(frame)),
    onMalformed: (message) => found.push(`malformed: ${message}`),
  });
  reader.execute(bytes, 0, bytes.length);
  return found;
}
