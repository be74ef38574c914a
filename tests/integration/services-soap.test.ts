import { Agent } from 'node:https';
import axios from 'axios';
import { type Client, createClientAsync, type IOptions } from 'soap';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TlsLevel } from '../../contracts/words.ts';
import type { Product } from '../../workloads/product/product.ts';
import { soapNamespace, soapPath } from '../support/product-routes.ts';
import { assertProduct, exchanges } from '../support/products.ts';
import { removeTestIdentities, startService, type TestService } from '../support/service.ts';

const product: Product = { id: '0', name: 'Coffee', description: 'abc😀' };
let service: TestService;

function connect(tls: TlsLevel, withIdentity = tls === 'mtls'): Promise<Client> {
  const { cert, key } = service.client;
  const identity = withIdentity ? { cert, key } : {};
  const httpsAgent = new Agent({ keepAlive: true, ca: service.ca, ...identity });
  const request = axios.create({ httpsAgent, maxRedirects: 0 }) as unknown as IOptions['request'];
  const scheme = tls === 'off' ? 'http' : 'https';
  const url = `${scheme}://localhost:${service.port}${soapPath}?wsdl`;
  // The library's types describe axios as CommonJS, which TypeScript takes for another package.
  const options = { request, preserveWhitespace: true, disableCache: true } as IOptions;
  return createClientAsync(url, options);
}

async function call(client: Client, operation: 'echo' | 'modify', request: Product) {
  const method = operation === 'echo' ? client.EchoAsync : client.ModifyAsync;
  const [answer] = (await method.call(client, request)) as [Product];
  return answer;
}

function post(body: string, path = soapPath): Promise<Response> {
  return fetch(`http://${service.host}:${service.port}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${soapNamespace}:Echo"` },
  });
}

const envelope = (body: string) =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`;
const echo = (fields: string) =>
  envelope(`<EchoRequest xmlns="${soapNamespace}">${fields}</EchoRequest>`);

afterAll(removeTestIdentities);

describe.each(['off', 'on', 'mtls'] as const)('SOAP, TLS %s', (tls) => {
  let client: Client;
  beforeAll(async () => {
    service = await startService({ protocol: 'soap', tls });
    client = await connect(tls);
  });
  afterAll(async () => {
    expect(await service.stop()).toBe(0);
  });

  it.each(exchanges)('$title', async ({ operation, request, answer }) => {
    assertProduct(await call(client, operation, request), answer);
  });

  it.runIf(tls === 'off')('answers HEAD at its probe, and other methods with 405', async () => {
    const base = `http://${service.host}:${service.port}`;
    const ask = async (method: string, path: string) => {
      const { status, headers } = await fetch(base + path, { method });
      return [status, headers.get('allow')];
    };
    expect(await ask('HEAD', '/health')).toEqual([200, null]);
    expect(await ask('PUT', soapPath)).toEqual([405, 'POST']);
    expect(await ask('PUT', '/nowhere')).toEqual([404, null]);
  });
});

it('SOAP refuses a client without a certificate where one is asked for', async () => {
  service = await startService({ protocol: 'soap', tls: 'mtls' });
  await expect(connect('mtls', false)).rejects.toThrow();
  await service.stop();
});

describe('SOAP', () => {
  beforeEach(async () => {
    service = await startService({ protocol: 'soap' });
  });
  afterEach(async () => {
    await service.stop();
  });

  const whole = '<id>0</id><name>x</name><description>y</description>';
  it.each([
    ['no XML', 'hello', /Non-whitespace/],
    ['an empty body', '', /not a request/],
    ['broken XML', echo(whole).slice(0, -9), /Unclosed/],
    ['other XML', '<a/>', /not a request/],
    ['an empty envelope', envelope(''), /not a request/],
    ['an unknown operation', envelope(`<Other xmlns="${soapNamespace}"/>`), /Other/],
    [
      'an answer as a request',
      envelope(`<EchoResponse xmlns="${soapNamespace}"/>`),
      /not a request/,
    ],
    ['a fault as a request', envelope('<soap:Fault/>'), /not a request/],
    ['a missing field', echo('<id>0</id><name>x</name>'), /description/],
    ['a field given twice', echo(`${whole}<id>1</id>`), /not a valid Product: id/],
    ['elements in a text', echo(whole.replace('>y<', '><b>y</b><')), /description/],
    [
      'an entity of its own',
      `<!DOCTYPE a [<!ENTITY b "c">]>${echo(whole.replace('>y<', '>&b;<'))}`,
      /entity/,
    ],
  ])('answers %s with a client fault', async (_title, body, message) => {
    const response = await post(body);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(response.headers.get('content-type')).toContain('text/xml');
    expect(text).toContain('<faultcode>soap:Client</faultcode>');
    expect(/<faultstring>(.*)<\/faultstring>/.exec(text)?.[1]).toMatch(message);
  });

  it('is understood by a client as a fault', async () => {
    const client = await connect('off');
    const wrong = { id: '0', name: 'x' } as Product;
    await expect(call(client, 'echo', wrong)).rejects.toThrow(/soap:Client.*description/);
  });

  it('takes prefixes, indentation, comments, CDATA and attributes as XML means them', async () => {
    const body = `<?xml version="1.0"?>
      <e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"
          xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:p="${soapNamespace}">
        <e:Header/>
        <e:Body>
          <!-- an ordinary message -->
          <p:EchoRequest><p:id xsi:type="string"> 1 </p:id><p:name/>
            <p:description>a <![CDATA[<b> & c]]> &#x1F600;</p:description>
          </p:EchoRequest>
        </e:Body>
      </e:Envelope>`;
    const text = await (await post(body)).text();
    expect(text).toContain('<id> 1 </id><name></name>');
    expect(text).toContain('<description>a &lt;b&gt; &amp; c 😀</description>');
  });

  it.each(['&lt;![CDATA[x]]&gt;', '   ', ' &amp;amp; ', ''])(
    'echoes %j as it came',
    async (description) => {
      const sent = whole.replace('>y<', `>${description}<`);
      expect(await (await post(echo(sent))).text()).toContain(`>${description}</description>`);
    },
  );

  it('serves ?wsdl with the address at which it was reached', async () => {
    const wsdl = await fetch(`http://localhost:${service.port}${soapPath}?wsdl`);
    expect(wsdl.headers.get('content-type')).toContain('text/xml');
    expect(await wsdl.text()).toContain(`location="http://localhost:${service.port}${soapPath}"`);
  });

  it('counts every answer, faults among them, and no probe', async () => {
    const url = `http://${service.host}:${service.port}`;
    const good = Array.from({ length: 50 }, () => post(echo(whole)));
    const bad = Array.from({ length: 7 }, () => post('<'));
    const lost = [post(echo(whole), '/elsewhere')];
    const probes = ['/health', `${soapPath}?wsdl`, '/health'].map((path) => fetch(`${url}${path}`));
    const answers = await Promise.all([...good, ...bad, ...lost, ...probes]);
    await Promise.all(answers.map((answer) => answer.text()));
    expect((await service.measure()).requests).toBe(58);
    expect(answers.slice(58).map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  it('answers every operation by its element, whatever the SOAPAction says', async () => {
    const client = await connect('off');
    const answers = await Promise.all([
      call(client, 'echo', product),
      call(client, 'modify', product),
    ]);
    expect(answers.map(({ description }) => description)).toEqual(['abc😀', '😀cba']);
    const modify = envelope(`<ModifyRequest xmlns="${soapNamespace}">${whole}</ModifyRequest>`);
    expect(await (await post(modify)).text()).toContain('<ModifyResponse');
  });
});
