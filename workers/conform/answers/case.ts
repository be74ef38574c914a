import type { ConformOrder } from '../../../contracts/conform.ts';
import type { Protocol } from '../../../contracts/words.ts';
import type { Message, OperationDescription } from '../../../workloads/description.ts';
import { differenceWords } from '../words.ts';

/** A request with its required answer, whatever the protocol. */
export interface AnswerCase {
  readonly name: string;
  /** Expected behaviour. */
  readonly holds: string;
  readonly sent: string;
  readonly expected: string;
  readonly operation: OperationDescription;
  /** Created on sending: some have megabytes. For a stream its first message. */
  request(order: ConformOrder): Message;
  /** All messages of a streamed request; absent for others. */
  stream?(order: ConformOrder): Iterable<Message>;
  /** @returns what is wrong with an answer; null if it is right. Null if the request must be refused as invalid. */
  readonly judge: ((answer: Message, order: ConformOrder) => string | null) | null;
  /** Protocols whose messages cannot represent it. */
  readonly notIn?: readonly Protocol[];
}

/** Judges answers by comparison with the expected ones. */
export function judgeBy(expected: (order: ConformOrder) => Message): AnswerCase['judge'] {
  return (answer, order) => differenceWords(expected(order), answer);
}

/** Creates something once per checked service: some messages take long. */
export function oncePerOrder<T>(make: (order: ConformOrder) => T): (order: ConformOrder) => T {
  const made = new WeakMap<ConformOrder, { readonly value: T }>();
  return (order) => {
    const known = made.get(order) ?? { value: make(order) };
    made.set(order, known);
    return known.value;
  };
}
