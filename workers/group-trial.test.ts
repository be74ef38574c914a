import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cell } from '../contracts/experiment/cell.ts';
import type { Experiment } from '../contracts/experiment/experiment.ts';
import type { Assignment, Tick } from '../contracts/worker-messages.ts';
import { filesIn } from '../engine/own-service/files.ts';
import { withService } from '../engine/own-service/with-service.ts';
import { parseTarget } from '../engine/run/address.ts';
import { requestSetupOf } from '../engine/run/assignments.ts';
import { makeFolder, removeFolder } from '../tests/support/folder.ts';
import { assignmentDefaults, closedLoad, openLoad } from '../tests/support/loads.ts';
import { ownExperiment, ownHttpService } from '../tests/support/own-services.ts';
import { experimentOf } from '../tests/support/read-experiment.ts';
import { type TrialEnd, WorkerTrial } from './trial.ts';

/** A shop with a mix, and a flow whose second step needs what the first gave. */
const file = `
  rest: {address: "http://127.0.0.1:1"}
  requests:
    login: {rest: {path: "/login/{{user}}", method: POST}}
    list: {rest: {path: "/list/{{iteration}}", headers: {x-token: "{{token}}"}}}
    get: {rest: {path: "/get/{{id}}", headers: {x-token: "{{token}}"}}}
    home: {rest: {path: /home}}
    wrong: {rest: {path: /wrong}}
  mixes: {browse: {home: 3, wrong: 1}}
  flows:
    buy:
      setup: [{request: login, take: {token: {path: $.token}}}]
      steps: [{request: list, take: {id: {path: $.id}}}, {request: get}]`;

let read: Experiment;
let home: string;
beforeAll(async () => {
  home = makeFolder();
  const factors = 'protocol: [rest], shape: [browse], users: [2]';
  const place = { files: filesIn(home), folder: home, home };
  read = await withService(experimentOf(ownExperiment(file, factors)), place);
});
afterAll(() => removeFolder(home));

/** Runs a trial of a shape against a shop, which has no orders where it says so. */
async function trialOf(shape: string, change: Partial<Assignment>, hasOrders = true) {
  const http = await ownHttpService(({ path }) => {
    if (path.startsWith('/login')) return `{"token":"tok-of${path.replaceAll('/', '-')}"}`;
    if (path.startsWith('/list'))
      return hasOrders ? `{"id":"o${path.replace('/list/', '')}"}` : '{}';
    return { status: path === '/wrong' ? 404 : 200, body: '{}' };
  });
  const cell: Cell = { protocol: 'rest', shape, users: 2, tls: 'off', client: 'raw' };
  const ticks: Tick[] = [];
  const { promise, resolve } = Promise.withResolvers<TrialEnd>();
  const assignment: Assignment = {
    ...assignmentDefaults,
    ...requestSetupOf(read, cell),
    cell,
    address: { ...parseTarget(http.address), tls: null },
    load: closedLoad({ users: 2 }),
    timeoutMs: 20_000,
    verify: 'all',
    ...change,
  };
  const events = { tick: (tick: Tick) => ticks.push(tick), done: resolve };
  const trial = await WorkerTrial.prepare(assignment, events);
  trial.start(process.hrtime.bigint());
  const end = await promise;
  const sum = (of: (tick: Tick) => number) => ticks.reduce((all, tick) => all + of(tick), 0);
  const parts = (end.parts ?? []).map(({ name, ok, failed, errors }) => [
    ...[name, ok, failed, errors.map(({ kind, code, count }) => `${kind} ${code} ${count}`).join()],
  ]);
  const errors = ticks.flatMap((tick) => tick.errors.map(({ message }) => message));
  return {
    end,
    parts,
    errors,
    ok: sum(({ ok }) => ok),
    failed: sum(({ failed }) => failed),
    seen: http.seen,
  };
}

it('a flow logs in once for each user, and counts iterations and steps', async () => {
  const { end, parts, errors, ok, failed, seen } = await trialOf('buy', { requests: 10 });
  expect([ok, failed, errors]).toEqual([10, 0, []]);
  expect(end).toMatchObject({ issued: 10, measured: 10, abandoned: 0, dropped: 0 });
  expect(parts).toEqual([
    ['list', 10, 0, ''],
    ['get', 10, 0, ''],
  ]);
  const calls = seen.map(({ call }) => call);
  expect(calls.filter((one) => one.startsWith('POST')).toSorted()).toEqual([
    ...['POST /login/0', 'POST /login/1'],
  ]);
  // What a user took is used by that user.
  const gets = seen.filter(({ call }) => call.startsWith('GET /get/'));
  expect(gets).toHaveLength(10);
  for (const user of [0, 1]) {
    const own = gets.filter(({ headers }) => headers['x-token'] === `tok-of-login-${user}`);
    expect(own.map(({ call }) => call)).toEqual(own.map((_, index) => `GET /get/o${index}`));
  }
});

it('a flow that cannot go on fails where it stands, under the name of its step', async () => {
  const { end, parts, errors, ok, failed, seen } = await trialOf('buy', { requests: 6 }, false);
  expect([ok, failed, end.measured]).toEqual([0, 6, 6]);
  expect(parts).toEqual([
    ['list', 0, 6, 'mismatch NOT_TAKEN 6'],
    ['get', 0, 0, ''],
  ]);
  expect(errors[0]).toMatch(/^list: .*\$\.id/);
  expect(seen.some(({ call }) => call.includes('/get/'))).toBe(false);
});

it('a mix counts each of its requests, and what fails under its name', async () => {
  const { end, parts, errors, ok, failed, seen } = await trialOf('browse', { requests: 200 });
  const of = (path: string) => seen.filter(({ call }) => call === `GET ${path}`).length;
  const [home, wrong] = [of('/home'), of('/wrong')];
  expect(home + wrong).toBe(200);
  // Odds of one in a billion that a right share of 50 differs by more than 38.
  expect(Math.abs(wrong - 50)).toBeLessThan(38);
  expect([ok, failed, end.measured]).toEqual([home, wrong, 200]);
  expect(parts).toEqual([
    ['home', home, 0, ''],
    ['wrong', 0, wrong, `status 404 ${wrong}`],
  ]);
  expect(errors[0]).toBe('wrong: HTTP 404: {}');
});

it('a flow under open load has users of its own for the iterations', async () => {
  const load = openLoad({ rate: 200, duration: 100 });
  const { end, parts, ok, seen } = await trialOf('buy', { load });
  expect(end).toMatchObject({ issued: 20, abandoned: 0, dropped: 0 });
  expect(ok).toBe(20);
  expect(parts.map(([name]) => name)).toEqual(['list', 'get']);
  const tokens = new Set(
    seen.filter(({ call }) => call.startsWith('GET /get')).map(({ headers }) => headers['x-token']),
  );
  expect(tokens.size).toBe(seen.filter(({ call }) => call.startsWith('POST')).length);
});
