import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { fetch } from 'undici';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { protocolFacts } from '../../contracts/protocols.ts';
import type { BundledService, ServiceEvent } from '../../contracts/services.ts';
import { type Protocol, protocols, type TlsLevel } from '../../contracts/words.ts';
import { checkAddress } from '../../engine/services/check/check-address.ts';
import { rsocketErrorCodes, rsocketFrameTypes } from '../../protocols/rsocket/frames.ts';
import { errorFrame, keepaliveFrame, makeRsocketFrame } from '../../protocols/rsocket/write.ts';
import { protocolServices } from '../../services/registry.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { freePort } from '../support/free-port.ts';
import { drip, listenBadly } from '../support/hostile-servers.ts';
import { writeForever } from '../support/loopback.ts';
import { samplerOptions } from '../support/sampler.ts';
import { removeTestIdentities, serverCa, serverTls } from '../support/service.ts';

type CheckOptions = Parameters<typeof checkAddress>[1];

afterAll(removeTestIdentities);

const runs = engineRuns();
const services = () => runs.engine.client.services;

const stoppers: AbortController[] = [];
afterEach(() => {
  for (const stopper of stoppers.splice(0)) stopper.abort();
});

/** Follows the services until an event satisfies `wanted`. */
async function until(wanted: (event: ServiceEvent) => boolean): Promise<ServiceEvent> {
  const stopper = new AbortController();
  stoppers.push(stopper);
  for await (const event of await services().watch(undefined, { signal: stopper.signal })) {
    if (wanted(event)) return event;
  }
  throw new Error('The services ended');
}

const becomes = (protocol: Protocol, state: BundledService['state']) =>
  until(
    (event) =>
      event.type === 'changed' &&
      event.service.protocol === protocol &&
      event.service.state === state,
  );

