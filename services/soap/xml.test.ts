import fc from 'fast-check';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { wsdlText } from '../../workloads/interfaces/wsdl.ts';
import { productWorkload } from '../../workloads/product/product.ts';
import { fault, faultFromLibrary } from './fault.ts';
import { wsdlFor } from './wsdl.ts';
import { escapeXml } from './xml.ts';

const parser = new XMLParser({ trimValues: false, parseTagValue: false, htmlEntities: true });
const xmlText = fc.string({ unit: 'grapheme', maxLength: 40 });

describe('escapeXml', () => {
  it('is read back unchanged', () => {
    fc.assert(
      fc.property(
        fc.oneof(xmlText, fc.constantFrom('<![CDATA[x]]>', '&amp;', '\t"\'\n')),
        (text) => {
          expect(parser.parse(`<a>x${escapeXml(text)}</a>`).a).toBe(`x${text}`);
        },
      ),
    );
  });
});

describe('fault', () => {
  it('carries its message as text', () => {
    const { status, body } = fault('Client', 'a < b & "c"');
    expect(status).toBe(500);
    const read = parser.parse(body)['soap:Envelope']['soap:Body']['soap:Fault'];
    expect(read).toEqual({ faultcode: 'soap:Client', faultstring: 'a < b & "c"' });
  });

  it('keeps the first line of what the XML parser complained of', () => {
    const { body } = faultFromLibrary('<detail>Error: Unclosed root tag&#xA;Line: 0</detail>');
    expect(body).toContain('service: Unclosed root tag</faultstring>');
  });

  it('has a default message if the library gave none', () => {
    expect(faultFromLibrary('TypeError').body).toContain(
      'not a request of this service</faultstring>',
    );
  });
});

describe('wsdlFor', () => {
  const wsdl = wsdlText(productWorkload.description);
  const locationOf = (host: string | undefined) =>
    /address location="([^"]*)"/.exec(
      wsdlFor(wsdl, 'http', host, '127.0.0.1:9', '/soap/product'),
    )?.[1];

  it.each([
    ['localhost:8081', 'localhost:8081'],
    ['[::1]:8081', '[::1]:8081'],
    [undefined, '127.0.0.1:9'],
    ['evil"/><x', '127.0.0.1:9'],
  ])('for the Host header %j contains %s', (host, shown) => {
    expect(locationOf(host)).toBe(`http://${shown}/soap/product`);
  });

  it('keeps any Host header inside its attribute', () => {
    fc.assert(
      fc.property(fc.string(), (host) => {
        expect(locationOf(host)).toMatch(/^http:\/\/[\w.:[\]-]+\/soap\/product$/);
      }),
    );
  });
});
