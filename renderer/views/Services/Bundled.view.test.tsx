import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type {
  BundledService,
  CertificateFacts,
  ServiceEvent,
  ServiceLogLine,
  ServicePoint,
} from '../../../contracts/services.ts';
import type { StackBuild, StackState } from '../../../contracts/stacks.ts';
import { find, has, openView, said } from '../../../tests/support/dom/view-window.tsx';
import { answeredWords } from './bundled/ServiceTable.tsx';

const at = new Date().toISOString();

const service = (part: Partial<BundledService>): BundledService => ({
  ...{ protocol: 'rest', state: 'stopped', workload: 'product', tls: 'off', stack: 'node' },
  ...{ wantedPort: 0, port: null, pid: null, startedAt: null, reason: null, target: null },
  ...{ addresses: [], examples: [], ...part },
});

const point = (second: number, requests: number): ServicePoint => ({
  at: 1000 * second,
  ...{ requests, requestsPerSecond: 700 + second, cpuCores: 0.512, rssBytes: 111_000_000 },
  ...{ heapBytes: 22_000_000, eventLoopUtilization: 0.333 },
});

const running = service({
  ...{ state: 'running', workload: 'team', tls: 'mtls', stack: 'go', wantedPort: 8443 },
  ...{ port: 8443, pid: 4711, startedAt: at, target: 'https://127.0.0.1:8443' },
  addresses: [
    { name: 'Base', address: 'https://127.0.0.1:8443' },
    { name: 'Interface', address: 'https://127.0.0.1:8443/openapi.json' },
  ],
  examples: [{ title: 'curl', text: 'curl https://127.0.0.1:8443/deliveries' }],
});

/** REST runs, the others are in the other states, one of them with another port than it was asked for. */
const services = [
  running,
  service({ protocol: 'rest-h2', state: 'running', port: 8080, tls: 'off' }),
  service({ protocol: 'soap', state: 'crashed', wantedPort: 80, reason: 'The port 80 is taken.' }),
  service({ protocol: 'grpc', state: 'starting' }),
  service({ protocol: 'graphql', state: 'stopping', tls: 'on', port: 9 }),
  service({ protocol: 'rsocket' }),
].map((one) => {
  const points = one === running ? [point(1, 400), point(2, 1234)] : [point(1, 66)];
  return { service: one, points, log: [] as ServiceLogLine[] };
});

const facts: CertificateFacts = {
  ...{
    subject: 'CN=localhost',
    issuer: 'CN=Wirebench',
    validFrom: '2026-03-04T09:12:12Z',
    validTo: '2027-03-05T10:13:14Z',
  },
  ...{ fingerprint: Array.from({ length: 32 }, (_none, index) => `${10 + index}`).join(':') },
  ...{ names: ['localhost', '127.0.0.1'] },
};

const states: StackState[] = [
  { stack: 'go', built: 'no', reason: null, toolchain: { command: 'go', version: '1.26' } },
  { stack: 'java', built: 'stale', reason: null, toolchain: { command: 'java', version: '25' } },
  { stack: 'rust', built: 'no', reason: 'Run `rustup` first.', toolchain: null },
  { stack: 'python', built: 'yes', reason: 'Unused.', toolchain: null },
];

/** A window whose services say this, and what it asked the engine for. */
async function openServices(
  events: readonly ServiceEvent[] = [],
  builds: readonly StackBuild[] = [],
) {
  const asked: unknown[] = [];
  const noted =
    (what: string, answer: unknown) =>
    ({ input }: { input?: unknown }) => {
      asked.push(input === undefined ? what : [what, input]);
      return answer as never;
    };
  const view = await openView({
    route: '#/services',
    calls: ({ services: calls, stacks }) => ({
      services: {
        watch: calls.watch.handler(async function* ({ signal }) {
          yield { type: 'snapshot' as const, services };
          yield* events;
          await new Promise((resolve) => signal?.addEventListener('abort', resolve));
          asked.push('left');
        }),
        start: calls.start.handler(noted('start', running)),
        stop: calls.stop.handler(noted('stop', running)),
        certificates: calls.certificates.handler(() => ({
          authority: { ...facts, subject: 'CN=Wirebench', names: [] },
          ...{ server: facts, authorityFile: '/data/ca.pem', authorityPem: 'PEM' },
        })),
      },
      stacks: {
        list: stacks.list.handler(() => states),
        build: stacks.build.handler(noted('build', builds[0])),
        stop: stacks.stop.handler(noted('stop the build', undefined)),
        watch: stacks.watch.handler(async function* ({ signal }) {
          for (const build of builds) yield { build };
          await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        }),
      },
    }),
  });
  await find('table', 'Bundled services');
  return { asked, ...view };
}

