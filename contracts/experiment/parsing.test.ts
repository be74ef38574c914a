import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { fromBase64, toBase64 } from '../base64.ts';
import { addBands, bandEdgeMs, bandOf } from '../heat-map.ts';
import { isPlainFileName } from '../shell.ts';
import { capital, countsIn, workOf, workOfExperiment, workOfTrials } from '../work.ts';
import { addressSchemas, namesPort, parsedUrl, placeSchemas, withPorts } from './addresses.ts';
import { describeCheck } from './checks.ts';
import { durationSchema, parseDuration, writeDuration } from './duration.ts';
import { networkLevelSchema, parseNetwork } from './environment-factors.ts';
import {
  flowParts,
  flowSchema,
  mixSchema,
  stepsOf,
  takeIn,
  writtenTakeSchema,
  wrongNames,
} from './flows.ts';
import { boundedText, listOf } from './lengths.ts';
import {
  anyLevel,
  level,
  maxInFlight,
  measuredDuration,
  rateSchema,
  usersSchema,
} from './load-fields.ts';
import { shareSchema, wholeNumber } from './numbers.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a duration', () => {
  it.each<[string | number, number | undefined]>([
    [20, 20_000],
    [0, 0],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [8.014, 8014],
    ['20', 20_000],
    [' 1.5 ', 1500],
    ['20s', 20_000],
    ['3m', 180_000],
    ['500ms', 500],
    ['1h20m', 4_800_000],
    ['3h30m10s', 12_610_000],
    ['1m1ms', 60_001],
    ['0.25h', 900_000],
    ['', undefined],
    ['s', undefined],
    ['1s1m', undefined],
    ['-5s', undefined],
  ])('%j is %j ms', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each([
    [0, '0ms'],
    [999, '999ms'],
    [1000, '1s'],
    [1500, '1.5s'],
    [90_000, '1m30s'],
    [60_000, '1m'],
    [3_600_000, '1h'],
    [12_610_000, '3h30m10s'],
    [3_601_000, '1h1s'],
  ])('of %i ms is written %s', (ms, text) => {
    expect(writeDuration(ms)).toBe(text);
    expect(parseDuration(text)).toBe(ms);
  });

  it('is at most seven days, and a measured one at least 100 ms', () => {
    expect(durationSchema.parse('168h')).toBe(604_800_000);
    expect(messages(durationSchema, '168h1ms')).toEqual([
      'expected a duration of at most 7 days (168h)',
    ]);
    expect(messages(durationSchema, 'x')).toHaveLength(1);
    expect([
      messages(measuredDuration, '100ms').length,
      messages(measuredDuration, '99ms'),
    ]).toEqual([0, ['expected at least 100ms']]);
  });
});

describe('a network', () => {
  it.each<[string, unknown]>([
    ['none', null],
    ['30ms', { roundTripMs: 30, jitterMs: 0, bitsPerSecond: null }],
    ['30.5ms~5ms', { roundTripMs: 30.5, jitterMs: 5, bitsPerSecond: null }],
    ['30ms~15ms', { roundTripMs: 30, jitterMs: 15, bitsPerSecond: null }],
    ['30ms~15.1ms', undefined],
    ['10000ms', { roundTripMs: 10_000, jitterMs: 0, bitsPerSecond: null }],
    ['10001ms', undefined],
    ['0ms@1Gbit', { roundTripMs: 0, jitterMs: 0, bitsPerSecond: 1e9 }],
    ['2ms~1ms@1.5Mbit', { roundTripMs: 2, jitterMs: 1, bitsPerSecond: 1.5e6 }],
    ['2ms@64kbit', { roundTripMs: 2, jitterMs: 0, bitsPerSecond: 64_000 }],
    ['2ms@900bit', undefined],
    ['2ms@0Mbit', undefined],
    ['2s', undefined],
  ])('%s', (text, network) => {
    expect(parseNetwork(text)).toEqual(network);
    expect(networkLevelSchema.safeParse(text).success).toBe(network !== undefined);
  });
});

