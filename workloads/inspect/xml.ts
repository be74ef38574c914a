import { toBase64 } from '../../contracts/base64.ts';
import type { Annotated } from '../../contracts/inspection.ts';
import type { FieldType, Message, MessageType, Value } from '../description.ts';
import { escapeText } from '../messages/xml-text.ts';
import { fieldPath, SpanWriter } from './span-writer.ts';

/** A message as the XML elements in SOAP, every byte annotated with its field. */
export function annotateXml(type: MessageType, message: Message): Annotated {
  const writer = new SpanWriter();
  writeMessage(writer, type, message, '');
  return writer.done();
}

function writeMessage(writer: SpanWriter, type: MessageType, message: Message, path: string): void {
  for (const { name, type: of } of type.fields) {
    const value = message[name];
    if (value === undefined) continue;
    const at = fieldPath(path, name);
    if (!Array.isArray(value)) writeElement(writer, name, of, value as Value, at);
    else {
      for (const [index, item] of value.entries()) {
        writeElement(writer, name, of, item, `${at}[${index}]`);
      }
    }
  }
}

function writeElement(
  writer: SpanWriter,
  name: string,
  type: FieldType,
  value: Value,
  path: string,
): void {
  writer.text(`<${name}>`, { path, role: 'name', note: `start tag of ${name}` });
  if (typeof type === 'object' && type.kind === 'message') {
    writeMessage(writer, type, value as Message, path);
  } else writer.text(textOf(value), { path, role: 'value', note: noteOf(value) });
  writer.text(`</${name}>`, { path, role: 'name', note: `end tag of ${name}` });
}

function textOf(value: Value): string {
  if (typeof value === 'string') return escapeText(value);
  return value instanceof Uint8Array ? toBase64(value) : String(value);
}

function noteOf(value: Value): string {
  if (value instanceof Uint8Array) return 'bytes in base64';
  return typeof value === 'string' ? 'text' : `${typeof value} as digits or a word`;
}
