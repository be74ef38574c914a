import { describe, expect, it } from 'vitest';
import { closedExperiment as experiment, remote } from '../../tests/support/closed-experiment.ts';
import { makeCell } from '../../tests/support/records.ts';
import { storeWorkload } from '../../workloads/store/store.ts';
import { addOpened, joinExchanges } from './exchanges.ts';
import { checkServers, readinessOf, serverName, startServer } from './servers/start-server.ts';
import { planIterations } from './stints/iterations.ts';
import { calledText, ownServiceCalledText } from './target-check/called.ts';
import { type RefusedCall, refusalReport } from './target-check/refusal.ts';
import { comparisonOf, noSuccess, reportable, wrongAnswers } from './trial-failure.ts';
import type { TrialFigures } from './trial-metrics.ts';

const cell = makeCell();

const figures = (ok: number, failed: number, more: object = {}) =>
  ({
    measured: { ok, failed, lengthMs: 2500 },
    errors: [],
    checked: 0,
    finished: { warmUp: 0, drained: 0, succeeded: 0 },
    ...more,
  }) as unknown as TrialFigures;
const error = (kind: string, count: number, code = 'X') => ({
  kind,
  code,
  count,
  message: `${kind} ${code}`,
});

describe('a trial without success', () => {
  it('had errors only: of connections, or others', () => {
    expect(noSuccess(figures(1, 9), experiment(), cell)).toBeNull();
    const unreachable = noSuccess(
      figures(0, 1200, { errors: [error('connect', 1200)] }),
      experiment({ target: remote }),
      cell,
    );
    expect(unreachable).toMatchObject({
      code: 'TARGET_UNREACHABLE',
      message: expect.stringMatching(
        /^None of 1.?200 requests to http:\/\/127\.0\.0\.1:1\/base succeeded; the first error: connect X$/,
      ),
    });
    const both = figures(0, 3, { errors: [error('status', 2), error('connect', 1)] });
    expect(noSuccess(both, experiment(), cell)).toMatchObject({
      code: 'NO_REQUEST_SUCCEEDED',
      message:
        'None of 3 requests to the bundled REST service succeeded; the first error: status X',
    });
    expect(noSuccess(figures(0, 3), experiment(), cell)?.message).toMatch(
      /the first error: unknown$/,
    );
  });

  it('had no end within its window', () => {
    const later = figures(0, 0, { finished: { warmUp: 5, drained: 3, succeeded: 6 } });
    expect(noSuccess(later, experiment(), cell)).toEqual({
      code: 'NO_REQUEST_COMPLETED',
      message:
        'No request to the bundled REST service was completed in the measured window of 2.5 s; outside of it 6 succeeded and 2 failed.',
      hint: 'Measure for longer than an answer takes.',
    });
    const never = noSuccess(figures(0, 0), experiment(), cell);
    expect(never?.message).toContain('outside of it 0 succeeded and 0 failed.');
    expect(never?.hint).toMatch(/^Check whether the target answers at all/);
  });

  it('compares answers without those of another size', () => {
    const total = figures(90, 10, {
      checked: 50,
      errors: [error('status', 4), error('mismatch', 2, 'SIZE'), error('mismatch', 3, 'CONTENT')],
    });
    expect(comparisonOf(total, 'requests')).toMatchObject({
      checked: 50,
      message: 'mismatch CONTENT',
      counts: 'requests',
    });
    expect(comparisonOf(figures(1, 0), 'requests')).toEqual({
      checked: 0,
      answered: 1,
      message: null,
      counts: 'requests',
    });
    expect(wrongAnswers(figures(90, 0), experiment())).toBeNull();
  });

  it('is reported without secrets', () => {
    const failure = { code: 'INTERNAL', message: 'the value secret-one is wrong' } as const;
    const custom = { secrets: ['secret-one'] } as never;
    expect(reportable(failure, { custom })?.message).not.toContain('secret-one');
    expect(reportable(failure, {})).toBe(failure);
    expect(reportable(null, { custom })).toBeNull();
  });
});

