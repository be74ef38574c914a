import { XMLParser } from 'fast-xml-parser';
import type { Operation } from '../../contracts/experiment/shape.ts';
import {
  type Product,
  productRoutes,
  productSchema,
  soapNamespace,
} from '../../contracts/workloads/product.ts';

const envelopeNamespace = 'http://schemas.xmlsoap.org/soap/envelope/';
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // A literal carriage return would be normalised to a line feed (XML 1.0, 2.11).
  '\r': '&#13;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>\r]/g, (character) => escapes[character] ?? character);
}

/** The SOAP 1.1 envelope (document/literal) of a request. */
export function encodeSoap(operation: Operation, product: Product): Buffer {
  const element = productRoutes[operation].soap.request;
  return Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespace}"><soap:Body>` +
      `<${element} xmlns="${soapNamespace}"><id>${escapeText(product.id)}</id>` +
      `<name>${escapeText(product.name)}</name>` +
      `<description>${escapeText(product.description)}</description></${element}>` +
      '</soap:Body></soap:Envelope>',
    'utf8',
  );
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  ignoreDeclaration: true,
});

const namedEntities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves XML's five named entities and character references (XML 1.0, 4.1); the parser's own limits are too low. */
function unescapeText(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? unescapeText(value) : value);

type Tree = Record<string, unknown>;
const asTree = (value: unknown): Tree =>
  typeof value === 'object' && value !== null ? (value as Tree) : {};

/** The Body of an envelope. @throws when the bytes are not an envelope. */
function parseBody(bytes: Buffer): Tree {
  const envelope = asTree(parser.parse(bytes.toString('utf8'))).Envelope;
  if (typeof envelope !== 'object') throw new TypeError('The answer is no SOAP envelope');
  return asTree(asTree(envelope).Body);
}

const fieldNames = ['id', 'name', 'description'] as const;
const prefix = '(?:[A-Za-z_][\\w.-]*:)?';
const openTag = (name: string) => new RegExp(`<${prefix}${name}(?:\\s[^<>]*)?>`, 'g');
const closeTag = (name: string) => new RegExp(`</${prefix}${name}\\s*>`, 'y');
const fieldTags = fieldNames.map((name) => ({ name, open: openTag(name), close: closeTag(name) }));
const answerTags: Record<Operation, RegExp> = {
  echo: openTag(productRoutes.echo.soap.response),
  modify: openTag(productRoutes.modify.soap.response),
};

/**
 * Reads an answer in its usual form: three elements, in any order, with nothing but text inside.
 * The full parser takes a third of a second for two megabytes, during which the worker could
 * send nothing. @returns null for any other form, which is left to the full parser.
 */
function readPlainAnswer(operation: Operation, text: string): Product | null {
  if (text.includes('<!') || text.includes('<?', 5)) return null;
  const answer = answerTags[operation];
  answer.lastIndex = 0;
  if (!answer.test(text)) return null;
  const fields: Partial<Record<(typeof fieldNames)[number], string>> = {};
  for (const { name, open, close } of fieldTags) {
    open.lastIndex = answer.lastIndex;
    if (!open.test(text)) return null;
    const end = text.indexOf('<', open.lastIndex);
    close.lastIndex = end;
    if (end < 0 || !close.test(text)) return null;
    fields[name] = unescapeText(text.slice(open.lastIndex, end));
  }
  const { id, name, description } = fields;
  return id === undefined || name === undefined || description === undefined
    ? null
    : { id, name, description };
}

/** @throws when the bytes are not the operation's answer. */
export function decodeSoap(operation: Operation, bytes: Buffer): Product {
  const plain = readPlainAnswer(operation, bytes.toString('utf8'));
  if (plain) return plain;
  const answer = asTree(parseBody(bytes)[productRoutes[operation].soap.response]);
  return productSchema.parse({
    id: textOf(answer.id),
    name: textOf(answer.name),
    description: textOf(answer.description),
  });
}

/** The code and text of a fault, or null when the body holds none. */
export function decodeFault(bytes: Buffer): { code: string; message: string } | null {
  let fault: unknown;
  try {
    fault = parseBody(bytes).Fault;
  } catch {
    // Not an envelope at all: then it is no fault either, and the caller reports the status.
    return null;
  }
  if (typeof fault !== 'object') return null;
  const { faultcode, faultstring } = asTree(fault);
  const text = (value: unknown) =>
    typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return { code: text(faultcode).replace(/^.*:/, '') || 'Fault', message: text(faultstring) };
}
