import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '../../../contracts/engine-api.ts';
import type { ErrorCode } from '../../../contracts/errors.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { Protocol } from '../../../contracts/words.ts';
import { exitCodes } from '../../../engine/cli/exit-codes.ts';
import { exitCodeOfRun } from '../../../engine/cli/run/outcome.ts';
import { remarks } from '../../../engine/cli/text/run-text.ts';
import { wirebench } from '../../support/command-line.ts';
import { engineRuns } from '../../support/engine-runs.ts';
import { freePort } from '../../support/free-port.ts';
import { listenBadly } from '../../support/hostile-servers.ts';
import { removeTestIdentities, startService } from '../../support/service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import {
  type CountingServer,
  type HttpAnswer,
  httpServer,
  json,
} from '../../support/wrong-targets.ts';

const runs = engineRuns();
const { runToEnd } = runs;
afterAll(removeTestIdentities);

interface Settings {
  readonly protocol?: Protocol;
  readonly tls?: 'off' | 'on';
  readonly load?: string;
  readonly timeout?: string;
  readonly verify?: string;
}

/** An experiment with one trial against a target. */
function experimentText(target: string, settings: Settings = {}): string {
  const { protocol = 'rest', tls = 'off', timeout = '5s', verify = 'sample' } = settings;
  return `wirebench: 1
name: Wrong target
target: {${protocol}: "${target}"}
factors: {protocol: ${protocol}, users: 4, tls: [${tls}]}
load: {model: closed, ${settings.load ?? 'warmUp: 100ms, duration: 500ms'}}
workers: 1
timeout: ${timeout}
verify: ${verify}
thresholds: [errors < 1%]
`;
}

/** How `wirebench run` ends, and what it prints about its only trial. */
function outcomeOf(document: ResultDocument) {
  const [trial] = document.trials;
  if (!trial) throw new Error('no trial was measured');
  const said = remarks(document).filter((line) => line.startsWith('trial 1,'));
  return { code: exitCodeOfRun(document), trial, said: said.join('\n') };
}

const started = (protocol: Protocol, tls: 'off' | 'on') => async () => {
  const service = await startService({ protocol, tls });
  onTestFinished(async () => void (await service.stop()));
  return service.port;
};
const answering = (answer: HttpAnswer) => async () => (await httpServer(answer)).port;
const orders = '{"orders":[]}';
const silent = () => listenBadly(() => undefined);
const closing = () => listenBadly((socket) => socket.destroy());

