import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { memoryFiles } from '../../../tests/support/memory-files.ts';
import { readExperiment } from '../../experiment/read.ts';
import { draftExperiment } from '../draft.ts';
import { filesIn, type NamedFiles } from '../files.ts';
import { readOpenApi } from './read.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/descriptions/openapi/${name}`, import.meta.url), 'utf8');
const read = (text: string, files: NamedFiles | null = null) =>
  readOpenApi(text, { name: 'a.yaml', files });

interface Parts {
  readonly parameters?: readonly unknown[];
  readonly schema?: unknown;
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly path?: string;
}

/** A description of one operation. */
const described = ({ parameters = [], schema, schemas = {}, path = '/a' }: Parts) =>
  JSON.stringify({
    openapi: '3.1.0',
    servers: [{ url: 'http://{host}:1/x', variables: { host: { default: 'h' } } }],
    paths: {
      [path]: {
        post: {
          operationId: 'one',
          parameters,
          ...(schema === undefined
            ? {}
            : { requestBody: { required: true, content: { 'application/json': { schema } } } }),
          responses: { 202: {} },
        },
      },
    },
    components: { schemas },
  });
const callOf = async (parts: Parts) => (await read(described(parts))).operations[0]?.call;

describe('readOpenApi', () => {
  it.each([
    ['uber-2.0.yaml', 5, 'https://api.uber.com/v1'],
    ['petstore-3.0.yaml', 4, 'https://petstore.swagger.io/v2'],
    ['tictactoe-3.1.yaml', 3, null],
    ['tags-3.2.yaml', 4, null],
  ])('reads %s, as YAML and as JSON', async (name, operations, address) => {
    const found = await read(fixture(name));
    expect(found.operations).toHaveLength(operations);
    if (address !== null) expect(found.address).toBe(address);
    expect(readExperiment(draftExperiment([found]))).toMatchObject({ ok: true });
    expect(await read(JSON.stringify(parse(fixture(name))))).toEqual(found);
  });

  it('creates parameters in every style', async () => {
    const list = { type: 'array', items: { enum: ['b', 'c'] }, minItems: 2, uniqueItems: true };
    const point = {
      type: 'object',
      required: ['x'],
      properties: { x: { type: 'integer', minimum: 3 } },
    };
    const one = (name: string, place: string, schema: unknown, more = {}) => ({
      ...{ name, in: place, required: true, schema },
      ...more,
    });
    const call = await callOf({
      path: '/a/{id}/{list}',
      parameters: [
        one('id', 'path', { const: 'a b/c' }),
        one('list', 'path', list),
        one('multi', 'query', list),
        one('csv', 'query', list, { explode: false }),
        one('ssv', 'query', list, { explode: false, style: 'spaceDelimited' }),
        one('pipes', 'query', list, { explode: false, style: 'pipeDelimited' }),
        one('deep', 'query', point, { style: 'deepObject' }),
        one('flat', 'query', point),
        one('json', 'query', undefined, { content: { 'application/json': { schema: point } } }),
        one('x-list', 'header', list),
        one('session', 'cookie', { type: 'string', minLength: 6 }),
        { name: 'optional', in: 'query', schema: list },
      ],
    });
    expect(call).toEqual({
      method: 'POST',
      path: '/a/a%20b%2Fc/b,c',
      query: {
        multi: ['b', 'c'],
        csv: 'b,c',
        ssv: 'b c',
        pipes: 'b|c',
        'deep[x]': '3',
        x: '3',
        json: '{"x":3}',
      },
      headers: { 'x-list': 'b,c', cookie: 'session=textxx' },
    });
  });

  it('checks a status other than 200, and fills in variables of servers', async () => {
    const found = await read(described({}));
    expect(found.address).toBe('http://h:1/x');
    expect(found.operations).toMatchObject([{ changes: true, checks: [{ status: 202 }] }]);
  });

  it('leaves out recursive parts, and operations that need them', async () => {
    const next = { $ref: '#/components/schemas/Node' };
    const node = { type: 'object', properties: { id: { type: 'integer' }, next } };
    expect(await callOf({ schema: next, schemas: { Node: node } })).toMatchObject({
      body: { id: 1 },
    });
    const endless = { ...node, required: ['next'] };
    const found = await read(described({ schema: next, schemas: { Node: endless } }));
    expect(found.operations).toEqual([]);
    expect(found.remarks.join()).toContain('Left out one: no example of its body is known.');
    const itself = { $ref: '#/components/schemas/Node' };
    const lost = await read(described({ schema: next, schemas: { Node: itself } }));
    expect(lost.remarks.join()).toContain('refers to itself');
  });

  it('creates bodies that an independent validator accepts', async () => {
    const leaf = fc.constantFrom(
      { type: 'string', pattern: '^[A-Z]{2}-\\d{3,5}$' },
      { type: 'string', minLength: 9, maxLength: 12 },
      { type: 'integer', exclusiveMinimum: 4, multipleOf: 3 },
      { type: 'number', minimum: 0.5, maximum: 0.75 },
      { type: ['boolean', 'null'] },
      { enum: ['a', 2, null] },
      { type: 'string', minLength: 2, example: 'x', default: 'yes' },
    );
    const { schema } = fc.letrec((tie) => ({
      schema: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.record({ type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(3) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({
          type: fc.constant('object'),
          properties: fc.record({ a: tie('schema'), b: tie('schema') }),
          required: fc.subarray(['a', 'b']),
        }),
      ),
    }));
    const ajv = new Ajv2020({ strict: false });
    await fc.assert(
      fc.asyncProperty(schema, async (one) => {
        const call = await callOf({ schema: one });
        if (call === undefined) return;
        const { body, headers } = call as { body: unknown; headers?: unknown };
        const value: unknown = headers === undefined ? body : JSON.parse(body as string);
        expect(ajv.validate(one as object, value)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('follows references to operations', async () => {
    const get =
      'operationId: getA\nparameters: [{name: id, in: path, required: true, schema: {const: x}}]';
    const found = await read(
      'openapi: 3.0.0\npaths: {"/a/{id}": {get: {$ref: operations/get.yaml}}}',
      memoryFiles({ 'operations/get.yaml': get }),
    );
    expect(found.operations.map(({ name, call }) => [name, call.path])).toEqual([['getA', '/a/x']]);
    expect(found.remarks).toEqual([]);
  });

  it('limits the size of the files that a description refers to', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `${index}.json`);
    const paths = names.map((name) => `"/${name}": {get: {$ref: ${name}}}`);
    const large = JSON.stringify({ description: 'x'.repeat(4_000_000) });
    const files = Object.fromEntries(names.map((name) => [name, large]));
    await expect(
      read(`openapi: 3.0.0\npaths: {${paths.join()}}`, memoryFiles(files)),
    ).rejects.toThrow('more than 16000000 characters altogether');
  });

  it.each([
    ['a file outside of its folder', '../secret.yaml', /outside of the experiment/],
    ['an address', 'http://127.0.0.1:1/a.yaml', /which is on the network: it is not fetched/],
    ['a missing file', 'gone.yaml', /gone\.yaml, which is not there/],
  ])('refuses a reference to %s, and names it', async (_what, $ref, message) => {
    await expect(read(described({ schema: { $ref } }), filesIn('/tmp'))).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('follows references to files beside it, up to 5,000', async () => {
    const other =
      '{"Order": {"type": "object", "properties": {"id": {"$ref": "#/Id"}}}, "Id": {"const": 5}}';
    const schema = { $ref: 'b.json#/Order' };
    const found = await read(described({ schema }), memoryFiles({ 'b.json': other }));
    expect(found.operations[0]?.call).toMatchObject({ body: { id: 5 } });

    const allOf = Array.from({ length: 5100 }, (_, index) => ({ $ref: `a${index}.json` }));
    const asked: string[] = [];
    const reading = async (path: string) => {
      asked.push(path);
      return Buffer.from('{}');
    };
    const files = { ...memoryFiles({}), read: reading };
    await expect(read(described({ schema: { allOf } }), files)).rejects.toThrow(
      /more than 5000 files/,
    );
    expect(asked).toHaveLength(4999);
  });

  const laughs = [...'abcdefghij'].map((name, index, all) => {
    const inner = index === 0 ? '1' : `*${all[index - 1]}`;
    return `${name}: &${name} [${Array(10).fill(inner).join(',')}]`;
  });
  it.each([
    ['aliases that multiply', `openapi: 3.0.0\n${laughs.join('\n')}`, /alias/],
    [
      'lists that are nested deeply',
      `openapi: ${'['.repeat(20_000)}`,
      /nested too deeply|cannot be read/,
    ],
    ['large YAML', `openapi: 3.0.0\n${'# nothing\n'.repeat(500_000)}`, /convert it to JSON/],
    ['too many values', `{"openapi": "3.0.0", "x": [${'{},'.repeat(2e6)}1]}`, /more than 300000/],
    ['another format', 'asyncapi: 2.0.0', /names no version/],
    ['no mapping', '[]', /expected a mapping/],
  ])('refuses %s', async (_what, text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: 'SERVICE_INVALID',
      message: expect.stringMatching(message),
    });
  });

  it('limits the work for schemas that multiply, and for hostile patterns', async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, level) => {
        const inner = { $ref: `#/components/schemas/L${level + 1}` };
        return [
          `L${level}`,
          { type: 'object', required: ['a', 'b'], properties: { a: inner, b: inner } },
        ];
      }),
    );
    const found = await read(described({ schema: { $ref: '#/components/schemas/L0' }, schemas }));
    expect(found.operations).toEqual([]);
    const slow = { type: 'string', pattern: '^(a+)+$', example: `${'a'.repeat(40)}!` };
    expect(await callOf({ schema: slow })).toMatchObject({ body: '"a"' });
  });

  it('creates multipart forms, with a short text for each file', async () => {
    const form = (content: unknown, version = '3.0.3') =>
      JSON.stringify({
        openapi: version,
        paths: { '/a': { post: { operationId: 'one', requestBody: { required: true, content } } } },
      });
    const file = { type: 'string', format: 'binary' };
    const properties = {
      title: { type: 'string', example: 'A' },
      picture: file,
      more: { type: 'array', items: file },
      details: { type: 'object', properties: { pages: { type: 'integer' } } },
      tags: { type: 'array', items: { type: 'string' }, minItems: 2 },
      id: { type: 'string', readOnly: true },
    };
    const schema = { type: 'object', required: ['picture'], properties };
    const encoding = { picture: { contentType: 'image/png, image/jpeg' } };
    const found = await read(form({ 'multipart/form-data': { schema, encoding } }));
    expect(found.operations[0]?.call).toEqual({
      method: 'POST',
      path: '/a',
      multipart: [
        { name: 'title', value: 'A' },
        { name: 'picture', value: 'text', filename: 'picture.txt', type: 'image/png' },
        { name: 'more', value: 'text', filename: 'more.txt', type: 'application/octet-stream' },
        { name: 'details', value: { pages: 1 } },
        { name: 'tags', value: 'text' },
        { name: 'tags', value: 'text' },
      ],
    });
    expect(found.remarks.join()).toContain('the file that one sends');
    expect(readExperiment(draftExperiment([found]))).toMatchObject({ ok: true });

    const octets = await read(form({ 'image/png': { schema: file } }));
    expect(octets.operations[0]?.call).toMatchObject({
      body: 'text',
      headers: { 'content-type': 'image/png' },
    });
    const octetStream = 'application/octet-stream';
    const old = await read(`swagger: '2.0'
paths:
  /a:
    post:
      consumes: [multipart/form-data]
      parameters:
        - {name: title, in: formData, type: string, required: true}
        - {name: picture, in: formData, type: file}`);
    expect(old.operations[0]?.call.multipart).toEqual([
      { name: 'title', value: 'text' },
      { ...{ name: 'picture', value: 'text', filename: 'picture.txt' }, type: octetStream },
    ]);
  });

  it('refuses anything else with a clear error', async () => {
    const version = fc.constant('3.1.0');
    const anything = fc.record({
      openapi: version,
      paths: fc.dictionary(
        fc.string(),
        fc.dictionary(fc.constantFrom('get', 'post'), fc.jsonValue()),
      ),
      servers: fc.jsonValue(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anything.map((one) => JSON.stringify(one)),
          fc.string(),
        ),
        async (text) => {
          const error: unknown = await read(text).then(
            () => null,
            (cause: unknown) => cause,
          );
          if (error !== null) expect(error).toMatchObject({ code: 'SERVICE_INVALID' });
        },
      ),
    );
  });
});
