import type { EncodedSize } from '../../contracts/sizes.ts';
import type {
  Message,
  MessageType,
  OperationDescription,
  WorkloadDescription,
} from '../../workloads/description.ts';
import { encodeJson } from '../codecs/json.ts';

/** The parts of a workload needed for a size. */
export type SizedWorkload = Pick<WorkloadDescription, 'name'>;

/**
 * Exact bytes of a protocol's messages, computed from its codec only. Fields in an address or a header (such
 * as those of a GET request) are neither payload nor envelope.
 */
export interface MessageSizes {
  /** Size of a request. @param messages one, except for an operation that streams its request. */
  request(
    workload: SizedWorkload,
    operation: OperationDescription,
    messages: () => Iterable<Message>,
  ): EncodedSize;
  /** Size of an answer; of streams the list of messages as `items`. */
  answer(workload: SizedWorkload, operation: OperationDescription, answer: Message): EncodedSize;
}

/** A body without parts outside of it. */
export function bodySize(payload: number, envelope = 0): EncodedSize {
  return { payload, envelope, beside: { framing: 0, headers: 0 } };
}

export function jsonLength(type: MessageType, message: Message): number {
  return encodeJson(type, message).length;
}

/** The only message of a request without a stream. */
export function onlyMessage(messages: () => Iterable<Message>): Message {
  const [message = {}] = messages();
  return message;
}

/** The messages of an answer, which a stream has in a list. */
export function messagesOf({ stream }: OperationDescription, answer: Message): readonly Message[] {
  if (stream !== 'response') return [answer];
  const { items } = answer;
  return Array.isArray(items) ? (items as readonly Message[]) : [];
}

export function totalLength(pieces: Iterable<Buffer>): number {
  let sum = 0;
  for (const piece of pieces) sum += piece.length;
  return sum;
}
