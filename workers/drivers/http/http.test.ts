import { describe, expect, it } from 'vitest';
import { productType } from '../../../tests/support/product.ts';
import type { MessageType } from '../../../workloads/description.ts';
import { problemType } from '../../../workloads/interfaces/problem.ts';
import { protobufCodec } from '../../codecs/protobuf.ts';
import { codingOf } from './coding.ts';
import { formatHeaders, jsonFormat, protobufFormat } from './formats.ts';
import { encodedFailure, refusalOf, statusFailure } from './status.ts';
import { base64Parts, filePartsOf, uploadHeaders, uploadRouteOf } from './upload.ts';

it.each([
  ['', null],
  ['identity', null],
  [' Identity , ,', null],
  ['gzip', 'gzip'],
  ['GZIP, identity,br', 'gzip, br'],
])('the codings %j are %j', (value, expected) => expect(codingOf(value)).toBe(expected));

it('a coding is told up to its hundredth character', () => {
  const { kind, code, message } = encodedFailure('x'.repeat(101));
  expect([kind, code]).toEqual(['protocol', 'HTTP_ENCODING']);
  expect(message).toContain(`(content-encoding: ${'x'.repeat(100)})`);
});

describe('a refusal', () => {
  it.each([
    [199, 'a', false, 'status 199 HTTP 199: a'],
    [200, 'a', true, null],
    [299, 'a', false, null],
    [300, '', false, 'status 300 HTTP 300'],
    [503, 'x'.repeat(301), true, `pool POOL HTTP 503: ${'x'.repeat(300)}`],
    [503, 'a', false, 'status 503 HTTP 503: a'],
    [500, 'a', true, 'status 500 HTTP 500: a'],
  ])('of status %i, %j, pool %j', (status, body, pool, expected) => {
    const failure = statusFailure(status, body, pool);
    expect(failure && `${failure.kind} ${failure.code} ${failure.message}`).toBe(expected);
    const headers = pool ? { 'x-wirebench-refusal': 'pool' } : { 'x-wirebench-refusal': 'other' };
    expect(refusalOf(status, headers, () => body)).toEqual(failure);
  });

  it('is a coding of a successful answer', () => {
    const refused = (status: number, coding: unknown) =>
      refusalOf(status, { 'content-encoding': coding }, () => 'b')?.code ?? null;
    expect([refused(200, 'odd'), refused(200, 'identity'), refused(200, undefined)]).toEqual([
      ...['HTTP_ENCODING', null, null],
    ]);
    expect(refused(404, 'odd')).toBe('404');
  });
});

describe('headers of a format', () => {
  it.each([
    [
      jsonFormat,
      'separate',
      true,
      { 'content-type': 'application/json', accept: 'application/json' },
    ],
    [jsonFormat, undefined, false, { accept: 'application/json' }],
    [protobufFormat, 'separate', true, { 'content-type': 'application/x-protobuf' }],
    [protobufFormat, 'negotiated', false, { accept: 'application/x-protobuf' }],
  ] as const)('%j, %s, with a body: %j', (format, formats, hasBody, expected) => {
    expect(Object.fromEntries(formatHeaders(format, formats ? { formats } : {}, hasBody))).toEqual(
      expected,
    );
  });

  it('say what a file is, and how to answer', () => {
    expect(uploadHeaders(protobufFormat)).toEqual([
      ['content-type', 'application/octet-stream'],
      ['accept', 'application/x-protobuf'],
    ]);
  });
});

it.each([
  [jsonFormat, Buffer.from('{"é'), '{"é'],
  [protobufFormat, protobufCodec(problemType).encode({ message: 'é' }), 'é'],
  // The first is a problem without words, the second none.
  [protobufFormat, Buffer.from('moved'), 'moved'],
  [protobufFormat, Buffer.from('gone'), 'gone'],
  [protobufFormat, Buffer.alloc(0), ''],
])('the reason in a body', (format, body, expected) => expect(format.reason(body)).toBe(expected));

it('messages come back as they were', () => {
  const product = { id: '1', name: 'é', description: '' };
  for (const format of [jsonFormat, protobufFormat]) {
    expect(format.decode(productType, format.encode(productType, product))).toEqual(product);
  }
});

const chunk: MessageType = {
  kind: 'message',
  name: 'Chunk',
  fields: [{ name: 'content', number: 1, type: 'bytes' }],
};
const upload = (path: string) => ({
  name: 'put',
  request: chunk,
  http: { method: 'POST', path, query: [] } as const,
});

describe('an upload', () => {
  it('has a path that does not depend on its messages', () => {
    expect(uploadRouteOf(upload('/files'))).toEqual({ method: 'POST', path: '/files' });
    expect(() => uploadRouteOf(upload('/files/{content}'))).toThrow('put streams to no fixed path');
  });

  it('has the octets of its messages, made anew each time', () => {
    const whole = Buffer.from('abcdef');
    const messages = [whole.subarray(1, 3), whole.subarray(3)].map((content) => ({ content }));
    const parts = filePartsOf({ request: chunk }, () => [...messages, { content: 'text' }]);
    for (let time = 0; time < 2; time++) expect([...parts()].map(String)).toEqual(['bc', 'def']);
    expect(() => filePartsOf({ request: productType }, () => [])).toThrow(/^Product is not part/);
  });

  it.each([
    [[], []],
    [['a'], ['YQ==']],
    [['abc'], ['YWJj']],
    [
      ['a', '', 'bc', 'd'],
      ['YWJj', 'ZA=='],
    ],
    [
      ['abcd', 'efg', 'hijk'],
      ['YWJj', 'ZGVm', 'Z2hp', 'ams='],
    ],
    [['ab', 'cdef'], ['YWJjZGVm']],
  ])('of %j is %j in base64', (parts, expected) => {
    const scratch = Buffer.alloc(8);
    const reused = function* () {
      for (const part of parts) yield scratch.subarray(0, scratch.write(part));
    };
    expect([...base64Parts(reused())].map(String)).toEqual(expected);
  });
});
