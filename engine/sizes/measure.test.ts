import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { OwnService } from '../../contracts/own-service.ts';
import { sizesRequestSchema } from '../../contracts/sizes.ts';
import type { WireCall, WireTotals } from '../../contracts/wire.ts';
import type { Protocol } from '../../contracts/words.ts';
import { someBytes } from '../../tests/support/made-sizes.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { emptyCall } from '../../tests/support/row-table.ts';
import type { Recorded } from '../wire/capture.ts';
import { sizeEntry } from './entry.ts';
import { measureSizes } from './measure.ts';
import { measureOwnSizes } from './measure-own.ts';

const totals = (sent: number, received: number): WireTotals => ({
  sent: someBytes(sent),
  received: someBytes(received),
  roundTrips: 1,
  packets: 1,
});
const call = (number: number, reused: boolean): WireCall => ({
  ...{ call: number, connection: 0, reused, latencyMs: 1, exchange: totals(number, 10 * number) },
  setUp: reused ? null : totals(5, 6),
});
// Payload and envelope are three of each hundred of a layer.
const encoded = (number: number) => ({
  payload: number,
  envelope: 2 * number,
  beside: { framing: 0, headers: 0 },
});
const contents = {
  calls: [1, 2].map((number) => ({ request: encoded(number), answer: encoded(10 * number) })),
  request: null,
  answer: null,
};

const recorded = (protocol: Protocol, shape: string, part: object = {}): Recorded =>
  ({
    capture: { protocol, shape, calls: [call(1, false), call(2, true)] },
    contents,
    ...part,
  }) as unknown as Recorded;

describe('the sizes of two calls', () => {
  const get = { name: 'get', stream: 'none' } as const;

  it('are those on a new connection, and on a reused one', () => {
    expect(sizeEntry(get, recorded('rest', 'small'))).toEqual({
      ...{ protocol: 'rest', shape: 'small', operation: 'get', stream: 'none', differs: null },
      fresh: { request: someBytes(1), answer: someBytes(10), setUp: someBytes(11) },
      reused: { request: someBytes(2), answer: someBytes(20), setUp: null },
    });
    const twice = {
      capture: { protocol: 'rest', shape: 'a', calls: [call(1, false), call(2, false)] },
    };
    expect(sizeEntry(get, recorded('rest', 'a', twice)).reused).toBeNull();
    const none = { capture: { protocol: 'rest', shape: 'a', calls: [] } };
    expect(() => sizeEntry(get, recorded('rest', 'a', none))).toThrow(
      expect.objectContaining({ code: 'WIRE_CAPTURE_FAILED' }),
    );
  });

  it('say which body is not as long as its codec makes it', () => {
    const differs = (calls: unknown) =>
      sizeEntry(get, recorded('rest', 'a', { contents: calls && { calls } })).differs;
    const [first, second] = contents.calls;
    expect(differs([first, { ...second, request: encoded(3) }])).toBe(
      'The body of the request of call 2 was recorded with 6 bytes; 9 were expected.',
    );
    expect(differs([{ ...first, answer: encoded(11) }, second])).toBe(
      'The body of the answer of call 1 was recorded with 30 bytes; 33 were expected.',
    );
    expect(differs([first])).toBe('The contents of call 2 are unknown.');
    expect(differs(null)).toBe('The contents of call 1 are unknown.');
  });
});

describe('measuring bundled services', () => {
  const never = new AbortController().signal;
  const measure = async (wanted: object) => {
    const asked: [Protocol, string[]][] = [];
    const record = async ({
      protocol,
      shapes,
    }: {
      protocol: Protocol;
      shapes: readonly string[];
    }) => {
      asked.push([protocol, [...shapes]]);
      const one = { request: { of: protocol }, answer: null };
      return [...shapes]
        .reverse()
        .map((shape) => recorded(protocol, shape, { contents: { ...contents, ...one } }));
    };
    const sizes = await measureSizes(
      sizesRequestSchema.parse(wanted),
      '/home',
      never,
      record as never,
    );
    return { sizes, asked };
  };

  it('has an entry for each protocol and shape, in the wanted order', async () => {
    const { sizes, asked } = await measure({
      protocols: ['grpc', 'rest'],
      shapes: ['large', 'small'],
      tls: 'on',
      dates: 'date-only',
    });
    expect(asked).toEqual([
      ['grpc', ['large', 'small']],
      ['rest', ['large', 'small']],
    ]);
    expect(sizes.entries.map(({ protocol, shape }) => `${protocol} ${shape}`)).toEqual([
      'grpc large',
      'grpc small',
      'rest large',
      'rest small',
    ]);
    expect(sizes.messages).toEqual([
      {
        shape: 'large',
        operation: sizes.entries[0]?.operation,
        request: { of: 'grpc' },
        answer: null,
      },
      {
        shape: 'small',
        operation: sizes.entries[1]?.operation,
        request: { of: 'grpc' },
        answer: null,
      },
    ]);
    expect(sizes).toMatchObject({
      workload: 'product',
      tls: 'on',
      client: 'raw',
      text: 'ascii',
      dates: 'date-only',
      skipped: [],
      published: [],
    });
    await expect(measure({ protocols: ['rest'], shapes: ['none'] })).rejects.toThrow(
      'has no shape none',
    );
  });

  it('gives shapes that change data a service of their own, and leaves out what is not offered', async () => {
    const { sizes, asked } = await measure({
      workload: 'store',
      protocols: ['rest', 'graphql'],
      shapes: ['get-user', 'create-user', 'delete-user'],
    });
    expect(asked[0]).toEqual(['rest', ['create-user']]);
    expect(asked[1]).toEqual(['rest', ['delete-user']]);
    expect(asked[2]).toEqual(['rest', ['get-user']]);
    expect(sizes).not.toHaveProperty('dates');
  });
});

