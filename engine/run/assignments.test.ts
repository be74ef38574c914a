import { describe, expect, it } from 'vitest';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import { makeCell, makePlanned } from '../../tests/support/records.ts';
import { cellsOf } from '../experiment/cells.ts';
import {
  assignmentsOf,
  defaultWorkers,
  maxWorkers,
  requestSetupOf,
  stintWorkers,
  thinkTimeOf,
  workerCount,
} from './assignments.ts';
import { loadPlan } from './stints/load-plan.ts';

const experiment = (load: string, more = '') =>
  experimentOf(`wirebench: 1\nname: t\nload: ${load}\n${more}\n`);
const closed = (users: number, more = '') =>
  experiment(
    '{model: closed, duration: 1s}',
    `factors: {protocol: rest, users: ${users}}\n${more}`,
  );
const open = (fields = '') =>
  experiment(`{model: open, duration: 1s${fields}}`, 'factors: {protocol: rest, rate: 100}');
const firstStint = (of: Experiment) => {
  const [users, rate] = [of.factors.users?.[0], of.factors.rate?.[0]];
  const stint = loadPlan(of.load, { ...(users ? { users } : {}), ...(rate ? { rate } : {}) }).next(
    [],
    0,
  );
  if (!stint) throw new Error('no stint');
  return stint;
};
const assigned = (of: Experiment, workers: number, change = {}) =>
  assignmentsOf(of, firstStint(of), {
    planned: makePlanned(),
    address: { host: '127.0.0.1', port: 1, basePath: '', tls: null },
    workers,
    index: 0,
    cores: null,
    ...change,
  });

it.each([
  ['a core less one', closed(50), 8, 7],
  ['one on a single core', closed(50), 1, 1],
  ['no more than users', closed(2), 8, 2],
  ['no more than shared connections', closed(50, 'connections: {shared: 3}'), 8, 3],
  ['as set in the file', closed(50, 'workers: 5'), 2, 5],
  ['no more than requests in flight', open(', maxInFlight: 2'), 8, 2],
  ['of a low rate as many as of a high one', open(), 8, 7],
])('workerCount is %s', (_what, of, cores, count) => {
  expect(workerCount(of, makeCell(), firstStint(of), defaultWorkers(cores))).toBe(count);
  expect(maxWorkers(of, cores)).toBeGreaterThanOrEqual(count);
});

it('workerCount grows with the rounds of a search', () => {
  const of = experiment(
    '{model: search, method: doubling, from: 1, to: 64}',
    'factors: {protocol: rest}',
  );
  expect(workerCount(of, makeCell(), firstStint(of), 7)).toBe(1);
  expect(maxWorkers(of, 8)).toBe(7);
});

