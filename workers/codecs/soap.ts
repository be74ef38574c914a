import { XMLParser } from 'fast-xml-parser';
import {
  type FieldType,
  type Message,
  type MessageType,
  type OperationDescription,
  soapNamespaceOf,
  type Value,
  type WorkloadDescription,
} from '../../workloads/description.ts';
import { canonicalMessage } from '../../workloads/messages/canonical.ts';
import { escapeText } from '../../workloads/messages/xml-text.ts';
import { plainAnswerReader } from './plain-answer.ts';
import { base64Of, xmlReading } from './reading.ts';
import { escapeSections, unescapeText } from './xml-text.ts';

const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';

/** SOAP 1.1 (document/literal) of one operation. */
export interface SoapCodec {
  /** The envelope of a request. */
  encode(request: Message): Buffer;
  /** The same for a message whose only field is a file, in parts. @param base64 the file's parts in base64. */
  encodeFile(base64: Iterable<Buffer>): Generator<Buffer>;
  /** @throws if the bytes are not the operation's answer. */
  decode(bytes: Buffer): Message;
}

export function soapCodec(
  workload: Pick<WorkloadDescription, 'name'>,
  { method, request, response }: OperationDescription,
): SoapCodec {
  const [start, end] = envelopeAround(`${method}Request`, soapNamespaceOf(workload));
  const readPlain = plainAnswerReader(`${method}Response`, response);
  return {
    encode: (message) => Buffer.from(`${start}${xmlOf(request, message)}${end}`, 'utf8'),
    encodeFile: function* (base64) {
      const name = request.fields[0]?.name ?? '';
      yield Buffer.from(`${start}<${name}>`, 'utf8');
      yield* base64;
      yield Buffer.from(`</${name}>${end}`, 'utf8');
    },
    decode: (bytes) => {
      const xml = bytes.toString('utf8');
      const answer = readPlain?.(xml) ?? answerOf(xml, `${method}Response`);
      return canonicalMessage(response, unescaped(answer), xmlReading);
    },
  };
}

/** The text before and after the fields of a request. */
export function envelopeAround(element: string, namespace: string): [start: string, end: string] {
  return [
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespace}"><soap:Body><${element} xmlns="${namespace}">`,
    `</${element}></soap:Body></soap:Envelope>`,
  ];
}

/** The fields of a message as elements, each list item as one of its own; absent values are omitted. */
export function xmlOf(type: MessageType, message: Message): string {
  let xml = '';
  for (const { name, type: of } of type.fields) {
    const value = message[name];
    if (value === undefined) continue;
    const items: readonly Value[] = Array.isArray(value) ? value : [value as Value];
    for (const item of items) xml += `<${name}>${xmlValue(of, item)}</${name}>`;
  }
  return xml;
}

function xmlValue(type: FieldType, value: Value): string {
  if (typeof value === 'string') return escapeText(value);
  if (value instanceof Uint8Array) return base64Of(value);
  if (typeof type === 'object' && type.kind === 'message') return xmlOf(type, value as Message);
  return String(value);
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
});

type Tree = Record<string, unknown>;
const asTree = (value: unknown): Tree =>
  typeof value === 'object' && value !== null ? (value as Tree) : {};

/** The Body of an envelope. @throws if the bytes are not an envelope. */
function parseBody(xml: string): Tree {
  // The parser tolerates elements that never end.
  if (!/<\/[^<>]*Envelope\s*>\s*$/.test(xml))
    throw new TypeError('The answer is not a SOAP envelope');
  const envelope = asTree(parser.parse(escapeSections(xml))).Envelope;
  if (typeof envelope !== 'object') throw new TypeError('The answer is not a SOAP envelope');
  return asTree(asTree(envelope).Body);
}

/** @throws if the envelope lacks the operation's answer element. */
function answerOf(xml: string, element: string): unknown {
  const body = parseBody(xml);
  if (!Object.hasOwn(body, element)) throw new TypeError(`The answer has no ${element}`);
  return body[element];
}

/** The same tree with references in its texts resolved. Between elements is only white space, without meaning. */
function unescaped(value: unknown): unknown {
  if (typeof value === 'string') return unescapeText(value);
  if (Array.isArray(value)) return value.map(unescaped);
  const tree: Tree = Object.create(null);
  for (const [name, inside] of Object.entries(asTree(value))) tree[name] = unescaped(inside);
  return tree;
}

/** The code and text of a fault, or null if the body contains none. */
export function decodeFault(bytes: Buffer): { code: string; message: string } | null {
  try {
    const fault = parseBody(bytes.toString('utf8')).Fault;
    if (typeof fault !== 'object') return null;
    const { faultcode, faultstring, Code, Reason } = asTree(fault);
    // SOAP 1.2 uses other names, and may have texts in several languages.
    const [reason] = [asTree(Reason).Text].flat();
    return {
      code: describe(faultcode ?? asTree(Code).Value).replace(/^.*:/, '') || 'Fault',
      message: describe(faultstring ?? reason),
    };
  } catch {
    // Without an envelope there is no fault; the caller reports the status.
    return null;
  }
}

/** @throws RangeError for an invalid character reference. */
function describe(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? unescapeText(value) : JSON.stringify(value);
}
