import { describe, expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { factorNames, type Surrounding } from '../../contracts/experiment/factors.ts';
import { parseThreshold, type Threshold } from '../../contracts/experiment/threshold.ts';
import { problemsOf } from '../../tests/support/read-experiment.ts';
import { checkThresholds, type ThresholdFigures } from './thresholds.ts';

const cell: Cell = { protocol: 'grpc', shape: 'small', users: 50, tls: 'off', client: 'raw' };
const surroundings: Pick<Cell, Surrounding> = {
  ...{ gateway: 'on', database: 'sqlite', network: '30ms~5ms@100Mbit', fields: 'reduced' },
  ...{ dates: 'date-only', connections: 'shared-4', resumption: 'on', text: 'escaped' },
  ...{ server: 'new', stack: 'go' },
};
const latencyMs = {
  ...{ mean: 2, stddev: 1, min: 0.5, p50: 1.5, p75: 2.5, p90: 4, p95: 5, p99: 9, p999: 20 },
  max: 30,
};
const figures: ThresholdFigures = {
  ...{ errorsShare: 0.01, droppedShare: 0.002, throughputRps: 1000, latencyMs },
  ...{ answers: 10_000, arrivals: 10_020 },
};

function threshold(text: string): Threshold {
  const parsed = parseThreshold(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

const check = (text: string, changes: Partial<ThresholdFigures> = {}) =>
  checkThresholds([threshold(text)], cell, { ...figures, ...changes });

describe('checkThresholds', () => {
  it.each([
    ['errors < 1%', false, 0.01],
    ['errors <= 1%', true, 0.01],
    ['errors < 0.02', true, 0.01],
    ['throughput > 999/s', true, 1000],
    ['throughput >= 1000', true, 1000],
    ['throughput > 1000rps', false, 1000],
    ['p99 < 9ms', false, 9],
    ['p99 <= 9ms', true, 9],
    ['p999 < 0.1s', true, 20],
    ['min >= 500us', true, 0.5],
    ['mean < 3ms', true, 2],
    ['max > 31ms', false, 30],
    ['dropped < 0.1%', false, 0.002],
    ['dropped <= 0.002', true, 0.002],
  ])('%s: %s', (rule, passed, actual) => {
    expect(check(rule)).toEqual([{ rule, passed, actual }]);
  });

  it.each([
    ['p999 < 1s', 9_999, 10_000],
    ['p99 < 1s', 999, 1000],
    ['p95 < 1ms', 199, 200],
    ['p50 < 1s', 19, 20],
  ])('gives no verdict on %s from %i answers', (rule, answers, needed) => {
    expect(check(rule, { answers })).toMatchObject([{ few: { answers, needed } }]);
    expect(check(rule, { answers: needed })[0]).not.toHaveProperty('few');
  });

  it('needs one answer for what is no percentile', () => {
    for (const rule of ['errors < 2%', 'mean < 3ms', 'max < 1s', 'throughput > 1']) {
      expect(check(rule, { answers: 1 })[0]).not.toHaveProperty('few');
    }
  });

  it('leaves out rules whose condition the cell does not meet', () => {
    expect(check('p99 < 1ms when protocol = rest')).toEqual([]);
    expect(check('p99 < 1ms when protocol = grpc and users = 51')).toEqual([]);
    expect(check('p99 < 1ms when protocol = grpc and users = 050')).toHaveLength(1);
    expect(check('p99 < 1ms when tls = off and client = raw and shape = small')).toHaveLength(1);
  });

  it('matches the rate of open load, and that a load with its own levels has no users', () => {
    const { users: _, ...bare } = cell;
    const rules = ['p99 < 1ms when rate = 0.5', 'p99 < 1ms when users = 50', 'p99 < 1s'];
    const all = rules.map(threshold);
    const rulesFor = (other: Cell) => checkThresholds(all, other, figures).map((one) => one.rule);
    expect(rulesFor({ ...bare, rate: 0.5 })).toEqual([rules[0], rules[2]]);
    expect(rulesFor({ ...bare, rate: 50 })).toEqual([rules[2]]);
    expect(rulesFor(bare)).toEqual([rules[2]]);
    expect(rulesFor(cell)).toEqual([rules[1], rules[2]]);
  });

  it('fails every rule of a trial in which nothing was completed, and says so', () => {
    const none = { answers: 0, arrivals: null, throughputRps: 0 };
    const nothing = { ...none, errorsShare: 0, droppedShare: 0 };
    const reason = 'no request was completed';
    for (const rule of ['errors < 1%', 'throughput < 1', 'p99 < 50ms', 'dropped < 1%']) {
      expect(check(rule, nothing)).toMatchObject([{ passed: false, reason }]);
    }
    expect(check('dropped < 1%', { ...nothing, arrivals: 5 })).toMatchObject([{ passed: true }]);
    expect(check('dropped < 1%', { ...nothing, arrivals: 0 })).toMatchObject([
      { passed: false, reason: 'there was no arrival' },
    ]);
  });

  it.each(factorNames)('accepts %s after when', (factor) => {
    const levels = { ...cell, rate: 5, ...surroundings };
    const applies = (level: string | number | undefined) =>
      checkThresholds([threshold(`p99 < 1s when ${factor} = ${level}`)], levels, figures).length >
      0;
    expect(applies(levels[factor])).toBe(true);
    expect(applies('other')).toBe(false);
    if (factor in surroundings) expect(check(`p99 < 1s when ${factor} = other`)).toEqual([]);
  });

  it('uses the cell’s protocol in a level with a value for each protocol', () => {
    const connections = 'rest per-user, grpc shared-4';
    const rules = ['shared-4', 'per-user'].map((level) =>
      threshold(`p99 < 1s when connections = ${level}`),
    );
    const rulesFor = (protocol: Cell['protocol']) =>
      checkThresholds(rules, { ...cell, protocol, connections }, figures).map(({ rule }) => rule);
    expect(rulesFor('grpc')).toEqual(['p99 < 1s when connections = shared-4']);
    expect(rulesFor('rest')).toEqual(['p99 < 1s when connections = per-user']);
    expect(rulesFor('soap')).toEqual([]);
  });

  it('does not treat the absence of any success as a low latency', () => {
    const none = { throughputRps: 0, errorsShare: 1 };
    expect(check('p99 < 50ms', none)).toMatchObject([
      { passed: false, reason: 'no request succeeded' },
    ]);
    expect(check('errors < 1%', none)).toMatchObject([{ passed: false }]);
    expect(check('dropped < 1%', none)).toMatchObject([{ passed: true }]);
    expect(check('throughput < 1', none)).toMatchObject([{ passed: true }]);
  });
});

describe('a condition on an own server', () => {
  const problemsIn = (level: string, target: string, factors: string) =>
    problemsOf(`wirebench: 1
name: Builds
target: ${target}
factors: {protocol: [rest]${factors}}
load: {model: closed, duration: 1s}
thresholds: ["p99 < 1s when server = ${level}"]
`);
  const startOf = (name: string) => `{start: {command: "./${name} {{port}}"}}`;

  it('names one that the experiment lists', () => {
    const both = `{servers: {old: ${startOf('old')}, new: ${startOf('new')}}}`;
    const ofBoth = (level: string) => problemsIn(level, both, ', server: [old, new]');
    expect(ofBoth('new')).toEqual([]);
    expect(ofBoth('newer')).toMatchSnapshot();
    expect(problemsIn('new', startOf('new'), '')).toMatchSnapshot();
  });
});