describe('measuring an own service', () => {
  const request = (name: string, changes: boolean, protocols: readonly Protocol[]) => ({
    ...{ name, doc: name, changes, agree: [], checks: {} },
    calls: Object.fromEntries(protocols.map((protocol) => [protocol, emptyCall])),
  });
  const custom: OwnService = {
    requests: [
      request('get', false, ['rest', 'soap']),
      request('post', true, ['rest']),
      request('look', false, ['rest']),
    ],
    ...{ mixes: [], flows: [], taken: [], data: [], schemas: [], secrets: [], tokens: [] },
  };
  const read = experimentOf(`wirebench: 1
name: Own
service: {rest: {address: "http://127.0.0.1:9"}, requests: {get: {rest: {path: /}}}}
factors: {protocol: rest, shape: get, users: 1}
load: {model: closed, requests: 1}
`);
  const failed = new WirebenchError('WIRE_CAPTURE_FAILED', 'refused');
  const measure = async (
    wanted: object,
    fails: (request: string) => Error | null = () => null,
    service = custom,
  ) => {
    const experiment = { ...read, custom: service };
    const record = async (
      _placed: unknown,
      { request: name, protocol }: { request: string; protocol: Protocol },
    ) => {
      const error = fails(name);
      if (error) throw error;
      return recorded(protocol, name);
    };
    const given = { ...wanted, targetOf: async () => ({}) };
    return measureOwnSizes(
      experiment as never,
      given as never,
      '/home',
      new AbortController().signal,
      record as never,
    );
  };
  const names = ({ entries }: { entries: readonly { protocol: string; shape: string }[] }) =>
    entries.map(({ protocol, shape }) => `${protocol} ${shape}`);

  it('has an entry for each request that changes nothing', async () => {
    const sizes = await measure({});
    expect(names(sizes)).toEqual(['rest get', 'rest look']);
    expect(sizes).toMatchObject({
      workload: 'custom',
      tls: 'off',
      client: 'raw',
      skipped: [],
      messages: [],
      published: [],
    });
    const both = await measure({ protocols: ['soap', 'rest'] });
    expect(names(both)).toEqual(['rest get', 'rest look', 'soap get']);
    expect(both.skipped).toEqual([]);
  });

  it('has those that are named, and says which cannot be sent', async () => {
    const sizes = await measure({ requests: ['post', 'get'], protocols: ['rest', 'soap'] });
    expect(names(sizes)).toEqual(['rest post', 'rest get', 'soap get']);
    expect(sizes.skipped).toEqual([
      {
        protocol: 'soap',
        shape: 'post',
        reason: 'The experiment does not say how post is sent over SOAP.',
      },
    ]);
    await expect(measure({ requests: ['none'] })).rejects.toThrow(
      expect.objectContaining({ code: 'ARGUMENT_INVALID' }),
    );
    await expect(measure({ requests: ['post'], protocols: ['soap'] })).rejects.toThrow(
      'post cannot be sent over soap',
    );
    const changing = { ...custom, requests: [request('post', true, ['rest'])] };
    await expect(measure({}, () => null, changing)).rejects.toThrow('without changing the data');
  });

  it('goes on after a call that failed, unless all did', async () => {
    const sizes = await measure({}, (name) => (name === 'get' ? failed : null));
    expect(names(sizes)).toEqual(['rest look']);
    expect(sizes.skipped).toEqual([
      { protocol: 'rest', shape: 'get', reason: 'REST, get: refused', failed: true },
    ]);
    await expect(measure({}, () => failed)).rejects.toBe(failed);
    const other = new WirebenchError('SERVICE_DIED', 'gone');
    await expect(measure({}, (name) => (name === 'look' ? other : null))).rejects.toBe(other);
  });
});
