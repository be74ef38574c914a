import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import type { Failure } from '../driver.ts';
import type { ReplyHead } from './reply-head.ts';

/** Collects the answer to one request from the frames of its stream; reused for the next. */
export interface StreamReply {
  /** Octets of the answer's body, or of its messages if it has any. */
  readonly size: number;
  /** A copy of the body; empty unless kept. */
  readonly content: Buffer;
  /** The fields of its headers, if they are needed. */
  readonly fields?: readonly HeaderField[];
  /** Prepares for the next answer. @param keep whether its content will be needed. */
  reset(keep: boolean): void;
  /** The call has ended: releases kept content. */
  clear(): void;
  /** Processes headers or trailers. @returns the failure they reveal, or null. */
  takeHead(head: ReplyHead, endStream: boolean): Failure | null;
  /** Processes content from `bytes[start..end)`, a view that is only valid during the call. */
  takeData(bytes: Buffer, start: number, end: number): Failure | null;
  /** The stream has ended. @returns why the call failed, or null if it succeeded. */
  conclude(): Failure | null;
}

/** Creates replies of one kind. */
export type NewReply = () => StreamReply;
