import type { Message, Value } from '../../../workloads/description.ts';

/** The size of an answer, as passed to sinks. */
export type AnswerSize = (answer: Message) => number;

/** Characters of all texts and octets of all bytes in a message: the same for equal messages, and cheap to compute. */
export function sizeOfTexts(message: Message): number {
  let size = 0;
  for (const name in message) size += sizeOfValue(message[name]);
  return size;
}

function sizeOfValue(value: Value | undefined): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object') return 1;
  if (value instanceof Uint8Array) return value.length;
  if (!Array.isArray(value)) return sizeOfTexts(value as Message);
  let size = 1;
  for (const item of value) size += sizeOfValue(item);
  return size;
}
