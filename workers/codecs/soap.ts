import { XMLParser } from 'fast-xml-parser';
import {
  type Product,
  productRoutes,
  productSchema,
  soapNamespace,
} from '../../contracts/workloads/product.ts';
import type { Operation } from '../../contracts/workloads/product-shapes.ts';
import { readPlainAnswer } from './plain-answer.ts';

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

/**
 * The text that XML stands for: line ends made one (XML 1.0, 2.11), then the five named entities
 * and character references resolved (4.1); the parser's own limits on them are too low.
 */
function unescapeText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));/g, (whole, hex, decimal, name) => {
      if (name !== undefined) return namedEntities[name] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    });
}

/** The parser would mix the text of CDATA sections, where nothing is escaped, with text where it is. */
function escapeSections(xml: string): string {
  if (!xml.includes('<![CDATA[')) return xml;
  return xml.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_section, text: string) =>
    text.replace(/[&<>]/g, (character) => escapes[character] ?? character),
  );
}

const textOf = (value: unknown) => (typeof value === 'string' ? unescapeText(value) : value);

type Tree = Record<string, unknown>;
const asTree = (value: unknown): Tree =>
  typeof value === 'object' && value !== null ? (value as Tree) : {};

/** The Body of an envelope. @throws when the bytes are not an envelope. */
function parseBody(xml: string): Tree {
  // The parser puts up with elements that never end.
  if (!/<\/[^<>]*Envelope\s*>\s*$/.test(xml)) throw new TypeError('The answer is no SOAP envelope');
  const envelope = asTree(parser.parse(escapeSections(xml))).Envelope;
  if (typeof envelope !== 'object') throw new TypeError('The answer is no SOAP envelope');
  return asTree(asTree(envelope).Body);
}

/** @throws when the bytes are not the operation's answer. */
export function decodeSoap(operation: Operation, bytes: Buffer): Product {
  const xml = bytes.toString('utf8');
  const answer =
    readPlainAnswer(operation, xml) ??
    asTree(parseBody(xml)[productRoutes[operation].soap.response]);
  return productSchema.parse({
    id: textOf(answer.id),
    name: textOf(answer.name),
    description: textOf(answer.description),
  });
}

/** The code and text of a fault, or null when the body holds none. */
export function decodeFault(bytes: Buffer): { code: string; message: string } | null {
  try {
    const fault = parseBody(bytes.toString('utf8')).Fault;
    if (typeof fault !== 'object') return null;
    const { faultcode, faultstring } = asTree(fault);
    return {
      code: describe(faultcode).replace(/^.*:/, '') || 'Fault',
      message: describe(faultstring),
    };
  } catch {
    // Not an envelope at all: then it is no fault either, and the caller reports the status.
    return null;
  }
}

/** @throws RangeError on a reference to no character. */
function describe(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? unescapeText(value) : JSON.stringify(value);
}
