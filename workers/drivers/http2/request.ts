import type { PreparedRequest, ReplySource } from '../driver.ts';
import type { PreparedCall } from './prepared-call.ts';
import type { NewReply } from './reply.ts';

/** What a session sends, and how it reads what comes back. */
export interface Http2Request extends PreparedRequest {
  readonly call: PreparedCall;
  /** Makes what collects the answer. */
  readonly newReply: NewReply;
  /** Decodes an answer's content. @throws when it cannot be decoded. */
  decode(content: Buffer): ReturnType<ReplySource>;
}
