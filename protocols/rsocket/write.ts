import { headerBytes, lengthBytes, rsocketFlags, rsocketFrameTypes } from './frames.ts';
import type { Setup } from './setup.ts';

const noBytes = Buffer.alloc(0);

/** Writes length prefix and header of a frame of `length` octets (header included) at `at`. */
export function writeHeader(
  into: Buffer,
  at: number,
  frame: { length: number; stream: number; type: number; flags: number },
): void {
  into.writeUIntBE(frame.length, at, 3);
  into.writeUInt32BE(frame.stream, at + 3);
  into.writeUInt16BE((frame.type << 10) | frame.flags, at + 7);
}

/** A whole frame with its length prefix; `content` is everything after the header. */
export function makeRsocketFrame(
  type: number,
  frameFlags: number,
  stream: number,
  ...content: readonly Buffer[]
): Buffer {
  const head = Buffer.allocUnsafe(lengthBytes + headerBytes);
  const length = content.reduce((sum, part) => sum + part.length, headerBytes);
  writeHeader(head, 0, { length, stream, type, flags: frameFlags });
  return Buffer.concat([head, ...content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function shortText(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  if (bytes.length > 255) throw new RangeError('a MIME type of more than 255 characters');
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

/** The first frame of a connection, without a payload. */
export function setupFrame(setup: Setup): Buffer {
  const version = Buffer.allocUnsafe(4);
  version.writeUInt16BE(setup.major);
  version.writeUInt16BE(setup.minor, 2);
  return makeRsocketFrame(
    rsocketFrameTypes.setup,
    0,
    0,
    version,
    uint32(setup.keepaliveMs),
    uint32(setup.lifetimeMs),
    shortText(setup.metadataMime),
    shortText(setup.dataMime),
  );
}

/** @param data is returned with the answer. The position is 0, as always without resumption. */
export function keepaliveFrame(respond: boolean, data: Buffer = noBytes): Buffer {
  return makeRsocketFrame(
    rsocketFrameTypes.keepalive,
    respond ? rsocketFlags.respond : 0,
    0,
    Buffer.alloc(8),
    data,
  );
}

export function errorFrame(stream: number, code: number, message: string): Buffer {
  return makeRsocketFrame(rsocketFrameTypes.error, 0, stream, uint32(code), Buffer.from(message));
}

export function cancelFrame(stream: number): Buffer {
  return makeRsocketFrame(rsocketFrameTypes.cancel, 0, stream);
}

export function requestNFrame(stream: number, count: number): Buffer {
  return makeRsocketFrame(rsocketFrameTypes.requestN, 0, stream, uint32(count));
}

/** Completes a stream of payloads. */
export function completeFrame(stream: number): Buffer {
  return makeRsocketFrame(rsocketFrameTypes.payload, rsocketFlags.complete, stream);
}
