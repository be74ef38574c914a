import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { readExperiment } from '../../experiment/read.ts';
import { draftExperiment } from '../draft.ts';
import { readHar } from './har.ts';

interface Entry {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly type?: string;
  readonly status?: number;
  readonly answer?: string;
}

const har = (...entries: readonly Entry[]) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: entries.map(({ method = 'GET', url, headers = {}, body, type, status, answer }) => ({
        request: {
          method,
          url,
          headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
          ...(body === undefined ? {} : { postData: { mimeType: type, text: body } }),
        },
        response: { status: status ?? 200, content: { mimeType: answer ?? 'application/json' } },
      })),
    },
  });

const one = (entry: Entry) => readHar(har(entry))[0];

// Made from numbers: the library takes seconds to prepare its own characters.
const anySign = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe('a HAR', () => {
  it('returns the requests to the most frequent host, each once', () => {
    const [service] = readHar(
      har(
        { url: 'https://shop.example/api/orders/7?full=1' },
        { url: 'https://shop.example/api/orders/7?full=1' },
        { url: 'https://ads.example/x' },
        { url: 'https://shop.example/logo.png', answer: 'image/png' },
        { url: 'https://shop.example/app.js', answer: 'text/javascript' },
        { url: 'wss://shop.example/live' },
        { url: 'https://shop.example/api/gone', status: 404 },
        {
          method: 'POST',
          url: 'https://shop.example/api/orders',
          headers: { 'Content-Type': 'application/json', 'X-Shop': 'a', 'User-Agent': 'b' },
          type: 'application/json',
          body: '{"sku":"A-1"}',
        },
      ),
    );
    expect(service?.address).toBe('https://shop.example');
    const headers = { 'content-type': 'application/json', 'x-shop': 'a' };
    const posted = { path: '/api/orders', headers, body: { sku: 'A-1' } };
    const got = { path: '/api/orders/7?full=1' };
    expect(service?.operations).toEqual([
      { name: 'GET /api/orders/7', doc: '', changes: false, call: got, checks: [] },
      { name: 'POST /api/orders', doc: '', changes: true, call: posted, checks: [] },
    ]);
    expect(service?.remarks).toEqual([
      'Left out: 1 of 3 requests, which go to https://ads.example, the rest to https://shop.example.',
      'Left out GET /api/gone: it was answered with status 404.',
      'Left out: 2 requests for pictures, scripts and the like.',
      'Left out: 1 entries that are no requests over HTTP.',
    ]);
  });

  it('reveals no secrets', () => {
    const headers = { Authorization: 'Bearer s3cret', Cookie: 'sid=s3cret', 'X-Api-Key': 's3cret' };
    const url = 'https://u:s3cret@shop.example/a?access_token=s3cret&b=1';
    const service = one({ url, headers });
    expect(JSON.stringify(service)).not.toContain('s3cret');
    expect(service?.operations[0]?.call).toEqual({ path: '/a?b=1' });
    expect(service?.remarks[0]).toContain(
      'may hold secrets: access_token, authorization, cookie, x-api-key',
    );
  });

  it('recognises GraphQL documents', () => {
    const query = 'query Order($id: ID!) { order(id: $id) { id } }';
    const body = JSON.stringify({ query, operationName: 'Order', variables: { id: 7 } });
    const type = 'application/json';
    const [service] = readHar(har({ method: 'POST', url: 'http://a:1/graphql', type, body }));
    const call = { path: '/graphql', query, operation: 'Order', variables: { id: 7 } };
    const operations = [{ name: 'Order', changes: false, call }];
    expect(service).toMatchObject({ protocol: 'graphql', address: 'http://a:1', operations });
    const change = { method: 'POST', url: 'http://a/graphql', type };
    const changing = one({ ...change, body: JSON.stringify({ query: 'mutation { pay }' }) });
    expect(changing?.operations[0]?.changes).toBe(true);
  });

  it('returns multipart forms, with a short text for binary content', () => {
    const lines = [
      '--x',
      'Content-Disposition: form-data; name="a%22b"',
      '',
      'one\r\ntwo',
      '--x',
      'Content-Disposition: form-data; name="f"; filename="cat.png"',
      'Content-Type: image/png',
      '',
      '\ufffdPNG\u0000',
      '--x--',
    ];
    const type = 'multipart/form-data; boundary=x';
    const sent = { method: 'POST', url: 'http://a/b', type, headers: { 'Content-Type': type } };
    const service = one({ ...sent, body: lines.join('\r\n') });
    expect(service?.operations[0]?.call).toEqual({
      path: '/b',
      multipart: [
        { name: 'a"b', value: 'one\r\ntwo' },
        { name: 'f', value: 'text', filename: 'cat.png', type: 'image/png' },
      ],
    });
    expect(service?.remarks.join()).toContain('cat.png');
  });

  it.each([
    [
      { method: 'POST', url: 'http://a/b', type: 'multipart/form-data; boundary=x', body: 'x' },
      'its parts cannot be read',
    ],
    [{ method: 'CONNECT', url: 'http://a/b' }, 'its method is CONNECT'],
    [{ url: 'http://a\tb' }, 'is not an address'],
    [{ url: `http://a/${'b'.repeat(20_000)}` }, 'its address is too long'],
    [
      { method: 'POST', url: 'http://a/b', body: 'x'.repeat(50_000), type: 'a/b' },
      'body is too long',
    ],
  ])('leaves out what cannot be sent: %#', (entry, reason) => {
    const service = one(entry);
    expect(service?.operations).toEqual([]);
    expect(service?.remarks.join()).toContain(reason);
  });

  it('is refused if invalid', () => {
    for (const text of ['', '{', '[]', '{"log": {}}', '{"log": {"entries": 7}}']) {
      expect(() => readHar(text)).toThrow(/the HAR cannot be read/);
    }
  });

  it('is read entry by entry, each with a limit', () => {
    const text = har({ url: 'http://a/b' });
    expect(readHar(`\uFEFF${text}`)[0]?.operations).toHaveLength(1);
    const large = `[${'0,'.repeat(250_000)}0]`;
    const message = /cannot be read: it contains too many values in log.entries\[1\]/;
    expect(() => readHar(text.replace(/\]\}\}$/, `,${large}]}}`))).toThrow(message);
    // Responses are ignored.
    const answered = text.replace('"mimeType"', `"text":"${'a'.repeat(17_000_000)}","mimeType"`);
    expect(readHar(answered)[0]?.operations).toHaveLength(1);
  });

  it('yields valid experiments, whatever it contains', () => {
    const text = fc.string({ unit: anySign });
    const entry = fc.record({
      method: fc.oneof(fc.constantFrom('GET', 'POST', 'DELETE'), text),
      url: fc.oneof(
        fc.webUrl({ withQueryParameters: true }),
        text.map((rest) => `http://a/${rest}`),
      ),
      headers: fc.dictionary(fc.oneof(fc.constantFrom('accept', '__proto__'), text), text),
      body: fc.oneof(fc.json(), text, fc.constant('{{uuid}}')),
      type: fc.oneof(fc.constantFrom('application/json', 'text/plain'), text),
    });
    const part = fc.tuple(text, text, text).map(([name, file, value]) => {
      return `--b\r\nx: y; name="${name}"; filename="${file}"\r\n\r\n${value}\r\n`;
    });
    const form = fc.array(part).map((parts) => ({
      method: 'POST',
      url: 'http://a/b',
      type: 'multipart/form-data; boundary=b',
      body: `${parts.join('')}--b--`,
    }));
    fc.assert(
      fc.property(fc.array(fc.oneof(entry, form), { minLength: 1, maxLength: 4 }), (entries) => {
        const found = readHar(har(...entries));
        if (found.every(({ operations }) => operations.length === 0)) return;
        expect(readExperiment(draftExperiment(found))).toMatchObject({ ok: true });
        expect(JSON.stringify(found)).not.toContain('{{');
      }),
      { numRuns: 30 },
    );
    fc.assert(
      fc.property(fc.json(), (value) => {
        try {
          readHar(`{"log": {"entries": ${value}}}`);
        } catch (error) {
          expect(error).toBeInstanceOf(WirebenchError);
        }
      }),
    );
  });
});
