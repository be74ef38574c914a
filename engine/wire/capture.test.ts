import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { makeFolder, removeFolder } from '../../tests/support/folder.ts';
import { listen } from '../../tests/support/loopback.ts';
import { makeCertificates } from '../../tests/support/own-certificates.ts';
import { ownExperiment, ownHttpService } from '../../tests/support/own-services.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { filesIn } from '../own-service/files.ts';
import { withService } from '../own-service/with-service.ts';
import { assertShapes } from './assert-shapes.ts';
import { stoppable } from './capture.ts';
import { captureOwn, loneRequests, ownRequest, recordOwn } from './capture-own.ts';

const file = `
  rest: {address: "http://127.0.0.1:1/base"}
  rest-h2: {address: "http://127.0.0.1:2"}
  requests:
    read: {rest: {path: "/read/{{sequence}}"}, rest-h2: {path: /h2}}
    list: {rest: {path: /list}}
    get: {rest: {path: "/get/{{id}}"}}
  flows:
    buy: {steps: [{request: list, take: {id: {path: "$.id"}}}, {request: get}]}`;

let read: Experiment;
let home: string;
beforeAll(async () => {
  home = makeFolder();
  const factors = 'protocol: [rest, rest-h2], shape: [read], users: [2]';
  const place = { files: filesIn(home), folder: home, home };
  read = await withService(experimentOf(ownExperiment(file, factors)), place);
});
afterAll(() => removeFolder(home));

const { signal } = new AbortController();
const failed = (message: string | RegExp) => ({
  code: 'WIRE_CAPTURE_FAILED',
  message: expect.stringMatching(message),
});
const refused = (message: string) => expect.objectContaining({ code: 'ARGUMENT_INVALID', message });

describe('a recording of two calls to an own service', () => {
  it('shows them in each protocol of the request, as a run would send them', async () => {
    const http = await ownHttpService(() => '{"id":"9"}');
    const h2 = await ownHttpService(() => '{}', 2);
    const addresses = { rest: `${http.address}/base`, 'rest-h2': h2.address };
    const asked: string[] = [];
    const targetOf = async (protocol: string) => {
      asked.push(protocol);
      return addresses;
    };
    const captures = await captureOwn(read, { targetOf }, home, signal);
    expect(asked).toEqual(['rest', 'rest-h2']);
    expect(captures.map(({ protocol, shape, calls }) => [protocol, shape, calls.length])).toEqual([
      ['rest', 'read', 2],
      ['rest-h2', 'read', 2],
    ]);
    expect(http.seen.map(({ call, headers }) => [call, headers.host])).toEqual(
      [0, 1].map((number) => [`GET /base/read/${number}`, http.address.replace('http://', '')]),
    );
    for (const { recorded, countedByDriver, takenAt, secured } of captures) {
      expect(recorded).toEqual(countedByDriver);
      expect(recorded.sent).toBeGreaterThan(100);
      expect(Math.abs(Date.now() - Date.parse(takenAt))).toBeLessThan(60_000);
      expect(secured).toBeNull();
    }
    const only = { request: 'list', protocols: ['rest', 'grpc'] as const, targetOf };
    const [one, ...none] = await captureOwn(read, only, home, signal);
    expect([one?.shape, none]).toEqual(['list', []]);
  });

  it('is read over TLS, and leaves no secrets', async () => {
    const own = await makeCertificates();
    const { cert, key } = own.server;
    const http = await ownHttpService(() => '{"id":"9"}', 1, { cert, key });
    const ownTls = {
      rest: {
        ca: [own.authority.cert],
        identity: null,
        serverName: 'orders.internal',
        verify: true,
      },
    };
    const placed = {
      ...read,
      ownTls,
      target: { rest: http.address },
      factors: { ...read.factors, tls: ['tls1.3'], client: ['raw'] },
    } as Experiment;
    const before = new Set(readdirSync(tmpdir()));
    const what = { request: 'list', protocol: 'rest', contents: true } as const;
    const { capture, contents } = await recordOwn(placed, what, home, signal);
    expect(capture.secured?.version).toBe('TLS 1.3');
    expect(capture.calls.map(({ exchange }) => exchange.received.payload)).toEqual([10, 10]);
    expect(contents?.calls.map(({ answer }) => answer.payload)).toEqual([10, 10]);
    const left = readdirSync(tmpdir()).filter((name) => name.startsWith('wirebench-wire-'));
    expect(left.filter((name) => !before.has(name))).toEqual([]);
  });

  it('says what cannot be reached, and how it was refused', async () => {
    const gone = await listen(() => undefined);
    await gone.close();
    const record = (rest: string) =>
      recordOwn(
        { ...read, target: { rest } },
        { request: 'list', protocol: 'rest', contents: false },
        home,
        signal,
      );
    const place = `127.0.0.1:${gone.port}`;
    await expect(record(`http://${place}`)).rejects.toMatchObject(
      failed(`^Nothing can be reached at ${place} \\(ECONNREFUSED\\)\\.$`),
    );
    const http = await ownHttpService(() => ({ status: 500, body: 'no' }));
    await expect(record(http.address)).rejects.toMatchObject(
      failed(/^A call did not succeed: HTTP 500: no \(status, 500\)$/),
    );
  });

  it('ends when it is stopped', async () => {
    const ended = AbortSignal.abort();
    const targetOf = async () => ({ rest: 'http://127.0.0.1:1' });
    const stopped = captureOwn(read, { request: 'list', targetOf }, home, ended);
    await expect(stopped).rejects.toMatchObject(failed('^The capture was stopped$'));
    const later = new AbortController();
    const seen: boolean[] = [];
    const running = stoppable(later.signal, async (inner) => {
      seen.push(inner.signal.aborted);
      later.abort();
      seen.push(inner.signal.aborted);
      return 7;
    });
    expect([await running, seen]).toEqual([7, [false, true]]);
  });
});

