import type { ConformOrder } from '../../../contracts/conform.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { Message, OperationDescription } from '../../../workloads/description.ts';
import { differenceWords } from '../words.ts';

/** A request with the answer that it must get, whatever the protocol. */
export interface AnswerCase {
  readonly name: string;
  /** What a service does that passes. */
  readonly holds: string;
  readonly sent: string;
  readonly expected: string;
  readonly operation: OperationDescription;
  /** Made when it is sent: some have megabytes. Of a stream its first message. */
  request(order: ConformOrder): Message;
  /** All messages of a streamed request; absent of others. */
  stream?(order: ConformOrder): Iterable<Message>;
  /** @returns what is wrong with an answer, in words; null when it is right. Null where the request is refused as invalid. */
  readonly judge: ((answer: Message, order: ConformOrder) => string | null) | null;
  /** Protocols whose messages cannot say it. */
  readonly notIn?: readonly Protocol[];
}

/** Judges answers by what they must be. */
export function judgeBy(expected: (order: ConformOrder) => Message): AnswerCase['judge'] {
  return (answer, order) => differenceWords(expected(order), answer);
}

/** Makes something once for each service that is checked: some messages take long. */
export function oncePerOrder<T>(make: (order: ConformOrder) => T): (order: ConformOrder) => T {
  const made = new WeakMap<ConformOrder, { readonly value: T }>();
  return (order) => {
    const known = made.get(order) ?? { value: make(order) };
    made.set(order, known);
    return known.value;
  };
}
