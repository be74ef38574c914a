import { frame, http2Flags, http2FrameTypes } from '../../protocols/http2/frames.ts';
import { encodeUnindexed, type HeaderField, repeatedBlock } from '../../protocols/http2/hpack.ts';
import type { Content } from './http-answers.ts';

/** Answers of a null service over HTTP/2: prepared frames except for the stream and the message. */
export interface AnswerForm {
  /** The headers, followed by the header of the DATA frame. */
  readonly head: Buffer;
  /** The trailers; empty if the last DATA frame ends the stream. */
  readonly end: Buffer;
  /** The message of every answer; null if each request is echoed. */
  readonly message: Buffer | null;
}

/** Unary gRPC calls: `grpc-status: 0` after each call's own message. */
export const grpcForm: AnswerForm = {
  head: makeHead([['content-type', 'application/grpc']], 0),
  end: frame(
    http2FrameTypes.headers,
    http2Flags.endHeaders | http2Flags.endStream,
    0,
    encodeUnindexed([['grpc-status', '0']]),
  ),
  message: null,
};

/** Requests for a resource: always the same answer. */
export function answerFormOf({ type, body }: Content): AnswerForm {
  const fields = [
    ['content-type', type],
    ['content-length', String(body.length)],
  ] as const;
  return { head: makeHead(fields, http2Flags.endStream), end: Buffer.alloc(0), message: body };
}

function makeHead(fields: readonly HeaderField[], dataFlags: number): Buffer {
  const block = Buffer.concat([repeatedBlock([[':status', '200']], 0), encodeUnindexed(fields)]);
  return Buffer.concat([
    frame(http2FrameTypes.headers, http2Flags.endHeaders, 0, block),
    frame(http2FrameTypes.data, dataFlags, 0, Buffer.alloc(0)),
  ]);
}
