import type { Content } from './http-answers.ts';
import { endHeaders, endStream, frameType, literal, makeFrame, statusOk } from './http2-frames.ts';

/** How a null service answers over HTTP/2: frames that are ready but for their stream, and for the message. */
export interface AnswerForm {
  /** The headers, and the header of the DATA frame behind them. */
  readonly head: Buffer;
  /** The trailers; empty where the last DATA frame ends the stream. */
  readonly end: Buffer;
  /** The message of every answer; null where each request gets its own back. */
  readonly message: Buffer | null;
}

/** To unary gRPC calls: `grpc-status: 0` behind each call's own message. */
export const grpcForm: AnswerForm = {
  head: makeHead([['content-type', 'application/grpc']], 0),
  end: makeFrame(frameType.headers, endHeaders | endStream, 0, literal('grpc-status', '0')),
  message: null,
};

/** To requests for a resource: always the same one. */
export function formOf({ type, body }: Content): AnswerForm {
  const fields = [
    ['content-type', type],
    ['content-length', String(body.length)],
  ] as const;
  return { head: makeHead(fields, endStream), end: Buffer.alloc(0), message: body };
}

function makeHead(
  fields: readonly (readonly [name: string, value: string])[],
  dataFlags: number,
): Buffer {
  const block = [statusOk, ...fields.flatMap(([name, value]) => literal(name, value))];
  return Buffer.concat([
    makeFrame(frameType.headers, endHeaders, 0, block),
    makeFrame(frameType.data, dataFlags, 0, []),
  ]);
}