async function logOf(protocol: Protocol): Promise<string[]> {
  const event = await until(({ type }) => type === 'snapshot');
  if (event.type !== 'snapshot') return [];
  const found = event.services.find(({ service }) => service.protocol === protocol);
  return found?.log.map(({ kind, text }) => `${kind}: ${text}`) ?? [];
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('bundled services by hand', () => {
  it('start, count, report their metrics, log what clients do wrong, and stop', async () => {
    const port = await freePort();
    const started = await services().start({ protocol: 'rest', port });
    expect(started).toMatchObject({ state: 'running', port, target: `http://127.0.0.1:${port}` });
    const headers = { 'content-type': 'application/json' };
    const echo = `${started.target}/products/echo`;
    const body = '{"id":"0","name":"Coffee","description":"abc"}';
    expect((await fetch(echo, { method: 'POST', headers, body })).status).toBe(200);
    expect((await fetch(echo, { method: 'POST', headers, body: '{"id":1}' })).status).toBe(400);
    const point = await until(
      (event) => event.type === 'point' && event.protocol === 'rest' && event.point.requests === 2,
    );
    expect(point).toMatchObject({ point: { rssBytes: expect.any(Number) } });
    expect((await logOf('rest')).join('\n')).toMatch(/client: POST \/products\/echo: body/);
    const stopped = await services().stop({ protocol: 'rest' });
    expect(stopped).toMatchObject({ state: 'stopped', port: null, target: null });
    expect((await logOf('rest')).at(-1)).toBe('stop: Stopped');
    await expect(fetch(echo)).rejects.toThrow();
  });

  it('say why they crashed, start again, and end with the engine', async () => {
    const first = await services().start({ protocol: 'soap' });
    const crashed = becomes('soap', 'crashed');
    process.kill(first.pid ?? 0, 'SIGKILL');
    expect(await crashed).toMatchObject({
      service: { reason: expect.stringContaining('SIGKILL'), pid: null },
    });
    expect((await logOf('soap')).at(-1)).toBe('crash: The process was ended by SIGKILL.');
    const again = await services().start({ protocol: 'soap' });
    const other = await services().start({ protocol: 'soap' });
    expect(other.pid).not.toBe(again.pid);
    expect(isAlive(again.pid ?? 0)).toBe(false);
    await runs.engine.close();
    expect(isAlive(other.pid ?? 0)).toBe(false);
  });

  it('have certificates and interface files', async () => {
    const { authority, server, authorityPem } = await services().certificates();
    expect(server.issuer).toBe(authority.subject);
    expect(server.names).toContain('127.0.0.1');
    expect(server.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
    expect(authorityPem).toMatch(/^-----BEGIN CERTIFICATE-----/);
    const files = await Promise.all(
      protocols.map((one) => services().interfaceFile({ protocol: one })),
    );
    expect(files.map(({ name, text }) => [name, text.length > 100])).toEqual(
      'openapi.json openapi.json openapi.json product.wsdl product.proto product.graphql product.md'
        .split(' ')
        .map((name) => [name, true]),
    );
  });

  it('serve another workload, with its own calls and interface file', async () => {
    const order = { protocol: 'graphql', workload: 'inventory' } as const;
    const started = await services().start(order);
    expect(started).toMatchObject({ state: 'running', workload: 'inventory' });
    const file = await services().interfaceFile(order);
    const served = started.addresses.find(({ name }) => name === 'Schema');
    expect(await (await fetch(served?.address ?? '')).text()).toBe(file.text);
    const [call] = started.examples;
    const { stdout } = await promisify(execFile)('sh', ['-c', `${call?.text} -sS`]);
    expect(JSON.parse(stdout)).toHaveProperty('data');
    expect(stdout).not.toContain('errors');
  });
});

const patient = { resolve: 5000, connect: 5000, tls: 5000, probe: 5000 };
/** Short, so that a server that never ends costs little. */
const limits = { resolve: 1000, connect: 1000, tls: 200, probe: 200 };

/** Checks what listens on a port of this machine. */
const checked = (
  protocol: Protocol,
  port: number,
  tls = false,
  more: Partial<CheckOptions> = {},
) => {
  const scheme = protocolFacts[protocol].address === 'host:port' ? '' : `http${tls ? 's' : ''}://`;
  const address = `${scheme}localhost:${port}`;
  return checkAddress({ protocol, address, tls }, { authority: '', limits: patient, ...more });
};

/** A service of the sampler in this process, optionally over TLS. */
async function startSampler(protocol: Protocol, level: TlsLevel = 'off') {
  const watch = samplerOptions({ tls: await serverTls(level) });
  const service = await (await protocolServices[protocol].service())(watch.options);
  onTestFinished(() => service.stop());
  return { port: service.port, ...watch };
}

describe('a check of an address', () => {
  it.each(protocols)('finds the %s service, plain and over TLS', async (protocol) => {
    for (const tls of [false, true]) {
      const { port, answers, complaints } = await startSampler(protocol, tls ? 'on' : 'off');
      const report = await checked(protocol, port, tls, { authority: await serverCa() });
      expect(report).toMatchObject({ verdict: 'reachable' });
      expect(report.steps.map(({ step, outcome }) => [step, outcome])).toEqual([
        ['resolve', 'ok'],
        ['connect', 'ok'],
        ...(tls ? [['tls', 'ok']] : []),
        ['probe', 'ok'],
      ]);
      // GraphQL can only be identified by a query.
      expect([answers(), complaints]).toEqual([protocol === 'graphql' ? 1 : 0, []]);
    }
  });

  it('distinguishes a service of another protocol from the wanted one', async () => {
    const { port } = await startSampler('soap');
    expect((await checked('rest', port)).verdict).toBe('reachable');
    const grpc = await checked('grpc', port);
    expect(grpc.verdict).toBe('unreachable');
    expect(grpc.steps.at(-1)?.words).toContain('This port does not use HTTP/2');
  });

  it('explains its verdict on a foreign certificate', async () => {
    const { port } = await startSampler('rest', 'on');
    const trusted = await checked('rest', port, true, { authority: await serverCa() });
    expect(trusted.steps[2]?.words).toMatch(/trusted certificate of “Wirebench server”, until 20/);
    const unknown = await checked('rest', port, true);
    expect(unknown.verdict).toBe('doubtful');
    expect(unknown.steps[2]?.words).toMatch(/an authority that this machine does not know/);
  });

  it('fails at the step that fails, with a reason', async () => {
    const report = await checked('rest', await freePort());
    expect(report.steps).toHaveLength(2);
    expect(report.steps[1]).toMatchObject({ step: 'connect', outcome: 'failed' });
    expect(report.steps[1]?.words).toContain('Nothing is listening');
    const odd = await services().check({ protocol: 'grpc', address: 'http://x/<b>', tls: false });
    expect(odd.steps[0]?.words).toContain('is not an address');
  });

  it.each([
    [
      'a refusal',
      errorFrame(0, rsocketErrorCodes.rejectedSetup, 'full'),
      'doubtful',
      /REJECTED_SETUP, “full”/,
    ],
    ['another echo', keepaliveFrame(false, Buffer.from('x')), 'doubtful', /came back changed/],
    [
      'a lease',
      makeRsocketFrame(rsocketFrameTypes.lease, 0, 0),
      'unreachable',
      /LEASE came unrequested/,
    ],
    [
      'HTTP',
      Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'unreachable',
      /in time|does not use RSocket|took longer|without an answer/,
    ],
  ] as const)('says of RSocket what is wrong with %s', async (_, answer, verdict, words) => {
    const port = await listenBadly((socket) => socket.once('data', () => socket.end(answer)));
    const report = await checked('rsocket', port, false, { limits: { ...patient, probe: 1000 } });
    expect(report.verdict).toBe(verdict);
    expect(report.steps.at(-1)?.words).toMatch(words);
  });
});

describe('a check against a hostile server', () => {
  const endless = (head: string, piece: string | Buffer) => (socket: Socket) => {
    socket.write(head);
    writeForever(socket, piece);
  };
  const behaviours: [string, (socket: Socket) => void][] = [
    ['headers without end', endless('HTTP/1.1 200 OK\r\n', `X-Filler: ${'a'.repeat(1000)}\r\n`)],
    [
      'a body without end',
      endless(
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
        `1000\r\n${'b'.repeat(0x1000)}\r\n`,
      ),
    ],
    ['a slow drip', (socket) => drip(socket, 'H', 20)],
    ['silence', () => undefined],
    ['an end at once', (socket) => socket.destroy()],
    ['HTTP/2 frames of nonsense', endless('', Buffer.alloc(9000, 0xff))],
    ['HTTP/2 settings', endless('', Buffer.from('000000040000000000'.repeat(4000), 'hex'))],
  ];

  it.each(behaviours)('comes to an end: %s', async (_, behave) => {
    const port = await listenBadly(behave);
    const checks = protocols.map(async (protocol) => {
      for (const tls of [false, true]) {
        const report = await checked(protocol, port, tls, { limits });
        expect(report.verdict).not.toBe('reachable');
        for (const { words } of report.steps) expect(words.length).toBeLessThanOrEqual(400);
      }
    });
    await Promise.all(checks);
  });

  it('quotes what it says as bounded text without control characters', async () => {
    const server = `<script>alert(1)</script>\u202e\u0007${'x'.repeat(5000)}`;
    const port = await listenBadly((socket) => {
      socket.once('data', () => {
        socket.end(`HTTP/1.1 200 OK\r\nserver: ${server}\r\ncontent-length: 0\r\n\r\n`, 'latin1');
      });
    });
    const report = await checked('rest', port, false, { limits });
    const words = report.steps.at(-1)?.words ?? '';
    expect(report.verdict).not.toBe('reachable');
    expect(words).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(words.length).toBeLessThanOrEqual(400);
  });
});

describe('saved targets', () => {
  const target = {
    name: 'Basement',
    addresses: { rest: 'http://bench.example:8080', grpc: '127.0.0.1:50051' },
    grpcTls: true,
  };

  it('are kept, changed, removed and put back, with what has been confirmed', async () => {
    const saved = await services().targets.save({ id: null, target });
    expect(await services().targets.list()).toEqual([
      { ...saved, hosts: [{ host: 'bench.example', confirmed: false }] },
    ]);
    await runs.engine.client.hosts.confirm({ host: 'bench.example' });
    await services().targets.save({ id: saved.id, target: { ...target, name: 'Attic' } });
    expect(await services().targets.list()).toMatchObject([
      { id: saved.id, name: 'Attic', hosts: [{ confirmed: true }] },
    ]);
    const removed = await services().targets.remove({ id: saved.id });
    expect(await services().targets.list()).toEqual([]);
    await services().targets.restore(removed);
    expect(await services().targets.list()).toMatchObject([{ id: saved.id, name: 'Attic' }]);
  });
});
