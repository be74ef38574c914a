import { describe, expect, it } from 'vitest';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import type { Machine } from './advice/rule.ts';
import { advise, warnings } from './warnings.ts';

const large: Machine = { cores: 16, memoryBytes: 32e9, platform: 'linux' };
const quietLoad = { model: 'closed', warmUp: '5s', duration: '60s' };

const fileOf = (changes: Record<string, unknown>): Record<string, unknown> => ({
  ...{ wirebench: 1, name: 'Test', load: quietLoad, repetitions: 3, order: 'interleaved' },
  factors: { protocol: ['rest', 'grpc'], users: [20, 100] },
  ...changes,
});

const readOf = (changes: Record<string, unknown>) => experimentOf(fileOf(changes));

const warningsOf = (changes: Record<string, unknown>, machine = large) =>
  warnings(readOf(changes), machine);
const adviceOf = (changes: Record<string, unknown>) => advise(readOf(changes), large);

/** A copy of a mapping with the value at a path. */
function put(
  file: Record<string, unknown>,
  [key = '', ...rest]: readonly (string | number)[],
  value: unknown,
): Record<string, unknown> {
  const inner = (file[key] ?? {}) as Record<string, unknown>;
  return { ...file, [key]: rest.length === 0 ? value : put(inner, rest, value) };
}

describe('warnings', () => {
  it('gives no advice on a sound experiment on a large machine', () => {
    expect(warningsOf({})).toEqual([]);
  });

  const factors = (changes: object) => ({ factors: { protocol: 'soap', ...changes } });
  const load = (changes: object) => ({ load: { ...quietLoad, ...changes } });
  const open = (changes: object, factor: object = { rate: [100, 200] }) => ({
    factors: { protocol: 'soap', ...factor },
    load: { model: 'open', warmUp: '5s', duration: '60s', ...changes },
  });
  const alone = (load: object) => ({ factors: { protocol: 'soap' }, load });
  const steps = (changes: object) =>
    alone({ model: 'steps', levels: [1, 2, 3, 4], hold: '10s', settle: '1s', ...changes });
  const search = (changes: object) => alone({ model: 'search', method: 'doubling', ...changes });
  const inFlight = { ...open({ maxInFlight: 20 }), connections: { shared: 21 } };
  const unbounded = { rest: 'http://198.51.100.1', grpc: '198.51.100.1:1' };
  const cores = (workers: number[], services: number[]) => ({ pinning: { workers, services } });
  it.each<[string, Record<string, unknown>]>([
    ['a short window', load({ duration: '2s' })],
    ['few requests', { load: { model: 'closed', warmUp: 1, requests: 500 } }],
    ['no warm-up', load({ warmUp: 0 })],
    ['a ramp beyond the warm-up', load({ rampUp: 10 })],
    ['a ramp beyond the trial', load({ rampUp: 1 })],
    ['one repetition', { repetitions: 1 }],
    ['repetitions in a row', { order: 'listed' }],
    ['idle workers', { workers: 32 }],
    ['crowded workers', { workers: 17 }],
    ['idle connections', { connections: { shared: 21 } }],
    ['ports', { connections: 'per-request' }],
    ['memory', { ...factors({ shape: 'stress', users: 1000 }), timeout: '5m' }],
    ['a short timeout', factors({ shape: 'large', users: 200 })],
    ['a threshold for no cell', { thresholds: ['p99 < 5ms when protocol = soap'] }],
    ['a rule about dropped arrivals of users', { thresholds: ['dropped < 1%'] }],
    ['few Poisson arrivals', open({ arrivals: 'poisson', duration: '10s' }, { rate: [40, 1000] })],
    ['a short open window', open({ duration: '2s' })],
    ['an open load without a warm-up', open({ warmUp: 0 })],
    ['library clients at a high rate', open({}, { rate: 5000, client: ['raw', 'library'] })],
    ['many requests in flight', open({ maxInFlight: 1000 }, { rate: 1, shape: 'stress' })],
    ['shared connections beyond what is in flight', inFlight],
    ['a steep ramp', alone({ model: 'ramp', from: 20, to: 120, perSecond: 50 })],
    ['a ramp that may end early', alone({ model: 'ramp', to: 100, perSecond: 1 })],
    ['a ladder that may end early', steps({ stopAt: 'saturation' })],
    ['short steps', steps({ hold: '4s' })],
    ['steps that do not settle', steps({ settle: 0 })],
    ['three levels', steps({ levels: [1, 2, 3] })],
    ['one level', steps({ levels: [1] })],
    ['idle workers of a step', { ...steps({}), workers: 4 }],
    ['a search that ends early', search({})],
    ['short rounds', search({ round: '2s' })],
    ['a search of few levels', search({ to: 8 })],
    ['no final round', search({ final: 0 })],
    ['a short final round', search({ final: '10s' })],
    ['a single cell', factors({ users: 20 })],
    ['one level of users', factors({ protocol: ['rest', 'soap'], users: 20 })],
    ['one level of one user', factors({ protocol: ['rest', 'soap'], users: 1 })],
    ['one rate', open({}, { rate: 200, shape: ['small', 'typical'] })],
    ['an unbounded rate', { target: unbounded }],
    ['verification of all', { verify: 'all' }],
    ['resumption without TLS', { resumption: 'on', connections: 'per-request' }],
    [
      'resumption of connections that are kept',
      { ...factors({ tls: ['off', 'on'] }), resumption: 'on' },
    ],
    ['workers and services on the same core', cores([0, 1], [1, 2])],
    ['workers crowded on a core', { workers: 3, ...cores([0], [1]) }],
  ])('advises on %s', (_, changes) => expect(warningsOf(changes)).toMatchSnapshot());

  it.each([
    ['open load', open({})],
    ['Poisson arrivals', open({ arrivals: 'poisson' })],
    ['a slow ramp', alone({ model: 'ramp', to: 100, perSecond: 5, stopAt: 'end' })],
    ['a ladder', steps({})],
    ['stages', alone({ model: 'stages', stages: [{ for: 10, to: 5 }] })],
    ['rates of library clients', open({}, { rate: [500, 2000], client: 'library' })],
    ['pinning', { pinning: 'auto' }],
  ])('gives no advice on sound %s', (_, changes) => expect(warningsOf(changes)).toEqual([]));

  it('offers changes that resolve the advice', () => {
    const experiment = { ...load({ duration: '2s', warmUp: 0 }), repetitions: 1, verify: 'all' };
    const before = adviceOf(experiment);
    expect(before.filter(({ fix }) => fix !== null)).toHaveLength(4);
    for (const { text, fix } of before) {
      if (!fix) continue;
      const mended = fix.changes.reduce(
        (file, { path, value }) => put(file, path, value),
        fileOf(experiment),
      );
      expect(warnings(experimentOf(mended), large)).not.toContain(text);
    }
  });

  it('advises where pinning cannot work', () => {
    const found = (pinning: unknown) =>
      warningsOf({ pinning }, { ...large, platform: 'darwin' }).join();
    expect(found({ workers: [1], services: [0] })).toContain('Linux only');
    // A default that separates cores where it can.
    expect(found('auto')).not.toContain('Linux only');
  });

  const apart = { workers: [1], services: [0] };
  it.each<[string, unknown, Partial<Machine>, boolean]>([
    ['without pinning', 'none', {}, true],
    ['with pinning', 'auto', {}, false],
    ['with pinning on a single core', 'auto', { cores: 1 }, true],
    ['with pinning on Windows', 'auto', { platform: 'win32' }, true],
    ['pinned apart', apart, {}, false],
    ['pinned to the same core', { ...apart, workers: [0, 1] }, {}, true],
  ])('mentions shared cores on two cores %s: %j', (_, pinning, machine, mentioned) => {
    const small: Machine = { cores: 2, memoryBytes: 4e9, platform: 'linux', ...machine };
    const found = warningsOf({ pinning }, small).some((text) => text.includes('share the'));
    expect(found).toBe(mentioned);
    const target = { rest: 'http://127.0.0.1:1', grpc: '127.0.0.1:2' };
    expect(warningsOf({ target }, small).join()).not.toContain('share the');
  });

  it('accepts one user, a ramp within the warm-up, or one cell in a row', () => {
    const one = factors({ users: 1 });
    expect(warningsOf({ ...one, ...load({ rampUp: 0.001 }), order: 'listed' })).toEqual([
      expect.stringContaining('nothing to compare'),
    ]);
    expect(warningsOf(load({ rampUp: 50 }))).toEqual([]);
  });

  it('counts multibyte text with four bytes for each character', () => {
    const changes = factors({ shape: 'large', users: [50, 100] });
    expect(warningsOf({ ...changes, timeout: 15 })).toEqual([]);
    expect(warningsOf({ ...changes, timeout: 15, text: 'multibyte' })).toHaveLength(1);
  });
});