describe('a refused call', () => {
  const call = (kind: string, more: Partial<RefusedCall> = {}): RefusedCall => ({
    called: 'GET http://x/1',
    expected: 'the product workload over REST without TLS',
    failure: { kind, code: 'C1', message: 'it failed.' } as RefusedCall['failure'],
    timeoutMs: 2500,
    wasSilent: false,
    found: null,
    tlsRemedy: null,
    addressKey: 'target.rest',
    own: false,
    ...more,
  });
  const found = (more: object = {}) => ({
    words: 'Nothing.',
    unreachable: false,
    otherTls: false,
    ...more,
  });
  const outcome = (refused: RefusedCall) =>
    /^GET http:\/\/x\/1 (.*?)\. (At|Expected)/.exec(refusalReport(refused).message)?.[1];

  it.each([
    [
      'connect',
      {},
      'TARGET_UNREACHABLE',
      'got no connection: it failed (C1)',
      /^Start the service, or correct target\.rest\.$/,
    ],
    [
      'connect',
      { found: found({ unreachable: true }) },
      'TARGET_UNREACHABLE',
      'got no connection',
      /^Start the service/,
    ],
    [
      'connect',
      { found: found() },
      'TARGET_UNREACHABLE',
      'got no connection: it failed (C1)',
      /^Start the service/,
    ],
    [
      'tls',
      {},
      'TARGET_UNREACHABLE',
      'got no connection with TLS: it failed (C1)',
      /^Check factors\.tls, and/,
    ],
    [
      'tls',
      { found: found({ otherTls: true }) },
      'TARGET_UNREACHABLE',
      'got no connection with TLS',
      /^Make target\.rest and factors\.tls match/,
    ],
    [
      'tls',
      { tlsRemedy: 'Do this.' },
      'TARGET_UNREACHABLE',
      'got no connection with TLS: it failed (C1)',
      /^Do this\.$/,
    ],
    ['timeout', {}, 'TARGET_SILENT', 'got no answer within 2.5 s', /allow a longer timeout/],
    [
      'timeout',
      { wasSilent: true },
      'TARGET_SILENT',
      'got no answer within 2.5 s; it did not answer before an earlier trial either',
      /longer timeout/,
    ],
    [
      'timeout',
      { found: found({ unreachable: true }) },
      'TARGET_UNREACHABLE',
      'got no answer within 2.5 s',
      /^Start the service/,
    ],
    [
      'reset',
      {},
      'TARGET_UNEXPECTED',
      'got no answer: it failed (C1)',
      /^Correct target\.rest, or start the expected service/,
    ],
    [
      'protocol',
      {},
      'TARGET_UNEXPECTED',
      'got a response that is not valid in this protocol: it failed (C1)',
      /^Correct target\.rest, or/,
    ],
    [
      'mismatch',
      {},
      'TARGET_UNEXPECTED',
      'succeeded, but with an unexpected answer: it failed',
      /set verify: none/,
    ],
    [
      'mismatch',
      { own: true },
      'TARGET_UNEXPECTED',
      'succeeded, but with an unexpected answer: it failed',
      /correct the request, its checks, or the service/,
    ],
    [
      'status',
      { own: true },
      'TARGET_UNEXPECTED',
      'was answered with an error: it failed (C1)',
      /correct the request, target\.rest, or the service/,
    ],
    [
      'status',
      { addressKey: null },
      'TARGET_UNEXPECTED',
      'was answered with an error: it failed (C1)',
      /^The bundled service did not answer its own client/,
    ],
  ])('by %s with %j is %s: %s', (kind, more, code, words, hint) => {
    const refused = call(kind, more as Partial<RefusedCall>);
    const report = refusalReport(refused);
    expect([report.code, outcome(refused)]).toEqual([code, words]);
    expect(report.hint).toMatch(hint);
    expect(report.message.includes('At this address: Nothing.')).toBe('found' in more);
    expect(report.message).toMatch(
      /Expected: the product workload over REST without TLS\. No load was sent\.$/,
    );
  });

  it('has its code once', () => {
    const failure = { kind: 'status', code: 'HTTP_500', message: 'status HTTP_500' } as const;
    expect(outcome(call('status', { failure }))).toBe(
      'was answered with an error: status HTTP_500',
    );
  });

  const of = (protocol: 'rest' | 'soap' | 'grpc' | 'graphql' | 'rsocket', address: string) =>
    calledText({
      protocol,
      workload: storeWorkload.description,
      operation: storeWorkload.description.operations['get-user'] as never,
      request: { id: 'a/7' },
      address,
    });
  it.each([
    ['rest', 'http://x', /^GET http:\/\/x\/.*a%2F7$/],
    ['soap', 'http://x', /^POST http:\/\/x\/soap\/store \(GetUser\)$/],
    ['graphql', 'http://x', /^POST http:\/\/x\/graphql \(GetUser\)$/],
    ['grpc', 'x:1', /^The call of \/wirebench\.store\.v1\.\w+\/GetUser at x:1$/],
    ['rsocket', 'x:1', /^The call of route user at x:1$/],
  ] as const)('over %s is written as %s', (protocol, address, words) => {
    expect(of(protocol, address)).toMatch(words);
  });

  it('of an own service is written by its kind', () => {
    const written = { kind: 'text', method: 'PUT', target: '/a?b' } as never;
    expect(ownServiceCalledText(written, 'http://x')).toBe('PUT http://x/a?b');
    expect(ownServiceCalledText({ kind: 'message', path: '/p.S/M' } as never, 'x:1')).toBe(
      'The call of /p.S/M at x:1',
    );
  });
});

