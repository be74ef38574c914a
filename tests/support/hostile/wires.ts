import type { Socket } from 'node:net';
import {
  frameHeaderBytes,
  http2Flags,
  http2FrameTypes,
  frame as makeFrame,
  preface,
  readUint31,
  settingsFrame,
} from '../../../protocols/http2/frames.ts';
import { HpackDecoder } from '../../../protocols/http2/hpack.ts';
import { RsocketFrameReader } from '../../../protocols/rsocket/frame-reader.ts';
import { isRequest } from '../../../protocols/rsocket/frames.ts';

/** A request as a server sees it: the number of its stream (0 in protocols without), and its authority. */
export interface SeenRequest {
  readonly stream: number;
  /** The Host header or `:authority`; empty without one. */
  readonly authority: string;
}

/** Reports each complete request on a connection. */
export type ReadRequests = (socket: Socket, onRequest: (request: SeenRequest) => void) => void;

const endOfHead = '\r\n\r\n';

/** HTTP/1.1 requests with sized or chunked bodies. */
export const readHttp1: ReadRequests = (socket, onRequest) => {
  let text = '';
  socket.on('data', (part: Buffer) => {
    text += part.toString('latin1');
    for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
      const authority = /^host: *(.*)\r$/im.exec(text)?.[1] ?? '';
      text = text.slice(end);
      onRequest({ stream: 0, authority });
    }
  });
};

/** @returns the length of the first request; 0 while it is incomplete. */
function endOfRequest(text: string): number {
  const head = text.indexOf(endOfHead) + endOfHead.length;
  if (head < endOfHead.length) return 0;
  const fields = text.slice(0, head);
  if (/^transfer-encoding: *chunked/im.test(fields)) {
    const last = text.indexOf('0\r\n\r\n', head);
    return last < 0 ? 0 : last + 5;
  }
  const end = head + Number(/^content-length: *(\d+)/im.exec(fields)?.[1] ?? 0);
  return text.length < end ? 0 : end;
}

/** HTTP/2 requests whose head is one frame; SETTINGS are sent and acknowledged. */
export const readHttp2: ReadRequests = (socket, onRequest) => {
  const decoder = new HpackDecoder();
  const authorities = new Map<number, string>();
  let bytes: Buffer = Buffer.alloc(0);
  let opened = false;
  const take = (type: number, flags: number, stream: number, content: Buffer): void => {
    if (type === http2FrameTypes.settings && !(flags & http2Flags.ack))
      socket.write(makeFrame(http2FrameTypes.settings, http2Flags.ack, 0, Buffer.alloc(0)));
    if (type === http2FrameTypes.headers) {
      const from = flags & http2Flags.priority ? 5 : 0;
      const fields = new Map(decoder.decode(content, from, content.length));
      authorities.set(stream, fields.get(':authority') ?? '');
    }
    const isPart = type === http2FrameTypes.headers || type === http2FrameTypes.data;
    if (isPart && flags & http2Flags.endStream)
      onRequest({ stream, authority: authorities.get(stream) ?? '' });
  };
  socket.on('data', (part: Buffer) => {
    bytes = Buffer.concat([bytes, part]);
    if (!opened && bytes.length >= preface.length) {
      opened = true;
      bytes = bytes.subarray(preface.length);
      socket.write(settingsFrame([]));
    }
    while (opened && bytes.length >= frameHeaderBytes) {
      const end = frameHeaderBytes + bytes.readUIntBE(0, 3);
      if (bytes.length < end) return;
      const whole = bytes.subarray(0, end);
      bytes = bytes.subarray(end);
      const stream = readUint31(whole, 5);
      take(whole[3] ?? 0, whole[4] ?? 0, stream, whole.subarray(frameHeaderBytes));
    }
  });
};

/** Requests of RSocket. */
export const readRSocket: ReadRequests = (socket, onRequest) => {
  const reader = new RsocketFrameReader({
    onFrame: ({ type, stream }) => {
      if (isRequest(type)) onRequest({ stream, authority: '' });
    },
    onMalformed: () => socket.destroy(),
  });
  socket.on('data', (part: Buffer) => reader.execute(part, 0, part.length));
};