describe('advice on network and energy', () => {
  const around = (network: string, load: object, more: object = {}) => {
    const factors = { protocol: ['rest', 'soap'], users: [2, 8], network, tls: ['off', 'tls1.2'] };
    const all = warningsOf({ factors, load: { model: 'closed', ...load }, ...more });
    return all.filter((text) => /emulated network|sampling/.test(text));
  };
  const brief = { ...quietLoad, duration: '10s' };

  it('is given where round trips leave too few requests', () => {
    expect(around('30ms', brief)).toMatchSnapshot();
    expect(around('2.25ms', { ...brief, duration: '900ms' })).toMatchSnapshot();
    expect(around('30ms', quietLoad)).toEqual([]);
    expect(around('0ms@1Mbit', brief)).toEqual([]);
  });

  it('is given where round trips make a number of requests take long', () => {
    expect(around('100ms', { requests: 10_000 })).toMatchSnapshot();
  });

  it('is given where connecting multiplies the network', () => {
    expect(around('30ms', quietLoad, { connections: 'per-request' })).toMatchSnapshot();
  });

  it('is given where a window is shorter than two readings of the counters', () => {
    const energy = { source: 'rapl', interval: '40s' };
    expect(around('none', quietLoad, { energy })).toEqual([expect.stringContaining('40 s')]);
    expect(around('none', quietLoad, { energy: { ...energy, source: 'auto' } })).toEqual([]);
  });
});