describe('an own server', () => {
  const ready = (one: object, more: object = {}, addresses: object = remote) =>
    readinessOf({ ready: one } as never, addresses as never, makeCell(more), (text) =>
      text.replace('{{x}}', 'X'),
    );

  it.each([
    [{ log: 'up {{x}}' }, {}, { by: 'log', text: 'up X' }],
    [{ http: 'http://other:5/{{x}}' }, {}, { by: 'http', url: 'http://other:5/X' }],
    [{ http: '/up' }, {}, { by: 'http', url: 'http://127.0.0.1:1/up' }],
    [
      { http: '/up' },
      { tls: 'on', protocol: 'grpc' },
      { by: 'http', url: 'https://127.0.0.1:1/up' },
    ],
    [{ health: true }, {}, { by: 'health', host: '127.0.0.1', port: 2, tls: false }],
    [{ health: 'h{{x}}:9' }, { tls: 'mtls' }, { by: 'health', host: 'hx', port: 9, tls: true }],
    [{}, {}, { by: 'tcp', host: '127.0.0.1', port: 1 }],
    [{}, { protocol: 'grpc' }, { by: 'tcp', host: '127.0.0.1', port: 2 }],
  ])('is ready by %j in %j: %j', (one, more, expected) => {
    expect(ready(one, more)).toEqual(expected);
  });

  it('is reached by IPv6, too', () => {
    expect(ready({ http: '/up' }, { protocol: 'grpc' }, { grpc: '[::1]:7' })).toEqual({
      by: 'http',
      url: 'http://[::1]:7/up',
    });
    expect(ready({ health: true }, {}, { rest: 'http://[::1]:8' })).toEqual({
      by: 'health',
      host: '::1',
      port: 8,
      tls: false,
    });
  });

  it('has a name, and is none where nothing is to be started', async () => {
    expect([serverName({}), serverName({ server: 'old' })]).toEqual(['server', 'server “old”']);
    const place = {
      home: '',
      folder: '',
      niceness: 0,
      cores: null,
      secrets: () => [],
      signal: undefined,
    } as never;
    expect(await startServer(experiment(), cell, place)).toBeNull();
    expect(await startServer(experiment({ target: remote }), cell, place)).toBeNull();
    expect(checkServers(experiment({ target: remote }))).toEqual([]);
  });
});

it.each([
  [{ warmUpIterations: 0, schedule: 'users', iterations: 9, users: 3 }, 1, 'Running iterations'],
  [{ warmUpIterations: 2, schedule: 'users', iterations: 9, users: 3 }, 2, 'Running iterations'],
])('plans iterations in one stint: %j', (load, segments, activity) => {
  const plan = planIterations({ model: 'plan', form: 'staged', atOnce: 1, ...load } as never);
  const stint = plan.next([], 0);
  expect(stint).toMatchObject({ requests: 9, firstRound: 0, rounds: [], activity });
  expect(stint?.segments.map(({ phase }) => phase)).toEqual(
    segments === 1 ? ['measured'] : ['warm-up', 'measured'],
  );
  expect(plan.next([], 1)).toBeNull();
});

describe('what several workers saw', () => {
  const exchange = (more: object = {}) =>
    ({
      methods: ['GET'],
      http: ['1.1'],
      codings: [],
      tls: [],
      cached: null,
      reads: 5,
      ...more,
    }) as never;

  it('is joined, each once and in order', () => {
    expect(joinExchanges([])).toBeNull();
    expect(joinExchanges([exchange()])).toEqual(exchange());
    const one = exchange({ methods: ['PUT'], http: ['2'], cached: ['b', 'd', 'f'], tls: ['x'] });
    const two = exchange({ methods: ['GET', 'PUT'], codings: ['gzip'], cached: ['a', 'c', 'e'] });
    expect(joinExchanges([one, two, exchange({ reads: 6 })])).toEqual({
      methods: ['GET', 'PUT'],
      http: ['1.1', '2'],
      codings: ['gzip'],
      tls: ['x'],
      cached: ['a', 'b', 'c', 'd', 'e'],
      reads: null,
    });
    expect(joinExchanges([one, two])).toMatchObject({ reads: 5 });
  });

  it('has the sum of the connections that were counted', () => {
    expect(addOpened([])).toBeNull();
    expect(addOpened([null, undefined])).toBeNull();
    const part = (n: number) => ({ connections: n, handshakes: 2 * n, resumed: 3 * n });
    expect(addOpened([part(1), null, part(4)])).toEqual(part(5));
  });
});