const call = 'POST http://127.0.0.1:PORT/products/echo';
const grpcCall = 'The call of /wirebench.product.v1.ProductService/Echo at 127.0.0.1:PORT';
const grpc = { protocol: 'grpc' } as const;
const tls = { tls: 'on' } as const;
const nothing = answering((_, response) => json(response, 'nothing here', 404));
const renamed: HttpAnswer = (body, response) =>
  json(response, body.toString().replace(/"name":"./, '"name":"#'));

/** @param port a listener's. */
const at = (port: () => Promise<number>, failure: ErrorCode, settings: Settings = {}) => ({
  ...{ port, failure, settings },
});
/** With parts of the message, PORT for the port: place, answer, expectation, advice. */
const table: Readonly<Record<string, readonly [ReturnType<typeof at>, ...string[]]>> = {
  'a dead port': [
    at(freePort, 'TARGET_UNREACHABLE'),
    `${call} got no connection.`,
    'Nothing is listening on this port (ECONNREFUSED).',
    'Start the service, or correct target.rest.',
  ],
  'a dead port where gRPC is expected': [
    at(freePort, 'TARGET_UNREACHABLE', grpc),
    `${grpcCall} got no connection.`,
    'Start the service, or correct target.grpc.',
  ],
  '404 for everything': [
    at(nothing, 'TARGET_UNEXPECTED'),
    `${call} was answered with an error: HTTP 404: nothing here.`,
    'Expected: the product workload over REST without TLS. No load was sent.',
    'Correct target.rest',
  ],
  '404 for everything where SOAP is expected': [
    at(nothing, 'TARGET_UNEXPECTED', { protocol: 'soap' }),
    'POST http://127.0.0.1:PORT/soap/product (Echo) was answered with an error: HTTP 404',
  ],
  '500 for everything': [
    at(
      answering((_, response) => json(response, 'out of order', 500)),
      'TARGET_UNEXPECTED',
    ),
    `${call} was answered with an error: HTTP 500: out of order.`,
  ],
  'another interface': [
    at(
      answering((_, response) => json(response, orders)),
      'TARGET_UNEXPECTED',
    ),
    `${call} succeeded, but with an unexpected answer: The answer cannot be decoded`,
    'What a target must offer',
    'verify: none',
  ],
  'the right interface with other data': [
    at(answering(renamed), 'TARGET_UNEXPECTED'),
    `${call} succeeded, but with an unexpected answer:`,
    'name',
  ],
  'HTTP/1.1 where gRPC is expected': [
    at(
      answering((_, response) => json(response, '{}')),
      'TARGET_UNEXPECTED',
      grpc,
    ),
    grpcCall,
    'At this address: This port does not use HTTP/2',
    'Expected: the product workload over gRPC',
  ],
  'gRPC where REST is expected': [
    at(started('grpc', 'off'), 'TARGET_UNEXPECTED'),
    `${call} got`,
    'Expected: the product workload over REST',
  ],
  'TLS where REST without it is expected': [
    at(started('rest', 'on'), 'TARGET_UNEXPECTED'),
    `${call} got no answer`,
    'The other side uses TLS on this port.',
    'Make target.rest and factors.tls match',
  ],
  'TLS where gRPC without it is expected': [
    at(started('grpc', 'on'), 'TARGET_UNEXPECTED', grpc),
    grpcCall,
    'The other side uses TLS on this port.',
  ],
  'REST without TLS where it is expected': [
    at(started('rest', 'off'), 'TARGET_UNREACHABLE', tls),
    'POST https://127.0.0.1:PORT/products/echo got no connection with TLS.',
    'The other side does not use TLS on this port',
    'Make target.rest and factors.tls match',
  ],
  'gRPC without TLS where it is expected': [
    at(started('grpc', 'off'), 'TARGET_UNREACHABLE', { ...grpc, ...tls }),
    `${grpcCall} got no connection with TLS.`,
    'The other side does not use TLS on this port',
  ],
  'a certificate of an unknown authority': [
    at(started('rest', 'on'), 'TARGET_UNREACHABLE', tls),
    'got no connection with TLS.',
    'its certificate comes from an authority that this machine does not know',
    'NODE_EXTRA_CA_CERTS',
    'this machine trusts the certificate',
  ],
  'a server that never answers': [
    at(silent, 'TARGET_SILENT', { timeout: '300ms' }),
    `${call} got no answer within 0.3 s.`,
    'allow a longer timeout',
  ],
  'a server that closes every connection at once': [
    at(closing, 'TARGET_UNEXPECTED'),
    `${call} got no answer`,
    'The connection was closed',
    'Correct target.rest',
  ],
};

describe('a run against', () => {
  it.each(Object.entries(table))(
    '%s sends no load and says why',
    async (_what, [wrong, ...says]) => {
      const { settings, failure } = wrong;
      const port = await wrong.port();
      const place = `127.0.0.1:${port}`;
      const scheme = settings.tls === 'on' ? 'https' : 'http';
      const target = settings.protocol === 'grpc' ? place : `${scheme}://${place}`;
      const document = await runToEnd(experimentText(target, settings));
      const { code, trial, said } = outcomeOf(document);
      expect(code).toBe(exitCodes.failed);
      expect(trial).toMatchObject({ status: 'failed', failure: { code: failure } });
      expect(trial.accounting.issued).toBe(0);
      for (const words of [`failed (${failure})`, ...says]) {
        expect(said).toContain(words.replace('PORT', String(port)));
      }
      expect(trial.client.reasons).toEqual(['Nothing was measured.']);
      expect(said).toContain('threshold missed: errors < 1% (no request was completed)');
    },
  );

  it('a dead port ends the command with 1', async () => {
    const port = await freePort();
    const home = temporaryFolder();
    const ended = await wirebench(
      home,
      ['run', '-', '--quiet'],
      experimentText(`http://127.0.0.1:${port}`),
    );
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(
      `failed (TARGET_UNREACHABLE): POST http://127.0.0.1:${port}/products/echo got no connection.`,
    );
  });
});

/** A REST service of the product that echoes, except for the requests that `answer` changes. */
function echoing(
  answer: (count: number) => 'right' | 'wrong' | 'failed' | 'never',
): Promise<CountingServer> {
  return httpServer((body, response, count) => {
    const how = answer(count);
    if (how === 'never') return;
    if (how === 'failed') json(response, 'busy', 503);
    else json(response, how === 'right' ? body : orders);
  });
}

type Answering = Parameters<typeof echoing>[0];
const by = (answer: Answering, settings: Settings, failure: ErrorCode | null = null) => ({
  ...{ answer, settings, failure },
});
const hundred = { load: 'requests: 100' };
const later: Readonly<Record<string, readonly [ReturnType<typeof by>, ...RegExp[]]>> = {
  'wrong in all answers but the first': [
    by((count) => (count ? 'wrong' : 'right'), { load: 'requests: 2000' }, 'ANSWERS_WRONG'),
    /: 100 % of the checked answers are wrong \((2\d) of \1, 95 % interval \d\d % to 100 %; 2,000 received\)/,
  ],
  'wrong in one answer of eleven': [
    by((n) => (n % 11 === 7 ? 'wrong' : 'right'), { load: 'requests: 10000' }, 'ANSWERS_WRONG'),
    / of the checked answers are wrong \(\d+ of 10\d, 95 % interval/,
    /threshold missed: errors < 1%/,
  ],
  'wrong in one answer of a thousand': [
    by((n) => (n % 1000 === 7 ? 'wrong' : 'right'), { load: 'requests: 3000', verify: 'all' }),
    /: 0\.1 % of the answers are wrong \(3 of 3,000\)\./,
  ],
  'wrong throughout with the check disabled': [by(() => 'wrong', { ...hundred, verify: 'none' })],
  'failing once, at the first call': [by((count) => (count ? 'right' : 'failed'), hundred)],
  'failing from the second call on': [
    by((count) => (count ? 'failed' : 'right'), hundred, 'NO_REQUEST_SUCCEEDED'),
    /None of 100 requests to http:\S+ succeeded/,
    /suspect: Every request failed, so the results do not describe the service: HTTP 503/,
  ],
  'silent from the second call on': [
    by((count) => (count ? 'never' : 'right'), { timeout: '2s' }, 'NO_REQUEST_COMPLETED'),
    /No request to http:\S+ was completed in the measured window of 0\.5 s; outside of it 0 succeeded and 4 failed\. Check whether the target answers/,
    /threshold missed: errors < 1% \(no request was completed\)/,
  ],
};

describe('a run against a service that is', () => {
  it.each(Object.entries(later))('%s', async (_what, [{ answer, settings, failure }, ...says]) => {
    const server = await echoing(answer);
    const document = await runToEnd(experimentText(`http://127.0.0.1:${server.port}`, settings));
    const found = outcomeOf(document);
    expect(found.trial.failure?.code ?? null).toBe(failure);
    expect(found.code).toBe(failure === null ? exitCodes.done : exitCodes.failed);
    for (const words of says) expect(found.said).toMatch(words);
    // The call before the load is in no result.
    const { issued } = found.trial.accounting;
    expect(server.requests - issued).toBe(failure === null && answer(0) === 'failed' ? 2 : 1);
  });
});

it('asks for every operation of a plan before the load', async () => {
  // An echo of everything is right for one of the two operations.
  const server = await httpServer((body, response) => json(response, body));
  const text = experimentText(`http://127.0.0.1:${server.port}`, {
    load: 'iterations: 5, interval: 0ms',
  })
    .replace('users: 4', "shape: ['small/modify:16']")
    .replace('model: closed', 'model: plan');
  const { trial } = outcomeOf(await runToEnd(text));
  expect(trial.failure).toMatchObject({
    code: 'TARGET_UNEXPECTED',
    message: expect.stringContaining('/products/modify succeeded, but with an unexpected answer'),
  });
  expect(trial.accounting.issued).toBe(0);
});

it('names the refused connection while a service that has gone is loaded', async () => {
  const server = await echoing(() => 'right');
  const sentences = new Set<string>();
  const gone = () => void server.close();
  const note = (event: RunEvent) => {
    if (event.type === 'point' && event.point.phase === 'measured' && event.point.ok > 0) gone();
    const health = 'health' in event ? event.health : null;
    if (health) sentences.add(health.sentence);
  };
  const text = experimentText(`http://127.0.0.1:${server.port}`, {
    load: 'warmUp: 0s, duration: 3s',
  });
  const { trial } = outcomeOf(await runToEnd(text, note));
  expect(trial.failure?.code).toBe('TARGET_LOST');
  expect([...sentences].join('\n')).toMatch(
    /The target has accepted no connection for .*ECONNREFUSED/,
  );
  expect([...sentences].join('\n')).not.toMatch(/Client-bound/);
});

it('gives the call before the load up when the run is stopped', async () => {
  const text = experimentText(`http://127.0.0.1:${await silent()}`, { timeout: '10m' });
  const stop = async (event: RunEvent) => {
    if (event.type !== 'snapshot' || event.progress.activity !== 'Checking the target') return;
    await runs.engine.client.runs.stop({ runId: event.progress.runId });
  };
  const document = await runToEnd(text, stop);
  expect(document.trials[0]).toMatchObject({ status: 'stopped', failure: null });
  expect(exitCodeOfRun(document)).toBe(exitCodes.interrupted);
});
