import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { readExperiment } from '../../experiment/read.ts';
import { draftExperiment } from '../draft.ts';
import { readPostman } from './postman.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const collection = (item: unknown, more: object = {}) =>
  JSON.stringify({ info: { name: 'Shop', schema }, item, ...more });

const variable = [
  { key: 'host', value: 'shop.example' },
  { key: 'base', value: 'https://{{host}}/api' },
  { key: 'page', value: 2 },
  { key: 'token', value: '' },
];
const callsOf = (item: unknown, more: object = { variable }) =>
  readPostman(collection(item, more)).flatMap(({ operations }) =>
    operations.map(({ name, call }) => [name, call]),
  );

// Made from numbers: the library takes seconds to prepare its own characters.
const anySign = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe('a Postman collection', () => {
  it('returns the requests of all folders, with its variables', () => {
    const folder = {
      name: 'Orders',
      item: [
        {
          name: 'Get order',
          request: {
            method: 'GET',
            header: [
              { key: 'Accept', value: 'application/json' },
              { key: 'X-Off', value: 'a', disabled: true },
              { key: 'Authorization', value: 'Bearer s3cret' },
            ],
            url: {
              raw: '{{base}}/orders/:id?page={{page}}',
              host: ['{{base}}'],
              path: ['orders', ':id'],
              variable: [{ key: 'id', value: '7' }],
            },
            description: { content: 'One order' },
            auth: { type: 'bearer', bearer: [{ key: 'token', value: 's3cret' }] },
          },
          event: [{ listen: 'test' }],
        },
      ],
    };
    const [service] = readPostman(collection([{ name: 'Shop', item: [folder] }], { variable }));
    expect(service).toEqual({
      protocol: 'rest',
      address: 'https://shop.example',
      endpoint: {},
      operations: [
        {
          name: 'Get order',
          doc: 'One order',
          changes: false,
          call: { path: '/api/orders/7?page=2', headers: { accept: 'application/json' } },
          checks: [],
        },
      ],
      remarks: [
        expect.stringContaining('Left out, as they may hold secrets: authorization.'),
        expect.stringContaining('may want to know who asks (bearer)'),
        'Scripts of the collection are not run.',
      ],
    });
  });

  it('returns the common kinds of bodies', () => {
    const request = (name: string, body: object) => ({
      name,
      request: { method: 'POST', url: '{{base}}/orders', body },
    });
    const json = { raw: { language: 'json' } };
    const form = [
      { key: 'a', value: 'b c' },
      { key: 'a', value: '{{page}}' },
      { key: 'off', value: '', disabled: true },
    ];
    const parts = [
      { key: 'page', value: '{{page}}', type: 'text', contentType: 'text/plain' },
      { key: 'pictures', type: 'file', src: ['/home/me/a.png', 'C:\\b.png'] },
      { key: 'other', type: 'file', src: null },
      { key: 'off', value: 'x', disabled: true },
    ];
    const path = '/api/orders';
    const octets = 'application/octet-stream';
    const jsonType = { 'content-type': 'application/json' };
    const query = '{ orders { id } }';
    expect(
      callsOf([
        request('json', { mode: 'raw', raw: '{"sku":"A","id":"{{$guid}}"}', options: json }),
        request('text', { mode: 'raw', raw: 'a {{token}}' }),
        request('form', { mode: 'urlencoded', urlencoded: form }),
        request('none', { mode: 'raw', raw: 'x', disabled: true }),
        request('query', { mode: 'graphql', graphql: { query, variables: '{"page": {{page}}}' } }),
        request('parts', { mode: 'formdata', formdata: parts }),
        request('file', { mode: 'file', file: { src: '/etc/passwd' } }),
      ]),
    ).toEqual([
      ['json', { path, headers: jsonType, body: { sku: 'A', id: '{{uuid}}' } }],
      ['text', { path, body: 'a 1' }],
      ['form', { path, form: { a: ['b c', '2'] } }],
      ['none', { path, method: 'POST' }],
      [
        'parts',
        {
          path,
          multipart: [
            { name: 'page', value: '2', type: 'text/plain' },
            { name: 'pictures', file: 'a.png' },
            { name: 'pictures', file: 'b.png' },
            { ...{ name: 'other', value: 'text', filename: 'other.txt' }, type: octets },
          ],
        },
      ],
      ['query', { path, query, variables: { page: 2 } }],
    ]);
  });

  it('works without an address', () => {
    const [service] = readPostman(
      collection([
        { name: 'a', request: '{{url}}/a/{{id}}' },
        { name: 'b', request: { url: { raw: '{{url}}?c={{$randomInt}}' } } },
      ]),
    );
    expect(service?.address).toBeNull();
    expect(service?.operations.map(({ call }) => call)).toEqual([
      { path: '/a/1' },
      { path: '/?c={{int 0 1000}}' },
    ]);
    expect(service?.remarks).toEqual([
      'Variables without a value in the collection, 1 is sent in their place: id.',
    ]);
  });

  it('names requests of the same name by their folders', () => {
    const item = [{ name: 'get', request: 'http://a/b' }];
    const names = callsOf([
      { name: 'orders', item },
      { name: 'users', item: [{ name: 'get', request: 'http://a/c' }] },
    ]).map(([name]) => name);
    expect(names).toEqual(['orders get', 'users get']);
  });

  it('stops at endless structures', () => {
    const request = [{ name: 'a', request: 'http://a/{{v0}}' }];
    const circle = [{ key: 'v0', value: '{{v0}}' }];
    const laughs = Array.from({ length: 9 }, (_, index) => ({
      key: `v${index}`,
      value: `{{v${index + 1}}}`.repeat(1000),
    }));
    const remarks = (variables: unknown) =>
      readPostman(collection(request, { variable: variables })).flatMap((one) => one.remarks);
    expect(remarks(circle)).toEqual(['Left out a: its variables lead in a circle.']);
    expect(remarks([...laughs, { key: 'v9', value: 'ha' }])).toEqual([
      'Left out a: its variables are too long.',
    ]);
    let deep: unknown = { name: 'deep', request: 'http://a/b' };
    for (let depth = 0; depth < 2000; depth++) deep = { name: 'folder', item: [deep] };
    expect(callsOf([deep])).toEqual([['deep', { path: '/b' }]]);
  });

  it('is refused if invalid', () => {
    for (const text of ['', '{', '[]', '{"info": {}}', '{"item": []}']) {
      expect(() => readPostman(text)).toThrow(/the collection cannot be read/);
    }
  });

  it('yields valid experiments, whatever it contains', () => {
    const name = fc.constantFrom(...'a b base $guid $randomInt constructor __proto__'.split(' '));
    const variableName = name.map((one) => `{{${one}}}`);
    const text = fc
      .array(fc.oneof(fc.string({ unit: anySign }), variableName), { maxLength: 5 })
      .map((parts) => parts.join(''));
    const field = fc.record({ key: fc.oneof(name, text), value: fc.oneof(text, fc.jsonValue()) });
    const body = fc.record({
      mode: fc.constantFrom('raw', 'urlencoded', 'graphql', 'file'),
      raw: text,
      urlencoded: fc.array(field, { maxLength: 3 }),
      graphql: fc.record({ query: text, variables: fc.json() }),
    });
    const url = text.map((rest) => ({ raw: `http://a/${rest}` }));
    const request = fc.record({
      method: fc.constantFrom('GET', 'POST'),
      url: fc.oneof(text, url),
      header: fc.array(field, { maxLength: 3 }),
      body,
    });
    const item = fc.record({
      name: text,
      request: fc.oneof(text, request),
    });
    const whole = fc.tuple(fc.array(item, { maxLength: 3 }), fc.array(field, { maxLength: 5 }));
    fc.assert(
      fc.property(whole, ([items, variables]) => {
        const found = readPostman(collection(items, { variable: variables }));
        if (found.every(({ operations }) => operations.length === 0)) return;
        expect(readExperiment(draftExperiment(found))).toMatchObject({ ok: true });
        expect(JSON.stringify(found)).not.toMatch(/\$\{HOME/);
      }),
      { numRuns: 30 },
    );
    fc.assert(
      fc.property(fc.json(), (value) => {
        try {
          readPostman(`{"info": {}, "item": ${value}, "variable": ${value}}`);
        } catch (error) {
          expect(error).toBeInstanceOf(WirebenchError);
        }
      }),
    );
  });
});