describe('limits of numbers', () => {
  it.each<[string, z.ZodType, unknown[], unknown[]]>([
    ['a rate', rateSchema, [0.01, 1_000_000], [0.009, 1_000_001, '5']],
    ['users', usersSchema, [1, 100_000], [0, 100_001, 1.5]],
    ['any level', anyLevel, [0, 1_000_000], [-0.1, 1_000_001]],
    ['a level', level, [0.01, 1_000_000], [0, 0.009]],
    ['in flight', maxInFlight, [1, 100_000], [0, 100_001]],
    ['a number', wholeNumber(2, 4, 'a number'), [2, 4], [1, 5, 2.5]],
    ['a share', shareSchema, ['0%', ' 2.5 % ', '100%'], ['100.1%', '2', 'x%', 2]],
    ['a text', boundedText(2, 3, 'short'), ['ab', ' abc '], ['a ', 'abcd', 5]],
    ['a list', listOf(level, 'level', { max: 2 }), [[1], [1, 2]], [[], [1, 2, 3]]],
    ['a mix', mixSchema, [{ a: 1e9 }, { a: 0.5, b: 1 }], [{}, { a: 0 }, { a: 1e9 + 1 }]],
  ])('of %s', (_what, schema, right, wrong) => {
    for (const value of right) expect(messages(schema, value)).toEqual([]);
    for (const value of wrong) expect(messages(schema, value)).not.toEqual([]);
  });

  it('parse to fractions and trimmed texts, and are told', () => {
    expect([shareSchema.parse('2.5%'), shareSchema.parse('100%')]).toEqual([0.025, 1]);
    expect(messages(shareSchema, '101%')).toEqual(['expected at most 100%']);
    expect(boundedText(0, 3, 'x').parse(' ab ')).toBe('ab');
    expect(messages(boundedText(0, 3, 'x'), 'abcd')).toEqual(['expected at most 3 characters']);
    expect(boundedText(0, 3, 'x').meta()).toEqual({ maxLength: 3 });
    expect(boundedText(1, 3, 'x').meta()).toEqual({ minLength: 1, maxLength: 3 });
    expect(listOf(level, 'level').meta()).toEqual({ minItems: 1 });
    expect(listOf(level, 'level', { max: 2 }).meta()).toEqual({ minItems: 1, maxItems: 2 });
    expect(messages(listOf(level, 'level', { max: 1 }), [1, 2])).toEqual([
      'expected at most 1 levels',
    ]);
  });
});

describe('names of requests, mixes and flows', () => {
  const step = (request: string) => ({ request }) as never;
  const flow = (...steps: string[]) => ({ once: [], setup: [], steps: steps.map(step) }) as never;

  it('are different, and known', () => {
    const requests = { a: 1, b: 1 };
    expect(wrongNames({ requests })).toEqual([]);
    expect(
      wrongNames({ requests, mixes: { m: { a: 1, b: 2 } }, flows: { f: flow('a', 'b') } }),
    ).toEqual([]);
    const wrong = wrongNames({
      requests,
      mixes: { a: { b: 1 }, m: { a: 1, gone: 1 } },
      flows: { b: flow('a'), m: flow('a', 'none') },
    });
    expect(wrong.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
      'mixes.a: expected another name, since a request is called a too',
      'mixes.m.gone: there is no request gone: expected one of a, b',
      'flows.b: expected another name, since a request is called b too',
      'flows.m: expected another name, since a mix is called m too',
      'flows.m.steps.1.request: there is no request none: expected one of a, b',
    ]);
  });

  it('have an order', () => {
    expect(flowParts).toEqual(['once', 'setup', 'steps']);
    expect(stepsOf({ steps: [3, 4], once: [1], setup: [2] })).toEqual([1, 2, 3, 4]);
  });
});

it('bands of latency are ten in each factor of ten, and add up', () => {
  expect([0, 1, 1.25, 1.26, 10, 100, 1000, 1_000_000].map(bandOf)).toEqual([
    0, 0, 0, 1, 10, 20, 30, 60,
  ]);
  expect([0, 10, 30, 60].map(bandEdgeMs)).toEqual([0.001, 0.01, 1, 1000]);
  for (let band = 1; band < 80; band++) expect(bandOf(bandEdgeMs(band) * 1000)).toBe(band);
  expect(addBands([9, 1, 30, 2], [3, 4, 30, 5])).toEqual([3, 4, 9, 1, 30, 7]);
  expect(addBands([], [2, 1])).toEqual([2, 1]);
});

it('octets survive base64, however many', () => {
  const octets = Uint8Array.from({ length: 70_001 }, (_, index) => index % 251);
  expect(fromBase64(toBase64(octets))).toEqual(octets);
  expect(toBase64(octets)).toBe(Buffer.from(octets).toString('base64'));
  expect(toBase64(new Uint8Array())).toBe('');
});

it.each([
  ['a.svg', true],
  ['_a-1.b', true],
  ['a'.repeat(120), true],
  ['a'.repeat(121), false],
  ['.hidden', false],
  ['a.', false],
  ['a/b', false],
  ['con', false],
  ['LPT1.txt', false],
  ['console.txt', true],
  ['', false],
])('%.20s is a plain file name: %j', (name, is) => expect(isPlainFileName(name)).toBe(is));

