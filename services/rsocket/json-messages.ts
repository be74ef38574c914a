import type { FieldType, Message, MessageType, Value } from '../../workloads/description.ts';
import { canonicalMessage, plainReading } from '../../workloads/messages/canonical.ts';
import { InvalidInput } from '../workloads/refusals.ts';

/** Messages of one type as JSON: `null` for absent values, base64 for octets. */
export interface JsonMessages {
  /** @throws InvalidInput, UnfitValue if it is not JSON or not of the type. */
  read(bytes: Buffer, from: number, to: number): Message;
  write(message: Message): string;
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const reading = { ...plainReading, bytes: octetsOf };

/** Creates reader and writer of a type once, for all its messages. */
export function jsonMessages(type: MessageType): JsonMessages {
  const isPlain = !needsRewriting(type, new Set());
  return {
    read: (bytes, from, to) =>
      canonicalMessage(type, parse(bytes.toString('utf8', from, to)), reading),
    write: (message) => JSON.stringify(isPlain ? message : rewritten(type, message)),
  };
}

/** Empty data is a message without fields. */
function parse(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInput(
      `the data is not JSON: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function octetsOf(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !base64.test(value)) return null;
  const { buffer, byteOffset, length } = Buffer.from(value, 'base64');
  return new Uint8Array(buffer, byteOffset, length);
}

/** Whether the canonical form of some message differs from its JSON form. */
function needsRewriting({ fields }: MessageType, seen: Set<MessageType>): boolean {
  return fields.some(({ type, optional }) => {
    if (optional || type === 'bytes') return true;
    if (typeof type === 'string' || type.kind === 'enum' || seen.has(type)) return false;
    return needsRewriting(type, seen.add(type));
  });
}

function rewritten({ fields }: MessageType, message: Message): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = message[name];
      return [name, value === undefined ? null : rewrittenValue(type, value)];
    }),
  );
}

function rewrittenValue(type: FieldType, value: Value): unknown {
  if (Array.isArray(value)) return value.map((each: Value) => rewrittenValue(type, each));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof type === 'string' || type.kind === 'enum') return value;
  return rewritten(type, value as Message);
}
