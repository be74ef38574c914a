import { type Outgoing, piecesOf, streamAt } from '../../../protocols/rsocket/fragments.ts';
import { maxRequestN, rsocketFrameTypes } from '../../../protocols/rsocket/frames.ts';
import { compositeRoute } from '../../../protocols/rsocket/routes.ts';
import type { OperationDescription } from '../../../workloads/description.ts';
import type { PreparedRequest, ReplySource } from '../driver.ts';
import type { CallTemplate } from '../http2/prepared-call.ts';

/** A request that is ready to send on any stream. */
export interface RSocketRequest extends PreparedRequest {
  /** The whole request, if it is short enough to be copied for each sending. */
  readonly whole: CallTemplate | null;
  /** Otherwise its frames: the data follows each head, without being copied. */
  readonly frames: readonly { readonly head: CallTemplate; readonly data: Buffer }[];
  /** Whether the answer is a stream of payloads. */
  readonly streams: boolean;
  /** Decodes the payloads of an answer. @throws if they cannot be decoded. */
  decode(payloads: readonly Buffer[]): ReturnType<ReplySource>;
}

/** Requests up to this size are copied with their stream number, so that one write sends several. */
const copiedBytes = 8192;

/**
 * Encodes a request once for all its sendings.
 * @param frameLimit maximum frame length; only tests use a shorter one.
 */
export function prepareRequest(
  operation: OperationDescription,
  data: Buffer,
  answer: Pick<RSocketRequest, 'streams' | 'decode'>,
  frameLimit?: number,
): RSocketRequest {
  const message: Outgoing = answer.streams
    ? { ...common(operation, data), type: rsocketFrameTypes.requestStream, requestN: maxRequestN }
    : { ...common(operation, data), type: rsocketFrameTypes.requestResponse };
  const pieces = piecesOf(message, frameLimit);
  const [first] = pieces;
  const isShort = pieces.length === 1 && data.length <= copiedBytes;
  return {
    operation,
    whole: first && isShort ? template(Buffer.concat([first.head, first.data])) : null,
    frames: pieces.map(({ head, data: part }) => ({ head: template(head), data: part })),
    streams: answer.streams,
    decode: answer.decode,
  };
}

function common({ field }: OperationDescription, data: Buffer) {
  return { flags: 0, metadata: compositeRoute(field), data };
}

function template(bytes: Buffer): CallTemplate {
  return { bytes, streamAt: [streamAt] };
}