it('shows the state and the last figures of each service, and follows its log', async () => {
  const line = (index: number, kind: ServiceLogLine['kind'], text: string): ServiceEvent => ({
    type: 'log',
    protocol: 'rest',
    line: { index, at: `2026-03-04T09:12:1${index}.000Z`, kind, text },
  });
  const { press, saved, asked } = await openServices([
    line(1, 'start', 'Listening on 8443'),
    line(2, 'client', 'Bad request'),
    { type: 'point', protocol: 'rest', point: point(3, 2345) },
  ]);
  await screen.findByText(/2,411 requests answered/);
  expect(await said()).toMatchSnapshot();
  const pulsing = document.querySelectorAll('main td svg[class*="pulse"]');
  expect([...pulsing].map((icon) => icon.parentElement?.textContent)).toEqual([
    'Starting',
    'Stopping',
  ]);
  await press('Log', 'tab');
  expect(await said('log', 'Log of the service')).toMatch(
    /:11\(kind:start\)startListening on 8443 ¦ .*:12\(kind:client\)client errorBad request$/,
  );
  await press('Save the log…');
  await press('Certificate', 'tab');
  await find('heading', 'Server certificate');
  expect(await said('tabpanel', 'Certificate')).toMatchSnapshot('certificates');
  await press('Save the authority’s certificate…');
  await press('Interface file', 'tab');
  await press('Save…');
  await expect.poll(() => saved.length).toBe(3);
  expect(saved.map(({ name }) => name)).toEqual([
    'rest-service.log',
    'wirebench-ca.pem',
    'openapi.json',
  ]);
  expect(await saved[0]?.text()).toBe(
    '2026-03-04T09:12:11.000Z start: Listening on 8443\n2026-03-04T09:12:12.000Z client error: Bad request\n',
  );
  expect(await saved[1]?.text()).toBe('PEM');
  await press('SOAP service');
  expect((await find('alert')).textContent).toMatch(/^The port 80 is taken\. Fix that/);
  await press('Addresses', 'tab');
  await screen.findByText('The addresses are known once the service is running.');
  await press('gRPC service');
  expect((await find('combobox', 'Workload')).hasAttribute('disabled')).toBe(true);
  expect(await said('tabpanel')).toContain('The addresses are known');
  await press('Log', 'tab');
  await screen.findByText('Nothing has happened yet.');
  expect(asked).toEqual([]);
  window.location.hash = '#/help';
  await expect.poll(() => asked).toEqual(['left']);
});

it('starts, restarts and stops as asked', async () => {
  const { press, choose, write, asked } = await openServices();
  const rest = { protocol: 'rest', workload: 'team', tls: 'mtls', stack: 'go', port: 8443 };
  const plain = { workload: 'product', tls: 'off', stack: 'node', port: 0 };
  const next = async () => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    return asked.splice(0);
  };
  await press('Restart');
  expect(await next()).toEqual([['start', rest]]);
  await choose('TLS', 'TLS 1.2');
  await choose('Stack', 'Java');
  await write('Port', '');
  await press('Restart');
  expect(await next()).toEqual([['start', { ...rest, tls: 'tls1.2', stack: 'java', port: 0 }]]);
  await choose('Workload', 'delivery');
  await press('Restart');
  expect(await next()).toMatchObject([['start', { workload: 'delivery', stack: 'node' }]]);
  await press('Stop');
  expect(await next()).toEqual([['stop', { protocol: 'rest' }]]);
  await press('RSocket service');
  await choose('Workload', 'team');
  await press('Start');
  expect(await next()).toEqual([['start', { protocol: 'rsocket', ...plain, workload: 'team' }]]);
  await press('Stop the REST/2 service');
  expect(await next()).toEqual([['stop', { protocol: 'rest-h2' }]]);
  await press('Start the SOAP service');
  expect(await next()).toEqual([['start', { protocol: 'soap', ...plain, port: 80 }]]);
  await press('Start all');
  await expect.poll(() => asked.length).toBe(2);
  expect(await next()).toEqual([
    ['start', { protocol: 'soap', ...plain, port: 80 }],
    ['start', { protocol: 'rsocket', ...plain }],
  ]);
  await press('Stop all');
  await expect.poll(() => asked.length).toBe(2);
  expect(await next()).toEqual([
    ['stop', { protocol: 'rest' }],
    ['stop', { protocol: 'rest-h2' }],
  ]);
});

it.each([
  [[], 'none running'],
  [[[3]], '1 of 2 running, 3 requests answered'],
  [[[1, 5], [20]], '2 of 2 running, 25 requests answered'],
  [[[]], '1 of 2 running, 0 requests answered'],
] as const)('says how many requests were answered: %j', (answered, words) => {
  const all = [0, 1].map((index) => ({
    service: service({ state: answered[index] ? 'running' : 'crashed' }),
    points: (answered[index] ?? [9]).map((requests) => point(1, requests)),
    log: [],
  }));
  expect(answeredWords(all)).toBe(words);
});

it('builds stacks, shows how that goes, and why it failed', async () => {
  const building: StackBuild = {
    ...{ stacks: ['go', 'java'], done: 1, state: 'building', startedAt: at },
    ...{ lines: ['one', 'two'], error: null },
  };
  const { press, asked } = await openServices([], [building]);
  await find('region', 'Build');
  expect(await said('table', 'Stacks')).toMatchSnapshot();
  expect(await said('region', 'Build')).toMatchSnapshot('going on');
  expect((await find('button', 'Build all')).hasAttribute('disabled')).toBe(true);
  await press('Stop', 'button', await find('region', 'Build'));
  await expect.poll(() => asked).toEqual(['stop the build']);
});

it('says why a build failed, and begins the next', async () => {
  const error = { code: 'STACK_BUILD_FAILED', message: 'It did not build', hint: 'Line 1\nLine 2' };
  const failed: StackBuild = {
    ...{ stacks: ['java'], done: 0, state: 'failed', startedAt: at, lines: ['x'] },
    error: error as StackBuild['error'],
  };
  const { press, asked } = await openServices([], [failed]);
  await find('region', 'Build');
  expect(await said('region', 'Build')).toMatchSnapshot();
  await press('Build the Java services');
  await press('Build all');
  await expect.poll(() => asked.length).toBe(2);
  expect(asked).toEqual([
    ['build', { stacks: ['java'] }],
    ['build', { stacks: ['go', 'java'] }],
  ]);
  expect(has('button', 'Stop')).toBe(true);
});
