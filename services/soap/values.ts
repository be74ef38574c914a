import type { Field, FieldType, Message, MessageType, Value } from '../../workloads/description.ts';
import { canonicalMessage, plainReading, UnfitValue } from '../../workloads/messages/canonical.ts';
import { InvalidInput } from '../workloads/refusals.ts';
import { escapeXml } from './xml.ts';

const reading = { ...plainReading, texts: true };

/**
 * An element with attributes (such as `xsi:type`) arrives as an object with its text inside; an empty one
 * that is not a text as null.
 */
function textOf(value: unknown): unknown {
  if (value === null) return '';
  if (typeof value !== 'object' || !('attributes' in value)) return value;
  return '$value' in value ? value.$value : '';
}

function bareValue(type: FieldType, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => bareValue(type, item));
  if (typeof type === 'object' && type.kind === 'message') return bareMessage(type, value);
  return textOf(value);
}

function bareMessage({ fields }: MessageType, value: unknown): unknown {
  if (value === null) return {};
  if (typeof value !== 'object') return value;
  const given = fields.filter(({ name }) => Object.hasOwn(value, name));
  return Object.fromEntries(
    given.map(({ name, type }) => [name, bareValue(type, Reflect.get(value, name))]),
  );
}

/** Converts the library's object of an element to a message. @throws InvalidInput */
export function readElement(type: MessageType, element: unknown): Message {
  try {
    return canonicalMessage(type, bareMessage(type, element), reading);
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error;
    throw new InvalidInput(`The message is not a valid ${type.name}: ${error.message}`);
  }
}

/** The library sends text that looks like a CDATA section as one, which would change its meaning. */
function textElement(text: string): string | { $xml: string } {
  return text.startsWith('<![CDATA[') ? { $xml: escapeXml(text) } : text;
}

function elementOf(type: FieldType, value: Value): unknown {
  if (typeof value === 'string') return textElement(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'object' && typeof type === 'object' && type.kind === 'message') {
    return elementsOf(type, value as Message);
  }
  return String(value);
}

function fieldElements({ type, repeated }: Field, value: Value): unknown {
  if (!repeated) return elementOf(type, value);
  return (value as readonly Value[]).map((item) => elementOf(type, item));
}

/** A message in the library's form; absent values and empty lists have no element. */
export function elementsOf({ fields }: MessageType, message: Message): Record<string, unknown> {
  const elements: Record<string, unknown> = {};
  for (const field of fields) {
    const value = message[field.name];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    elements[field.name] = fieldElements(field, value);
  }
  return elements;
}
