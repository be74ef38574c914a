import { type OperationDescription, soapNamespaceOf } from '../../workloads/description.ts';
import {
  expectedProduct,
  makeProduct,
  type Product,
  productWorkload,
} from '../../workloads/product/product.ts';
import { parseShape } from '../../workloads/product/shapes.ts';
import { escapeXml } from '../soap/xml.ts';

/** Answer of a null service over HTTP: headers and body. */
export interface Content {
  /** Media type. */
  readonly type: string;
  readonly body: Buffer;
}

interface Echo {
  readonly operation: OperationDescription;
  readonly product: Product;
}

/** Request and answer of null services: an echo of the small product, ASCII, seed 1. */
export function smallEcho(): Echo {
  const shape = parseShape('small');
  const { echo } = productWorkload.description.operations;
  if (!shape || !echo) throw new TypeError('there is no small echo');
  return { operation: echo, product: expectedProduct('echo', makeProduct(shape, 'ascii', 1)) };
}

function jsonContent(value: object): Content {
  return {
    type: 'application/json; charset=utf-8',
    body: Buffer.from(JSON.stringify(value), 'utf8'),
  };
}

export function restContent(): Content {
  return jsonContent(smallEcho().product);
}

export function graphqlContent(): Content {
  const { operation, product } = smallEcho();
  return jsonContent({ data: { [operation.field]: product } });
}

export function soapContent(): Content {
  const { operation, product } = smallEcho();
  const { id, name, description } = product;
  const element = `${operation.method}Response`;
  const fields = Object.entries({ id, name, description })
    .map(([field, text]) => `<${field}>${escapeXml(text)}</${field}>`)
    .join('');
  const envelope =
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    `<${element} xmlns="${soapNamespaceOf(productWorkload.description)}">${fields}</${element}></soap:Body></soap:Envelope>`;
  return { type: 'text/xml; charset=utf-8', body: Buffer.from(envelope, 'utf8') };
}

/** A whole HTTP/1.1 response: status line, headers, body. */
export function http1Answer({ type, body }: Content): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}
