import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import type { PreparedRequest, ReplySource } from '../driver.ts';
import type { PreparedCall } from './prepared-call.ts';
import type { NewReply } from './reply.ts';

/** A request of a session, with its answer's decoding. */
export interface Http2Request extends PreparedRequest {
  readonly call: PreparedCall;
  /** Creates the collector of the answer. */
  readonly newReply: NewReply;
  /**
   * Decodes an answer's content.
   * @throws if it cannot be decoded.
   * @param fields of its headers; empty unless its {@link newReply} keeps them.
   */
  decode(content: Buffer, fields: readonly HeaderField[]): ReturnType<ReplySource>;
}
