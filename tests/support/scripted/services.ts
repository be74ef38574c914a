import { randomUUID } from 'node:crypto';
import type {
  AddressCheck,
  AddressReport,
  BundledService,
  SavedTarget,
  ServiceEvent,
  ServiceOrder,
  ServicePoint,
} from '../../../contracts/services.ts';
import { type Protocol, protocols } from '../../../contracts/words.ts';
import type { ContractImplementer } from '../../../engine/api/parts.ts';
import { examplesOf } from '../../../engine/services/examples/examples.ts';
import { Feed } from '../../../engine/services/feed.ts';
import { interfaceFileOf } from '../../../engine/services/interface-files.ts';
import { placeOf } from '../../../engine/services/places.ts';
import { listTargets, removeTarget, saveTarget } from '../../../engine/services/remote-targets.ts';
import type { ScriptedState } from '../scripted-state.ts';

const stopped = (protocol: Protocol): BundledService => ({
  protocol,
  state: 'stopped',
  workload: 'product',
  tls: 'off',
  stack: 'node',
  wantedPort: 0,
  port: null,
  pid: null,
  startedAt: null,
  reason: null,
  target: null,
  addresses: [],
  examples: [],
});

/** Services that start immediately and forget everything when they stop. */
class ScriptedServices {
  readonly services = new Map(protocols.map((protocol) => [protocol, stopped(protocol)]));
  readonly feed = new Feed<ServiceEvent>(() => ({
    type: 'snapshot',
    services: [...this.services.values()].map((service) => ({ service, points: [], log: [] })),
  }));

  start({ protocol, workload, tls, stack, port }: ServiceOrder): BundledService {
    const bound = port === 0 ? 40_000 + protocols.indexOf(protocol) : port;
    const { target, interfaceFile } = placeOf(
      { protocol, workload, tls: tls !== 'off' },
      '127.0.0.1',
      bound,
    );
    return this.#set({
      ...stopped(protocol),
      state: 'running',
      workload,
      tls,
      stack,
      wantedPort: port,
      port: bound,
      pid: 4242,
      startedAt: new Date().toISOString(),
      target,
      addresses: [
        { name: 'Target', address: target },
        { name: 'Interface', address: interfaceFile },
      ],
      examples: examplesOf(
        { protocol, workload, target, tls },
        { authority: '/home/user/wirebench/tls/ca.pem' },
      ),
    });
  }

  stop(protocol: Protocol): BundledService {
    return this.#set(stopped(protocol));
  }

  #set(service: BundledService): BundledService {
    this.services.set(service.protocol, service);
    this.feed.publish({ type: 'changed', service });
    if (service.state === 'running') {
      const { protocol } = service;
      this.feed.publish({ type: 'point', protocol, point: scriptedPoint });
    }
    return service;
  }
}

const scriptedPoint: ServicePoint = {
  at: 1_700_000_000_000,
  requests: 1200,
  requestsPerSecond: 300,
  cpuCores: 0.41,
  rssBytes: 91_000_000,
  heapBytes: 22_000_000,
  eventLoopUtilization: 0.38,
};

function report({ protocol, address }: AddressCheck): AddressReport {
  const steps: AddressReport['steps'] = [
    { step: 'resolve', outcome: 'ok', ms: 1.2, words: 'The name is 192.0.2.7.' },
    { step: 'connect', outcome: 'failed', ms: 3.4, words: 'Nothing is listening on this port.' },
  ];
  return { protocol, address, at: new Date().toISOString(), verdict: 'unreachable', steps };
}

/** The `services` part of the scripted engine. */
export function scriptedServices(os: ContractImplementer, state: ScriptedState) {
  const scripted = new ScriptedServices();
  const targets = new Map<string, SavedTarget>();
  const store = {
    savedTargets: () => [...targets.values()],
    savedTarget: (id: string) => targets.get(id) ?? null,
    putTarget: (target: SavedTarget) => {
      targets.set(target.id, target);
    },
    deleteTarget: (id: string) => {
      targets.delete(id);
    },
    confirmedHosts: () => [...state.hosts],
  };
  const facts = {
    subject: 'O=Wirebench, CN=Wirebench local authority',
    issuer: 'O=Wirebench, CN=Wirebench local authority',
    validFrom: '2026-01-01T00:00:00.000Z',
    validTo: '2035-12-30T00:00:00.000Z',
    fingerprint: randomUUID().replaceAll('-', ':').toUpperCase(),
    names: [],
  };
  return {
    list: os.services.list.handler(() => [...scripted.services.values()]),
    watch: os.services.watch.handler(({ signal }) => scripted.feed.watch(signal)),
    start: os.services.start.handler(({ input }) => scripted.start(input)),
    stop: os.services.stop.handler(({ input }) => scripted.stop(input.protocol)),
    certificates: os.services.certificates.handler(() => ({
      authority: facts,
      server: { ...facts, subject: 'O=Wirebench, CN=Wirebench server', names: ['localhost'] },
      authorityFile: '/home/user/wirebench/tls/ca.pem',
      authorityPem: '-----BEGIN CERTIFICATE-----\n',
    })),
    interfaceFile: os.services.interfaceFile.handler(({ input }) =>
      interfaceFileOf(input.protocol, input.workload),
    ),
    targets: {
      list: os.services.targets.list.handler(() => listTargets(store)),
      save: os.services.targets.save.handler(({ input }) =>
        saveTarget(store, input.id, input.target),
      ),
      remove: os.services.targets.remove.handler(({ input }) => removeTarget(store, input.id)),
      restore: os.services.targets.restore.handler(({ input }) => {
        store.putTarget(input);
        return {};
      }),
    },
    check: os.services.check.handler(({ input }) => report(input)),
  };
}
