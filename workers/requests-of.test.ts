import { expect, it } from 'vitest';
import type { Protocol } from '../contracts/words.ts';
import type { AssignedLoad, Assignment, Tick } from '../contracts/worker-messages.ts';
import { scriptedHttp } from '../tests/support/driven.ts';
import { assignmentDefaults, closedLoad, openLoad } from '../tests/support/loads.ts';
import { plainAddress } from '../tests/support/loopback.ts';
import { makeLoad, makePlan } from './make-load.ts';
import { requestsOf, useCaseOf } from './requests-of.ts';
import { type TrialEnd, WorkerTrial } from './trial.ts';

it.each<[string, Protocol, string | null]>([
  ['large', 'rest', 'upload'],
  ['large', 'rsocket', null],
  ['large-streamed', 'grpc', 'upload-streamed'],
  ['large-streamed', 'graphql', null],
])('the requests of %s over %s are %s', (shape, protocol, expected) => {
  const requests = () =>
    requestsOf({ ...assignmentDefaults, workload: 'team' }, { shape, protocol }).operation.name;
  if (expected) expect(requests()).toBe(expected);
  else expect(requests).toThrow(`is not offered over ${protocol}`);
});

it.each<[string, Protocol, boolean]>([
  ['case-1-user', 'rest', true],
  ['case-3-one-document', 'graphql', true],
  ['case-3-one-document', 'soap', false],
])('the use case %s over %s: %j', (shape, protocol, isDone) => {
  const useCase = () =>
    useCaseOf({ ...assignmentDefaults, workload: 'delivery' }, { shape, protocol }).name;
  if (isDone) expect(useCase()).toBe(shape);
  else expect(useCase).toThrow(new TypeError(`${shape} cannot be done over ${protocol}`));
});

const plan = (change: object = {}): AssignedLoad => ({
  profile: [{ atMs: 0, level: 1 }],
  segments: [
    { phase: 'warm-up', round: null, untilMs: null },
    { phase: 'measured', round: null, untilMs: null },
  ],
  pacing: {
    ...{ model: 'plan', warmUpIterations: 1, interval: 0, schedule: 'stagger' },
    ...{ form: 'staged', setUp: 'inside' },
    ...change,
  },
});

const assignment = (port: number, change: Partial<Assignment> = {}): Assignment => ({
  ...assignmentDefaults,
  cell: { protocol: 'rest', shape: 'small+small/small', tls: 'off', client: 'raw' },
  ...{ address: plainAddress(port), load: plan(), timeoutMs: 20_000, verify: 'all', requests: 3 },
  ...change,
});

it.each<[string, Partial<Assignment>, number]>([
  // Two requests at once need two connections, which one user keeps.
  ['one after the other by one user', {}, 2],
  ['one after the other on connections of their own', { connections: 'per-iteration' }, 8],
  ['at once, each by a user', { load: plan({ schedule: 'load' }) }, 8],
  ['each request on its own connection', { connections: 'per-request' }, 12],
  ['sharing one connection', { connections: { shared: 1 }, sharedConnections: 1 }, 1],
])('a trial of a plan counts its iterations, %s', async (_how, change, sockets) => {
  const { port, seen, opened } = await scriptedHttp(
    1,
    (response, { body }) => void response.end(body),
  );
  const ticks: Tick[] = [];
  const { promise, resolve } = Promise.withResolvers<TrialEnd>();
  const events = { tick: (tick: Tick) => ticks.push(tick), done: resolve };
  const trial = await WorkerTrial.prepare(assignment(port, change), events);
  trial.start(process.hrtime.bigint());
  const end = await promise;
  expect(seen).toHaveLength(12);
  expect(opened()).toBe(sockets);
  expect(end).toMatchObject({ issued: 4, abandoned: 0, dropped: 0, measured: 3 });
  expect([end.encoded, end.parts, end.notes]).toEqual([null, [], []]);
  expect(end.windowStartMs).toBeGreaterThan(0);
  expect(end.windowEndMs).toBeGreaterThan(end.windowStartMs);
  expect(end.plan).toMatchObject({
    ...{ iterations: 3, requests: 9, sent: 12, socketsOpened: sockets },
    ...{ requestsPerIteration: { min: 3, max: 3 }, roundTrips: { min: 2, max: 2 } },
  });
  const okIn = (wanted: string) =>
    ticks.reduce((sum, { phase, ok }) => sum + (phase === wanted ? ok : 0), 0);
  expect([okIn('warm-up'), okIn('measured')]).toEqual([1, 3]);
  // The time of an iteration is not divided.
  expect(ticks.every(({ service }) => service === null)).toBe(true);
});

it('neither makes single requests of a plan, nor iterations of other load', () => {
  expect(() => makeLoad(assignment(1), {} as never, {} as never)).toThrow(
    new TypeError('a plan does not send single requests'),
  );
  for (const load of [closedLoad({ users: 1 }), openLoad({ rate: 1 })]) {
    expect(() => makePlan(assignment(1, { load }), {} as never)).toThrow(
      new TypeError(`${load.pacing.model} load has no iterations`),
    );
  }
});