describe('assignmentsOf', () => {
  it('gives each worker its number, its share and its core', () => {
    const of = experiment('{model: closed, requests: 10}', 'factors: {protocol: rest, users: 7}');
    const parts = assigned(of, 3, { cores: [1, 2, 1] });
    expect(parts).toMatchObject([
      { worker: 0, workers: 3, requests: 4, core: 1 },
      { worker: 1, workers: 3, requests: 3, core: 2 },
      { worker: 2, workers: 3, requests: 3, core: 1 },
    ]);
    expect(parts[0]?.load.pacing).toEqual({ model: 'closed', thinkTime: 0 });
  });

  it('gives each cell the connections, resumption and characters of its levels', () => {
    const of = experiment(
      '{model: closed, requests: 10}',
      'factors: {protocol: [rest, grpc], users: 7, connections: [{rest: per-request, grpc: {shared: 2}}], resumption: [off, on], text: [ascii, escaped]}',
    );
    const cells = cellsOf(of);
    expect(cells).toHaveLength(8);
    const parts = cells.map((cell) => {
      const [first] = assigned(of, 1, { planned: makePlanned({ cell }) });
      return [cell.protocol, first?.connections, first?.resumption, first?.text];
    });
    expect(parts.slice(0, 2)).toEqual([
      ['rest', 'per-request', false, 'ascii'],
      ['rest', 'per-request', false, 'escaped'],
    ]);
    expect(parts.at(-1)).toEqual(['grpc', { shared: 2 }, true, 'escaped']);
    expect(workerCount(of, cells[7] ?? makeCell(), firstStint(of), 7)).toBe(2);
    expect(workerCount(of, cells[0] ?? makeCell(), firstStint(of), 7)).toBe(7);
  });

  it('numbers the requests of all workers and stints without overlap', () => {
    const of = experiment('{model: closed, requests: 10}', 'factors: {protocol: rest, users: 7}');
    const firsts = (index: number) => assigned(of, 3, { index }).map((part) => part.firstSequence);
    expect(firsts(0)).toEqual([0, 1, 2]);
    expect(firsts(2)).toEqual([2 ** 33, 2 ** 33 + 1, 2 ** 33 + 2]);
  });

  it('gives workers unequal shares of everything, and numbers by turns', () => {
    const of = experiment(
      '{model: closed, requests: 101}',
      'factors: {protocol: rest, users: 8}\nconnections: {shared: 4}',
    );
    const turns = [[0, 1, 3], [2]].map((own) => ({ own, of: 4 }));
    const [north, south] = turns;
    expect(assigned(of, 2, { turns, index: 1 })).toMatchObject([
      { requests: 76, sharedConnections: 3, firstSequence: 2 ** 32, turns: north },
      { requests: 25, sharedConnections: 1, firstSequence: 2 ** 32 + 2, turns: south },
    ]);
  });

  it('asks for the division of load among machines of unequal capacity', () => {
    const of = experiment('{model: closed, requests: 5}', 'factors: {protocol: rest, users: 8}');
    const asked: number[][] = [];
    const turns = [{ own: [0], of: 1 }];
    const elsewhere = {
      threads: 6,
      host: '192.0.2.1',
      divide: (_: unknown, wanted: number, least: number) => {
        asked.push([wanted, least]);
        return turns;
      },
    };
    expect(stintWorkers(of, makeCell(), firstStint(of), elsewhere)).toEqual({ workers: 1, turns });
    expect(asked).toEqual([[6, 5]]);
    const { divide: _, ...equal } = elsewhere;
    expect(stintWorkers(of, makeCell(), firstStint(of), equal)).toEqual({ workers: 5 });
  });

  it('passes on what determines the requests, with the fields and dates of a cell or full ones', () => {
    const of = experiment('{model: closed, requests: 10}', 'factors: {protocol: rest, users: 7}');
    expect(requestSetupOf(of, { protocol: 'graphql' })).toEqual({
      workload: 'product',
      text: 'ascii',
      seed: 1,
      data: {},
      fields: 'full',
      dates: 'full',
      formats: 'separate',
    });
    const named = { protocol: 'rest', fields: 'reduced', dates: 'date-only' } as const;
    expect(requestSetupOf(of, named)).toMatchObject({ fields: 'reduced', dates: 'date-only' });
  });

  it('divides the requests in flight, and gives each worker its own seed', () => {
    const of = open(', maxInFlight: 10, arrivals: poisson');
    const seedsOf = (change = {}) =>
      assigned(of, 3, change).map(({ load }) => load.pacing.model === 'open' && load.pacing.seed);
    const pacings = assigned(of, 3).map(({ load }) => load.pacing);
    expect(pacings).toMatchObject([{ maxInFlight: 4 }, { maxInFlight: 3 }, { maxInFlight: 3 }]);
    const seeds = seedsOf();
    expect(new Set(seeds).size).toBe(3);
    expect(seedsOf()).toEqual(seeds);
    expect(seedsOf({ index: 1 })).not.toEqual(seeds);
    expect(seedsOf({ planned: makePlanned({ repetition: 2 }) })).not.toEqual(seeds);
  });
});

it('gives the look of a search for a rate users of closed load, with the think time that its highest rate demands', () => {
  const of = (to: string) =>
    experiment(
      `{model: search, method: bisection, of: rate, objective: p99 < 50ms${to}}`,
      'factors: {protocol: rest}',
    );
  const shares = assigned(of(''), 3);
  expect(shares.map(({ load }) => load.pacing)).toEqual(
    Array.from({ length: 3 }, () => ({ model: 'closed', thinkTime: 0 })),
  );
  expect(assigned(of(', to: 500'), 1)[0]?.load.pacing).toEqual({ model: 'closed', thinkTime: 10 });
  expect(workerCount(of(', to: 200'), makeCell(), firstStint(of(', to: 200')), 7)).toBe(2);
});

it('thinkTimeOf is that of closed load only', () => {
  const steps = '{model: steps, levels: [1], hold: 1s, thinkTime: 20ms}';
  expect(thinkTimeOf(experiment(steps, 'factors: {protocol: rest}').load)).toBe(20);
  expect(thinkTimeOf(closed(1).load)).toBe(0);
  expect(thinkTimeOf(open().load)).toBeNull();
});
