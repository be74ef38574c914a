import { toBase64 } from '../../contracts/base64.ts';
import type { Annotated } from '../../contracts/inspection.ts';
import type { Field, FieldType, Message, MessageType, Value } from '../description.ts';
import { fieldPath, SpanWriter } from './span-writer.ts';

/** A message as compact JSON, every byte annotated with its field. */
export function annotateJson(type: MessageType, message: Message): Annotated {
  const writer = new SpanWriter();
  writeMessage(writer, type, message, '');
  return writer.done();
}

const structure = (path: string, note: string) => ({ path, role: 'structure', note }) as const;

function writeMessage(writer: SpanWriter, type: MessageType, message: Message, path: string): void {
  writer.text('{', structure(path, `start of ${type.name}`));
  for (const [index, field] of type.fields.entries()) {
    if (index > 0) writer.text(',', structure(path, 'comma'));
    writeField(writer, field, message[field.name], fieldPath(path, field.name));
  }
  writer.text('}', structure(path, `end of ${type.name}`));
}

function writeField(
  writer: SpanWriter,
  { name, type }: Field,
  value: Value | undefined,
  path: string,
): void {
  writer.text(`${JSON.stringify(name)}:`, { path, role: 'name', note: `key ${name}` });
  if (value === undefined) writer.text('null', { path, role: 'value', note: 'no value' });
  else if (Array.isArray(value)) writeList(writer, type, value, path);
  else writeValue(writer, type, value as Value, path);
}

function writeList(
  writer: SpanWriter,
  type: FieldType,
  items: readonly Value[],
  path: string,
): void {
  writer.text('[', structure(path, `start of a list of ${items.length}`));
  for (const [index, item] of items.entries()) {
    if (index > 0) writer.text(',', structure(path, 'comma'));
    writeValue(writer, type, item, `${path}[${index}]`);
  }
  writer.text(']', structure(path, 'end of the list'));
}

function writeValue(writer: SpanWriter, type: FieldType, value: Value, path: string): void {
  if (typeof type === 'object' && type.kind === 'message') {
    writeMessage(writer, type, value as Message, path);
    return;
  }
  const plain = value instanceof Uint8Array ? toBase64(value) : value;
  const note = value instanceof Uint8Array ? 'bytes in base64' : noteOf(plain);
  writer.text(JSON.stringify(plain), { path, role: 'value', note });
}

function noteOf(value: unknown): string {
  return typeof value === 'string' ? 'text in quotes' : `${typeof value} as digits or a word`;
}
