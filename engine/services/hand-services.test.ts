import { describe, expect, it, onTestFinished } from 'vitest';
import type { ListedTarget, SavedTarget, ServiceEvent } from '../../contracts/services.ts';
import { protocols, workloadNames } from '../../contracts/words.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { graphqlText } from '../../workloads/interfaces/graphql.ts';
import { protoText } from '../../workloads/interfaces/proto.ts';
import { workloadOf } from '../../workloads/registry.ts';
import { serviceCertificates } from './certificates.ts';
import { assertConformAddress } from './conform.ts';
import { HandServices } from './hand-services.ts';
import { interfaceFileOf } from './interface-files.ts';
import { listTargets, removeTarget, saveTarget } from './remote-targets.ts';

describe('the services that are started by hand', () => {
  const stopped = {
    state: 'stopped',
    workload: 'product',
    tls: 'off',
    stack: 'node',
    wantedPort: 0,
    startedAt: null,
    reason: null,
    port: null,
    pid: null,
    target: null,
    addresses: [],
    examples: [],
  };

  it('are one of each protocol, none of which runs at first', async () => {
    const services = new HandServices(temporaryFolder());
    onTestFinished(() => services.close());
    expect(services.list()).toEqual(protocols.map((protocol) => ({ ...stopped, protocol })));
    expect(await services.stop('grpc')).toEqual({ ...stopped, protocol: 'grpc' });
  });

  it('tell why one cannot be started, until it is stopped, and log that', async () => {
    const services = new HandServices(temporaryFolder());
    const order = {
      protocol: 'rsocket',
      workload: 'store',
      tls: 'on',
      stack: 'go',
      port: 81,
    } as const;
    const gone = new AbortController();
    const seen: ServiceEvent[] = [];
    const watched = (async () => {
      for await (const event of services.watch(gone.signal)) seen.push(event);
    })();
    const refused = await services.start(order).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'SERVICE_START_FAILED',
      message: expect.stringMatching(/Go/),
    });
    const reason = String(Reflect.get(Object(refused), 'message'));
    const crashed = services.list().find(({ protocol }) => protocol === 'rsocket');
    expect(crashed).toEqual({
      ...stopped,
      protocol: 'rsocket',
      state: 'crashed',
      workload: 'store',
      tls: 'on',
      stack: 'go',
      wantedPort: 81,
      reason,
    });
    expect(await services.stop('rsocket')).toMatchObject({ state: 'stopped', reason: null });
    await expect(services.start({ ...order, stack: 'rust', port: 0 })).rejects.toThrow();
    await expect.poll(() => seen.length).toBe(10);
    await services.close();
    await watched;
    const told = seen.map((event) => {
      if (event.type === 'changed') return event.service.state;
      return event.type === 'log' ? `${event.line.kind}: ${event.line.text}` : event.type;
    });
    expect(told.slice(0, 6)).toEqual([
      'snapshot',
      'starting',
      'start: Starting store in Go with TLS on on 81',
      `crash: ${reason}`,
      'crashed',
      'stopped',
    ]);
    expect(told[7]).toBe('start: Starting store in Rust with TLS on on a free port');
    const [snapshot] = seen;
    expect(snapshot?.type === 'snapshot' && snapshot.services.length).toBe(protocols.length);
  });

  it('begin a later watch with all of their logs', async () => {
    const services = new HandServices(temporaryFolder());
    onTestFinished(() => services.close());
    await expect(
      services.start({
        protocol: 'rsocket',
        workload: 'product',
        tls: 'off',
        stack: 'go',
        port: 0,
      }),
    ).rejects.toThrow();
    const watch = services.watch();
    const { value } = await watch.next();
    await watch.return(undefined);
    const own =
      value?.type === 'snapshot'
        ? value.services.find(
            ({ service }: { service: { protocol: string } }) => service.protocol === 'rsocket',
          )
        : null;
    expect(own).toMatchObject({
      points: [],
      log: [
        { index: 0, kind: 'start' },
        { index: 1, kind: 'crash' },
      ],
    });
  });
});

