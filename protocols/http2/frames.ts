import { readUint24 } from '../octets.ts';

/** Frame types, flags, settings and error codes of HTTP/2 (RFC 9113), and the frames a client sends. */
export const http2FrameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  rstStream: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
export const http2Flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
export const settingIds = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;
const errorNames = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const;

/** The codes that we send ourselves. */
export const http2ErrorCodes = { protocolError: 1, cancel: 8 } as const;

export const frameHeaderBytes = 9;
export const defaultWindow = 65_535;
export const maxWindow = 2 ** 31 - 1;
export const defaultMaxFrame = 16_384;
export const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');

/** Writes a frame header at `at`. */
export function writeFrameHeader(
  into: Buffer,
  at: number,
  frame: { length: number; type: number; flags: number; stream: number },
): void {
  const { length, stream } = frame;
  into[at] = length >>> 16;
  into[at + 1] = length >>> 8;
  into[at + 2] = length;
  into[at + 3] = frame.type;
  into[at + 4] = frame.flags;
  into[at + 5] = stream >>> 24;
  into[at + 6] = stream >>> 16;
  into[at + 7] = stream >>> 8;
  into[at + 8] = stream;
}

/** Four octets without the reserved bit: a stream, a window increment. */
export function readUint31(bytes: Buffer, at: number): number {
  return (((bytes[at] ?? 0) & 0x7f) << 24) | readUint24(bytes, at + 1);
}

export function frame(type: number, frameFlags: number, stream: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(frameHeaderBytes + payload.length);
  writeFrameHeader(bytes, 0, { length: payload.length, type, flags: frameFlags, stream });
  payload.copy(bytes, frameHeaderBytes);
  return bytes;
}

export function settingsFrame(settings: readonly (readonly [id: number, value: number])[]): Buffer {
  const payload = Buffer.alloc(6 * settings.length);
  settings.forEach(([id, value], index) => {
    payload.writeUInt16BE(id, 6 * index);
    payload.writeUInt32BE(value, 6 * index + 2);
  });
  return frame(http2FrameTypes.settings, 0, 0, payload);
}

export function uint32Frame(type: number, stream: number, value: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(value);
  return frame(type, 0, stream, payload);
}

/** @param last the highest of the peer's streams that was seen. */
export function goawayFrame(last: number, code: number): Buffer {
  const payload = Buffer.alloc(8);
  payload.writeUInt32BE(last);
  payload.writeUInt32BE(code, 4);
  return frame(http2FrameTypes.goaway, 0, 0, payload);
}

export function http2ErrorName(code: number): string {
  return errorNames[code] ?? `ERROR_${code}`;
}
