import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serviceSetupSchema } from '../../contracts/service-messages.ts';
import {
  sampler,
  samplerOperation,
  samplerOptions,
  simpleThing,
} from '../../tests/support/sampler.ts';
import { fileMediaType } from '../../workloads/files.ts';
import { wsdlText } from '../../workloads/interfaces/wsdl.ts';
import { teamDescription } from '../../workloads/team/messages.ts';
import { bodies, HeldBody } from '../body-memory.ts';
import { listen, OpenConnections, stopListening } from '../listening.ts';
import type { RunningService } from '../service.ts';
import { openTeam } from '../workloads/team.ts';
import { BodyTooLong, readBody } from './body.ts';
import { startSoap } from './soap.ts';
import { elementsOf, readElement } from './values.ts';

interface Told {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

function ask(
  port: number,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string | number>; body?: string } = {},
): Promise<Told> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    asked.once('error', reject);
    asked.once('response', async (answer) =>
      resolve({ status: answer.statusCode, headers: answer.headers, body: await text(answer) }),
    );
    asked.end(body);
  });
}

const xml = 'text/xml; charset=utf-8';
const envelope = (content: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
const faultIn = (body: string) =>
  /<faultcode>(.*)<\/faultcode><faultstring>(.*)<\/faultstring>/s.exec(body)?.slice(1);

describe('the SOAP service', () => {
  const watch = samplerOptions();
  const path = '/soap/product';
  let service: RunningService;
  beforeAll(async () => {
    service = await startSoap(watch.options);
  });
  afterAll(() => service.stop());

  it.each(['GET', 'HEAD'])(
    'answers %s of its liveness and its interface file, uncounted',
    async (method) => {
      const before = watch.answers();
      const all = '{"status":"ok"}';
      expect(await ask(service.port, method, '/health')).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json', 'content-length': String(all.length) },
        body: method === 'GET' ? all : '',
      });
      for (const query of ['?wsdl', '?WSDL', '?wsdl=1']) {
        const told = await ask(service.port, method, path + query, {
          headers: { host: 'its.name:81' },
        });
        expect([told.status, told.headers['content-type']]).toEqual([200, xml]);
        const expected = wsdlText(sampler).replace(
          /(soap:address location=")[^"]*/,
          '$1http://its.name:81/soap/product',
        );
        expect(told.body).toBe(method === 'GET' ? expected : '');
        expect(told.headers['content-length']).toBe(String(Buffer.byteLength(expected)));
      }
      expect(watch.answers()).toBe(before);
    },
  );

  it('describes itself at its own address for a host that is none', async () => {
    const told = await ask(service.port, 'GET', `${path}?wsdl`, { headers: { host: 'a b' } });
    expect(told.body).toContain(`location="http://127.0.0.1:${service.port}/soap/product"`);
  });

  it.each([
    ['GET', path, 405],
    ['GET', `${path}?wsdlx`, 405],
    ['PUT', `${path}?wsdl`, 405],
    ['GET', '/soap/produc?wsdl', 404],
    ['POST', '/soap/products', 404],
    ['POST', '/health', 404],
    ['GET', '/health?x', 404],
  ])('refuses %s %s with %i, and counts it', async (method, to, status) => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    const told = await ask(service.port, method, to);
    expect(told).toMatchObject({
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: 'POST SOAP messages to /soap/product\n',
    });
    expect(told.headers.allow).toBe(status === 405 ? 'POST' : undefined);
    expect(watch.answers()).toBe(before + 1);
    expect(watch.complaints.slice(complaints)).toEqual([`${method} ${to}: nothing is there`]);
  });

  const rawly = async (octets: string) => text(connect(service.port, '127.0.0.1').end(octets));

  it('refuses a request for two hosts, and counts it', async () => {
    const before = watch.answers();
    const answer = await rawly(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nhOST: b\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\n\r\nThe request has more than one Host header\n$/);
    expect(watch.answers()).toBe(before + 1);
    expect(watch.complaints.at(-1)).toBe(`POST ${path}: The request has more than one Host header`);
  });

  it('refuses what is not HTTP, and says so', async () => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    const answer = await rawly('nonsense\r\n\r\n');
    expect(answer).toBe('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    expect(watch.answers()).toBe(before);
    expect(watch.complaints.slice(complaints)).toEqual([
      expect.stringMatching(/^Not understood as HTTP, from port \d+: HPE_\w+ /),
    ]);
  });

  const post = (content: string, headers = {}) =>
    ask(service.port, 'POST', `${path}?any`, { headers, body: envelope(content) });
  const drop = (id: string) =>
    post(`<DropRequest xmlns="urn:wirebench:product:v1"><id>${id}</id></DropRequest>`);

  it.each([
    ['invalid', 'soap:Client', 'no such id'],
    ['absent', 'soap:Client.NotFound', 'nothing of that id'],
    ['twice', 'soap:Client.Conflict', 'there is one already'],
    ['pool', 'soap:Server.Pool', 'no connection came free in 5 s'],
    ['broken', 'soap:Server', 'something broke'],
  ])('answers what is %s with the fault %s, and counts it', async (id, code, reason) => {
    const before = watch.answers();
    const told = await drop(id);
    expect([told.status, told.headers['content-type']]).toEqual([500, xml]);
    expect(told.headers['content-length']).toBe(String(Buffer.byteLength(told.body)));
    expect(faultIn(told.body)).toEqual([code, reason]);
    expect(watch.answers()).toBe(before + 1);
    expect(watch.complaints.at(-1)).toBe('Fault with status 500');
  });

  it('answers without a complaint', async () => {
    const [before, complaints] = [watch.answers(), watch.complaints.length];
    const told = await drop('fine');
    expect([told.status, told.headers['content-type']]).toEqual([200, xml]);
    expect(told.body).toContain('DropResponse');
    expect([watch.answers() - before, watch.complaints.length - complaints]).toEqual([1, 0]);
  });

  it('refuses a body for which there is no memory, and takes it later', async () => {
    const others = new HeldBody();
    onTestFinished(() => others.clear());
    others.take(bodies.limit - bodies.held - 5000);
    const told = await drop('x'.repeat(5000));
    expect(told.status).toBe(503);
    expect(faultIn(told.body)).toEqual([
      'soap:Server',
      expect.stringContaining(`more than ${bodies.limit} bytes`),
    ]);
    expect((await drop('x'.repeat(3000))).status).toBe(200);
    others.clear();
    expect((await drop('x'.repeat(5000))).status).toBe(200);
    await expect.poll(() => bodies.held).toBe(0);
  });

  it('stops with clients connected', async () => {
    const own = await startSoap(samplerOptions().options);
    const client = connect(own.port, '127.0.0.1').resume();
    const closed = new Promise((resolve) => client.once('close', resolve));
    await new Promise((resolve) => client.once('connect', resolve));
    await own.stop();
    await closed;
  });
});

