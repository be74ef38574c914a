import type { Protocol } from '../contracts/words.ts';
import {
  isOffered,
  type MessageType,
  type OperationDescription,
  type WorkloadDescription,
} from './description.ts';

/** The field of a streamed message that contains a part of a file; null if the messages are anything else. */
export function fileFieldOf({ fields }: MessageType): string | null {
  const [field] = fields;
  const isFile = fields.length === 1 && field?.type === 'bytes' && !field.repeated;
  return isFile && !field.optional ? field.name : null;
}

/** Operations whose requests are a file in parts, which protocols with one body per request carry too. */
export function fileOperationsOf(
  { operations }: WorkloadDescription,
  protocol: Protocol,
): OperationDescription[] {
  return Object.values(operations).filter(
    (operation) =>
      operation.stream === 'request' &&
      fileFieldOf(operation.request) !== null &&
      isOffered(operation, protocol),
  );
}

/** Media type of a file over HTTP, sent without a length. */
export const fileMediaType = 'application/octet-stream';
