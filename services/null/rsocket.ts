import type { Socket } from 'node:net';
import { RsocketFrameReader } from '../../protocols/rsocket/frame-reader.ts';
import type { FrameView } from '../../protocols/rsocket/frame-view.ts';
import {
  headerBytes,
  isRequest,
  lengthBytes,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../protocols/rsocket/frames.ts';
import { keepaliveFrame, writeHeader } from '../../protocols/rsocket/write.ts';
import type { RunningService } from '../service.ts';
import { type NullServiceOptions, startListening, type Taker } from './listener.ts';
import { Outbox } from './outbox.ts';

const outbox = new Outbox();
const head = Buffer.alloc(lengthBytes + headerBytes);
/** Longer answers are written separately. */
const longestGathered = 32 * 1024;

/**
 * Starts a service that answers every RSocket request with its own data, as cheaply as possible: a
 * generator's throughput against it is the generator's own ceiling. Ignores routes and whether an answer is
 * wanted: generators send no request that wants none.
 */
export function startNullRSocket(options: NullServiceOptions): Promise<RunningService> {
  return startListening(options, null, (socket) => answering(socket, options.countAnswer));
}

function answering(socket: Socket, countAnswer: () => void): Taker {
  const reader = new RsocketFrameReader({
    onFrame: (frame) => {
      if (isRequest(frame.type)) {
        countAnswer();
        answer(socket, frame);
      } else if (frame.type === rsocketFrameTypes.keepalive && frame.has(rsocketFlags.respond)) {
        const { bytes, dataStart, dataEnd } = frame;
        outbox.add(socket, keepaliveFrame(false, bytes.subarray(dataStart, dataEnd)));
      }
    },
    onMalformed: () => socket.destroy(),
  });
  return (chunk) => {
    reader.execute(chunk, 0, chunk.length);
    outbox.flush(socket);
  };
}

function answer(socket: Socket, { bytes, stream, dataStart, dataEnd }: FrameView): void {
  const data = bytes.subarray(dataStart, dataEnd);
  writeHeader(head, 0, {
    length: headerBytes + data.length,
    stream,
    type: rsocketFrameTypes.payload,
    flags: rsocketFlags.next | rsocketFlags.complete,
  });
  outbox.add(socket, head);
  if (data.length <= longestGathered) {
    outbox.add(socket, data);
    return;
  }
  outbox.flush(socket);
  // The octets are valid during this call only.
  socket.write(Buffer.from(data));
}