describe('uploads in SOAP', () => {
  const namespace = 'urn:wirebench:team:v1';
  const message = (base64: string) =>
    envelope(
      `<UploadStreamedRequest xmlns="${namespace}"><content>${base64}</content></UploadStreamedRequest>`,
    );
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  let port: number;
  const watch = samplerOptions({ workload: teamDescription });
  beforeAll(async () => {
    const { handlers } = await openTeam(serviceSetupSchema.parse({}));
    const service = await startSoap({ ...watch.options, handlers });
    ({ port } = service);
    return () => service.stop();
  });

  it.each([
    ['in parts', { soapaction: `"${namespace}:UploadStreamed"` }],
    ['in parts, unquoted', { soapaction: `${namespace}:UploadStreamed` }],
    ['as a whole', {}],
    ['as a whole for another action', { soapaction: `"${namespace}:Upload"` }],
  ])('takes a file %s', async (_how, headers) => {
    const told = await ask(port, 'POST', '/soap/team', { headers, body: message('YWJj') });
    expect(told.status).toBe(200);
    expect(told.body).toContain(`<bytes>3</bytes><sha256>${sha256}</sha256>`);
  });

  it.each([
    [
      { soapaction: `"${namespace}:UploadStreamed"` },
      'YWJj=',
      'The base64 ends within a group of four characters',
    ],
    [{ soapaction: `"${namespace}:UploadStreamed"` }, 'Y!==', 'The content is not base64'],
    [{}, 'Y!==', expect.stringContaining('content: expected')],
  ])('refuses with %j the file %s', async (headers, base64, reason) => {
    const before = watch.answers();
    const told = await ask(port, 'POST', '/soap/team', { headers, body: message(base64) });
    expect([told.status, faultIn(told.body)]).toEqual([500, ['soap:Client', reason]]);
    expect(watch.answers()).toBe(before + 1);
  });

  it('takes another content type, too', async () => {
    const headers = { 'content-type': fileMediaType };
    expect((await ask(port, 'POST', '/soap/team', { headers, body: message('') })).body).toContain(
      '<bytes>0</bytes>',
    );
  });
});

