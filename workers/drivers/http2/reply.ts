import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import type { Failure } from '../driver.ts';
import type { ReplyHead } from './reply-head.ts';

/** Collects the answer to one request from the frames of its stream; used again for the next. */
export interface StreamReply {
  /** Octets of the answer's body, or of its messages where it has such. */
  readonly size: number;
  /** A copy of the body; empty unless it was to be kept. */
  readonly content: Buffer;
  /** The fields of its headers, where somebody looks at them. */
  readonly fields?: readonly HeaderField[];
  /** Forgets the last answer. @param keep whether the content will be wanted. */
  reset(keep: boolean): void;
  /** The call is over: frees the content that was kept. */
  clear(): void;
  /** Takes headers or trailers. @returns the failure that they reveal, or null. */
  takeHead(head: ReplyHead, endStream: boolean): Failure | null;
  /** Takes content from `bytes[start..end)`, which is not kept. */
  takeData(bytes: Buffer, start: number, end: number): Failure | null;
  /** The stream has ended. @returns why the call failed, or null when it succeeded. */
  conclude(): Failure | null;
}

/** Makes collectors of one kind; there is one of these functions for each kind. */
export type NewReply = () => StreamReply;