describe('saved targets', () => {
  function storing(...hosts: string[]) {
    const saved = new Map<string, SavedTarget>();
    return {
      savedTargets: () => [...saved.values()],
      savedTarget: (id: string) => saved.get(id) ?? null,
      putTarget: (target: SavedTarget) => void saved.set(target.id, target),
      deleteTarget: (id: string) => void saved.delete(id),
      confirmedHosts: () => hosts,
    } as never as Parameters<typeof listTargets>[0];
  }
  const target = {
    name: 'far',
    addresses: {
      rest: 'http://Far.example:1',
      soap: 'http://far.example',
      grpc: 'localhost:2',
      graphql: 'http://10.0.0.1',
    },
  } as never;

  it('have the hosts that must be confirmed, each once', () => {
    const store = storing('10.0.0.1');
    const one = saveTarget(store, null, target);
    expect(one.id).toMatch(/^[\da-f-]{36}$/);
    const [listed] = listTargets(store) as [ListedTarget];
    expect(listed).toEqual({
      ...one,
      hosts: [
        { host: 'far.example', confirmed: false },
        { host: '10.0.0.1', confirmed: true },
      ],
    });
  });

  it('are changed and removed by their ids', () => {
    const store = storing();
    const one = saveTarget(store, null, target);
    const other = saveTarget(store, null, { ...(target as object), name: 'other' } as never);
    expect(saveTarget(store, one.id, { name: 'near', addresses: {} } as never)).toMatchObject({
      id: one.id,
      name: 'near',
    });
    expect(listTargets(store).map(({ name, hosts }) => [name, hosts.length])).toEqual([
      ['near', 0],
      ['other', 2],
    ]);
    expect(removeTarget(store, other.id)).toEqual(other);
    expect(listTargets(store)).toHaveLength(1);
    for (const act of [
      () => removeTarget(store, other.id),
      () => saveTarget(store, other.id, target),
    ]) {
      expect(act).toThrow(
        expect.objectContaining({
          code: 'TARGET_NOT_FOUND',
          message: `No saved target has the id ${other.id}`,
        }),
      );
    }
    expect(listTargets(store)).toHaveLength(1);
    expect(() => removeTarget(store, 'x'.repeat(100))).toThrow(`${'x'.repeat(60)}`);
    expect(() => removeTarget(store, 'x'.repeat(100))).not.toThrow('x'.repeat(61));
  });
});

it('shows the certificates of the folder', async () => {
  const home = temporaryFolder();
  const { authority, server, authorityFile, authorityPem } = await serviceCertificates(home);
  expect(authorityFile.startsWith(home)).toBe(true);
  expect(authorityPem).toContain('BEGIN CERTIFICATE');
  expect(authority.issuer).toBe(authority.subject);
  expect(server.issuer).toBe(authority.subject);
  expect(server.subject).not.toContain('\n');
  expect(authority.names).toEqual([]);
  expect(server.names).toEqual(expect.arrayContaining(['localhost', '127.0.0.1']));
  for (const { fingerprint, validFrom, validTo } of [authority, server]) {
    expect(fingerprint).toMatch(/^([\dA-F]{2}:){31}[\dA-F]{2}$/);
    expect(Date.parse(validFrom)).toBeLessThan(Date.now());
    expect(Date.parse(validTo)).toBeGreaterThan(Date.now());
    expect(validTo).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  }
  expect(await serviceCertificates(home)).toEqual({
    authority,
    server,
    authorityFile,
    authorityPem,
  });
});

describe('interface files', () => {
  it('are those of the workload and the protocol', () => {
    const { description } = workloadOf('store');
    expect(interfaceFileOf('grpc', 'store')).toMatchObject({
      name: 'store.proto',
      text: protoText(description),
    });
    expect(interfaceFileOf('graphql', 'store')).toMatchObject({ text: graphqlText(description) });
    expect(interfaceFileOf('grpc')).toEqual(interfaceFileOf('grpc', 'product'));
    for (const protocol of protocols) {
      for (const workload of workloadNames) {
        const { name, mediaType, text } = interfaceFileOf(protocol, workload);
        expect([name, mediaType].every((word) => word.length > 3)).toBe(true);
        expect(text.length).toBeGreaterThan(100);
      }
    }
  });
});

it.each([
  ['rest', 'http://a:1', true],
  ['rest', 'https://a', true],
  ['rest', 'a:1', false],
  ['grpc', 'a:1', true],
  ['grpc', 'https://a:1', true],
  ['grpc', 'http://a:1', false],
  ['rsocket', 'nonsense', false],
] as const)('a check of %s takes the address %s: %j', (protocol, address, fits) => {
  const check = () => assertConformAddress({ protocol, address });
  if (fits) check();
  else {
    expect(check).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        message: expect.stringMatching(new RegExp(`^--${protocol} ${address}: .`)),
      }),
    );
  }
});