it.each([
  ['', ''],
  ['äbcdefgh', 'äbcdefgh'],
  ['0123456789', '0123456789'],
  ['0123456789x', 'BodyTooLong: The request is longer than 10 bytes'],
  ['0'.repeat(100_000), 'BodyTooLong: The request is longer than 10 bytes'],
])('reads the body %.12s up to a limit', async (sent, read) => {
  const server = createServer(async (incoming, response) => {
    const told = await readBody(incoming, response, 10).catch((error: unknown) => {
      if (!(error instanceof BodyTooLong)) throw error;
      return String(error);
    });
    response.end(told);
  });
  const connections = new OpenConnections().watch(server);
  const port = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => stopListening(server, connections));
  expect((server.address() as AddressInfo).port).toBe(port);
  expect((await ask(port, 'POST', '/', { body: sent })).body).toBe(read);
});

describe('the values of elements', () => {
  const { request: question } = samplerOperation('ask');
  const { response: thing } = samplerOperation('save');
  const given = { id: '1', tags: 'x', exact: 'true' };

  it.each([
    ['texts', given, { id: '1', tags: ['x'], exact: true }],
    [
      'lists',
      { ...given, tags: ['x', 'y'], limit: '-7' },
      { id: '1', tags: ['x', 'y'], limit: -7, exact: true },
    ],
    ['empty elements', { ...given, id: null, tags: null }, { id: '', tags: [''], exact: true }],
    [
      'elements with attributes',
      {
        ...given,
        id: { attributes: { 'xsi:type': 'xs:string' }, $value: '5' },
        tags: [{ attributes: {} }, 'y'],
      },
      { id: '5', tags: ['', 'y'], exact: true },
    ],
    [
      'what it does not know',
      { ...given, toString: 'x', other: 'y' },
      { id: '1', tags: ['x'], exact: true },
    ],
  ])('reads %s', (_what, element, message) => {
    expect(readElement(question, element)).toEqual(message);
  });

  it.each([
    [{ ...given, limit: '2.5' }, 'The message is not a valid Question: limit: expected'],
    [{ ...given, limit: null }, 'The message is not a valid Question: limit: expected'],
    [{ ...given, id: { other: 1 } }, 'The message is not a valid Question: id: expected'],
    [null, 'The message is not a valid Question: id: expected a text'],
    ['text', 'The message is not a valid Question: '],
  ])('refuses %j', (element, reason) => {
    expect(() => readElement(question, element)).toThrow(reason);
  });

  it('reads messages within messages, with attributes or without', () => {
    const part = { label: 'p', colour: 'RED', other: 'x' };
    const element = {
      ...elementsOf(thing, simpleThing),
      mainPart: { attributes: {}, ...part },
      parts: [part, { attributes: {}, ...part, weight: '0.5' }],
    };
    const read = readElement(thing, element);
    expect(read.mainPart).toEqual({ label: 'p', colour: 'RED' });
    expect(read.parts).toEqual([
      { label: 'p', colour: 'RED' },
      { label: 'p', colour: 'RED', weight: 0.5 },
    ]);
  });

  it('writes every type, and nothing for what is absent or empty', () => {
    const part = { label: 'p', colour: 'RED' };
    expect(elementsOf(thing, { ...simpleThing, marks: [], note: '<![CDATA[x]]>' })).toEqual({
      id: 't 1/ä',
      inStock: 'true',
      count: '3',
      bigCount: '9007199254740991',
      price: '0.1',
      picture: 'AP8K',
      colour: 'DEEP_BLUE',
      mainPart: part,
      parts: [part, { label: '<q> & "r"', weight: '-1.5', colour: 'DEEP_BLUE' }],
      tags: ['a', ''],
      note: { $xml: '&lt;![CDATA[x]]&gt;' },
      soldAt: '2024-02-29T00:00:07.050',
    });
  });
});
