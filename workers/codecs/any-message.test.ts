import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import protobuf from 'protobufjs';
import { describe, expect, it } from 'vitest';
import { echoOperation } from '../../tests/support/product.ts';
import { typedMessages } from '../../tests/support/random-messages.ts';
import type {
  FieldType,
  Message,
  MessageType,
  OperationDescription,
} from '../../workloads/description.ts';
import { decodeJson, encodeJson } from './json.ts';
import { protobufCodec } from './protobuf.ts';
import { soapCodec } from './soap.ts';

const operationOf = (type: MessageType): OperationDescription => ({
  ...echoOperation,
  request: type,
  response: type,
});
const soapOf = (type: MessageType) => soapCodec({ name: 'product' }, operationOf(type));
/** A request made an answer. */
const answered = (request: Buffer) =>
  Buffer.from(request.toString('utf8').replaceAll(/(<\/?)EchoRequest\b/g, '$1EchoResponse'));

describe('any message of any type', () => {
  it('survives JSON, with null for absent values and base64 for bytes', () => {
    fc.assert(
      fc.property(typedMessages, ({ type, message }) => {
        const bytes = encodeJson(type, message);
        expect(decodeJson(type, bytes)).toStrictEqual(message);
        const value = JSON.parse(bytes.toString('utf8'));
        expect(Object.keys(value)).toEqual(type.fields.map(({ name }) => name));
        for (const { name } of type.fields) {
          if (message[name] === undefined) expect(value[name]).toBeNull();
          else if (message[name] instanceof Uint8Array)
            expect(value[name]).toBe(Buffer.from(message[name]).toString('base64'));
        }
      }),
    );
  });

  it('survives Protobuf, and is decoded by protobufjs from an interface file', () => {
    fc.assert(
      fc.property(typedMessages, ({ type, message }) => {
        const codec = protobufCodec(type);
        const bytes = codec.encode(message);
        expect(codec.decode(bytes)).toStrictEqual(message);
        const reference = protobuf
          .parse(protoOf(type), { keepCase: true })
          .root.lookupType(type.name);
        const theirs = reference.encode(reference.fromObject(byHand(type, message))).finish();
        expect(codec.decode(Buffer.from(theirs))).toStrictEqual(message);
        const again = reference.encode(reference.decode(bytes)).finish();
        expect(codec.decode(Buffer.from(again))).toStrictEqual(message);
      }),
    );
  });

  it('survives SOAP, as XML that a separate parser accepts', () => {
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
    fc.assert(
      fc.property(typedMessages, ({ type, message }) => {
        const request = soapOf(type).encode(message);
        expect(soapOf(type).decode(answered(request))).toStrictEqual(message);
        const envelope = parser.parse(request)['soap:Envelope'];
        const element = envelope['soap:Body'].EchoRequest;
        expect(element['@_xmlns']).toBe('urn:wirebench:product:v1');
        const filled = Object.entries(message).filter(([, value]) => !isEmptyList(value));
        const found = Object.keys(element).filter((name) => /^\w/.test(name));
        expect(found.filter((name) => name !== '#text')).toEqual(filled.map(([name]) => name));
      }),
    );
  });

  it('is refused or decoded from any octets', () => {
    const typedBytes = fc.tuple(
      typedMessages.map(({ type }) => type),
      fc.uint8Array({ maxLength: 80 }).map((octets) => Buffer.from(octets)),
    );
    fc.assert(
      fc.property(typedBytes, ([type, bytes]) => {
        for (const decode of [
          () => decodeJson(type, bytes),
          () => protobufCodec(type).decode(bytes),
          () => soapOf(type).decode(bytes),
        ]) {
          const message = messageOrNull(decode);
          const required = type.fields.filter(({ optional }) => !optional);
          if (message) for (const { name } of required) expect(message[name]).toBeDefined();
        }
      }),
    );
  });
});

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

function messageOrNull(decode: () => Message): Message | null {
  try {
    return decode();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return null;
  }
}

const stampProto = `message Stamp { int32 year = 1; int32 month = 2; int32 day = 3;
  optional int32 hour = 4; int32 minute = 5; int32 second = 6; optional int32 millis = 7; }`;

/** A stamp by the language's calendar, including zeroes. */
function stampByHand(text: string): Record<string, number> {
  const at = new Date(`${text}${text.length > 10 ? 'Z' : ''}`);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  if (text.length === 10) return { year, month, day };
  const [minute, second] = [at.getUTCMinutes(), at.getUTCSeconds()];
  const millis = text.length > 19 ? { millis: at.getUTCMilliseconds() } : {};
  return { year, month, day, hour: at.getUTCHours(), minute, second, ...millis };
}

/** A message with its stamps in Protobuf form, written independently of the codec. */
function byHand(type: MessageType, message: Message): Record<string, unknown> {
  const one = (of: FieldType, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => one(of, item));
    if (of === 'stamp') return stampByHand(String(value));
    const isMessage = typeof of === 'object' && of.kind === 'message';
    return isMessage ? byHand(of, value as Message) : value;
  };
  const filled = type.fields.filter(({ name }) => message[name] !== undefined);
  return Object.fromEntries(filled.map(({ name, type: of }) => [name, one(of, message[name])]));
}

/** An interface file, written independently of the codec. */
function protoOf(type: MessageType): string {
  const parts = new Map<string, string>();
  const add = ({ name, fields }: MessageType) => {
    const lines = fields.map(({ name: field, number, type: of, repeated, optional }) => {
      const label = repeated ? 'repeated ' : optional ? 'optional ' : '';
      if (typeof of === 'object' && of.kind === 'message') add(of);
      if (typeof of === 'object' && of.kind === 'enum') {
        const values = of.values.map((value, at) => `${value} = ${at};`).join(' ');
        parts.set(of.name, `enum ${of.name} { ${values} }`);
      }
      if (of === 'stamp') parts.set('Stamp', stampProto);
      const typeName = of === 'stamp' ? 'Stamp' : typeof of === 'string' ? of : of.name;
      return `${label}${typeName} ${field} = ${number};`;
    });
    parts.set(name, `message ${name} { ${lines.join(' ')} }`);
  };
  add(type);
  return `syntax = "proto3";\n${[...parts.values()].join('\n')}`;
}
