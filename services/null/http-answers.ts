import {
  expectedProduct,
  makeProduct,
  type Product,
  productRoutes,
  soapNamespace,
} from '../../contracts/workloads/product.ts';
import { parseShape } from '../../contracts/workloads/product-shapes.ts';
import { escapeXml } from '../soap/xml.ts';

/** The request that null services are made for: an echo of the small product, ASCII, seed 1. */
function smallEcho(): Product {
  const shape = parseShape('small');
  if (!shape) throw new TypeError('there is no small shape');
  return expectedProduct('echo', makeProduct(shape, 'ascii', 1));
}

function soapEnvelope({ id, name, description }: Product): string {
  const element = productRoutes.echo.soap.response;
  const fields = Object.entries({ id, name, description })
    .map(([field, text]) => `<${field}>${escapeXml(text)}</${field}>`)
    .join('');
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
    `<${element} xmlns="${soapNamespace}">${fields}</${element}></soap:Body></soap:Envelope>`
  );
}

/** A whole HTTP/1.1 response: status line, headers, the small product as the protocol has it. */
export function httpAnswer(protocol: 'rest' | 'soap'): Buffer {
  const product = smallEcho();
  const [type, body] =
    protocol === 'rest'
      ? ['application/json; charset=utf-8', JSON.stringify(product)]
      : ['text/xml; charset=utf-8', soapEnvelope(product)];
  const head = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body, 'utf8');
}