describe('the request to record', () => {
  it('is the first that is measured, or the first that needs nothing', () => {
    expect(loneRequests(read).map(({ name }) => name)).toEqual(['read', 'list']);
    expect(ownRequest(read, undefined).name).toBe('read');
    expect(ownRequest(read, 'list').name).toBe('list');
    const flowsOnly = { ...read, factors: { ...read.factors, shape: ['list', 'read'] } };
    expect(ownRequest(flowsOnly, undefined).name).toBe('list');
    const none = { ...read, factors: { ...read.factors, shape: ['buy'] } };
    expect(ownRequest(none, undefined).name).toBe('read');
  });

  it.each([
    ['get', 'get needs values from a flow, and cannot be recorded by itself'],
    ['other', 'there is no request other: expected one of read, list'],
  ])('is none of the name %s', (name, message) => {
    expect(() => ownRequest(read, name)).toThrow(refused(message));
  });

  it('is none without a service, of a flow alone, or in another protocol', async () => {
    expect(() => loneRequests({})).toThrow(refused('the experiment has no service of your own'));
    const { custom } = read;
    const steps = custom && {
      ...custom,
      requests: custom.requests.filter(({ name }) => name === 'get'),
    };
    const alone = { ...read, custom: steps } as Experiment;
    expect(() => ownRequest(alone, undefined)).toThrow(/all need values from a flow$/);
    const subject = {
      request: 'list',
      protocols: ['soap', 'grpc'] as const,
      targetOf: async () => ({}),
    };
    await expect(captureOwn(read, subject, home, signal)).rejects.toEqual(
      refused('list cannot be sent over soap or grpc'),
    );
  });
});

it.each([
  [
    { workload: 'product', shapes: ['small', 'other'], data: {} },
    /^The workload product has no shape other: /,
  ],
  [{ workload: 'product', shapes: ['small'], data: { more: 1 } }, /^data.*more/],
  [{ workload: 'inventory', shapes: [], data: { items: 'x' } }, /^data/],
] as const)('a capture refuses %j', (asked, message) => {
  expect(() => assertShapes(asked)).toThrow(
    expect.objectContaining({ code: 'ARGUMENT_INVALID', message: expect.stringMatching(message) }),
  );
  expect(() => assertShapes({ ...asked, shapes: [], data: {} })).not.toThrow();
});