it('work is counted in iterations for plans and flows', () => {
  const of = (model: string, shape: string[], flows?: object) =>
    workOfExperiment({
      load: { model },
      factors: { shape },
      service: flows && { flows: { ...flows } },
    });
  expect([
    of('closed', ['a']),
    of('plan', ['a']),
    of('closed', ['a', 'f'], { f: 1 }),
    of('closed', ['a'], { f: 1 }),
  ]).toEqual(['requests', 'iterations', 'iterations', 'requests']);
  expect([countsIn('requests'), countsIn('iterations')]).toEqual([{}, { counts: 'iterations' }]);
  const trial = (plan: unknown, counts?: 'requests' | 'iterations') => ({ plan, counts });
  expect([workOf(trial(null)), workOf(trial({})), workOf(trial({}, 'requests'))]).toEqual([
    'requests',
    'iterations',
    'requests',
  ]);
  expect([
    workOfTrials([trial(null), trial({})]),
    workOfTrials([trial(null)]),
    workOfTrials([]),
  ]).toEqual(['iterations', 'requests', 'requests']);
  expect([capital('the time'), capital('')]).toEqual(['The time', '']);
});

it.each([
  [{ status: 404 }, 'status 404'],
  [{ path: '$.id', exists: true }, '$.id exists'],
  [{ xpath: '//id', exists: false }, '//id does not exist'],
  [{ header: 'etag', contains: 'a"' }, 'header etag contains "a\\""'],
  [{ matches: '^a' }, 'body matches ^a'],
  [{ path: '$.n', equals: 5 }, '$.n = 5'],
])('the check %o in words', (check, words) => expect(describeCheck(check as never)).toBe(words));

describe('an address', () => {
  it.each([
    ['rest', 'http://a', true],
    ['rest', 'https://a:1/b', true],
    ['rest', 'ftp://a', false],
    ['rest', 'http:///a', false],
    ['rest', 'http://a:99999', false],
    ['grpc', 'a:1', true],
    ['grpc', '[::1]:50051', true],
    ['grpc', '::1:50051', false],
    ['grpc', 'a:123456', false],
    ['grpc', 'a', false],
    ['grpc', 'a:{{port}}', false],
  ] as const)('of %s: %s', (protocol, address, is) => {
    expect(addressSchemas[protocol].safeParse(address).success).toBe(is);
    expect(placeSchemas[protocol].safeParse(address).success).toBe(is || address.includes('{{'));
  });

  it('may have places for ports, by name', () => {
    const ports = ['a {{port}} {{ port.x }} {{port.y}} {{port}}', '{{port.1}} {{ports}}'];
    const names: string[] = [];
    const put = (text: string) => withPorts(text, (name) => names.push(name));
    expect(ports.map(put)).toEqual(['a 1 2 3 4', '{{port.1}} {{ports}}']);
    expect(names).toEqual(['', 'x', 'y', '']);
    expect(ports.map(namesPort)).toEqual([true, false]);
    expect([namesPort('{{port}}'), namesPort('x')]).toEqual([true, false]);
    expect([parsedUrl('http://a/b')?.pathname, parsedUrl('a b')]).toEqual(['/b', null]);
  });
});

describe('a value of a flow', () => {
  const written = (take: object) => writtenTakeSchema.parse(take);

  it('is taken from its place in each protocol, or from a common one', () => {
    const common = { path: '$.id', xpath: undefined, header: undefined, matches: undefined };
    expect(takeIn(written({ path: '$.id' }), 'rest')).toEqual(common);
    const both = written({ path: '$.id', soap: { xpath: '//id' } });
    expect([takeIn(both, 'rest'), takeIn(both, 'soap')]).toEqual([common, { xpath: '//id' }]);
    expect(takeIn(written({ soap: { xpath: '//id' } }), 'grpc')).toBeNull();
  });

  it.each([{}, { path: '$.a', header: 'b' }, { other: 'x' }])('is not taken from %o', (take) => {
    expect(writtenTakeSchema.safeParse(take).success).toBe(false);
  });

  it('belongs to one of 1 to 50 steps', () => {
    const steps = (count: number) => ({ steps: new Array(count).fill({ request: 'a' }) });
    expect([0, 1, 50, 51].map((count) => flowSchema.safeParse(steps(count)).success)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(flowSchema.parse(steps(1))).toEqual({
      once: [],
      setup: [],
      steps: [{ request: 'a', take: {} }],
    });
  });
});
