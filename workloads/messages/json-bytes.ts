import type { FieldType, Message, MessageType, Value } from '../description.ts';

/** Bytes of a text in JSON, quotes and escapes included, in UTF-8. */
function textBytes(text: string): number {
  return utf8Bytes(JSON.stringify(text));
}

/** Bytes of a text in UTF-8. A lone surrogate counts as the three bytes of its replacement. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code > 0xffff) i++;
  }
  return bytes;
}

function valueBytes(type: FieldType, value: Value): number {
  if (typeof type === 'object') {
    return type.kind === 'enum' ? textBytes(String(value)) : jsonBytes(type, value as Message);
  }
  switch (type) {
    case 'string':
    case 'stamp':
      return textBytes(String(value));
    case 'bytes':
      return 2 + Math.ceil((value as Uint8Array).length / 3) * 4;
    default:
      return JSON.stringify(value).length;
  }
}

/**
 * Exact size of a message's compact JSON in bytes, without serialising it: every field is present, `null`
 * for an optional one without a value, bytes are base64.
 */
export function jsonBytes(type: MessageType, message: Message): number {
  let bytes = 2 + Math.max(0, type.fields.length - 1);
  for (const field of type.fields) {
    bytes += field.name.length + 3;
    const value = message[field.name];
    if (value === undefined) {
      bytes += 4;
    } else if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
      for (const item of value) bytes += valueBytes(field.type, item);
    } else {
      bytes += valueBytes(field.type, value);
    }
  }
  return bytes;
}
