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
  processEntities: { enabled: true, maxTotalExpansions: Number.MAX_SAFE_INTEGER, maxExpandedLength: Number.MAX_SAFE_INTEGER },
  ignoreDeclaration: true,
});

type Tree = Record<string, unknown>;
const asTree = (value: unknown): Tree => (typeof value === 'object' && value !== null ? (value as Tree) : {});

/** The Body of an envelope. @throws when the bytes are not an envelope. */
function parseBody(bytes: Buffer): Tree {
  const envelope = asTree(parser.parse(bytes.toString('utf8')))['Envelope'];
  if (typeof envelope !== 'object') throw new TypeError('The answer is no SOAP envelope');
  return asTree(asTree(envelope)['Body']);
}

/** @throws when the bytes are not the operation's answer. */
export function decodeSoap(operation: Operation, bytes: Buffer): Product {
  const answer = asTree(parseBody(bytes)[productRoutes[operation].soap.response]);
  return productSchema.parse({ id: answer['id'], name: answer['name'], description: answer['description'] });
}

/** The code and text of a fault, or null when the body holds none. */
export function decodeFault(bytes: Buffer): { code: string; message: string } | null {
  let fault: unknown;
  try {
    fault = parseBody(bytes)['Fault'];
  } catch {
    // Not an envelope at all: then it is no fault either, and the caller reports the status.
    return null;
  }
  if (typeof fault !== 'object') return null;
  const { faultcode, faultstring } = asTree(fault);
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
  return { code: text(faultcode).replace(/^.*:/, '') || 'Fault', message: text(faultstring) };
}
