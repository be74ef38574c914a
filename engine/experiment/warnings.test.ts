import { describe, expect, it } from 'vitest';
import { experimentOf } from '../../tests/support/read-experiment.ts';
import type { Machine } from './advice/rule.ts';
import { advise, warnings } from './warnings.ts';

const large: Machine = { cores: 16, memoryBytes: 32e9, platform: 'linux' };
const quietLoad = { model: 'closed', warmUp: '5s', duration: '60s' };

function fileOf(changes: Record<string, unknown>): Record<string, unknown> {
  return {
    wirebench: 1,
    name: 'Test',
    factors: { protocol: ['rest', 'grpc'], users: [20, 100] },
    load: quietLoad,
    repetitions: 3,
    order: 'interleaved',
    ...changes,
  };
}

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
  const cases: [string, Record<string, unknown>, string][] = [
    ['a short window', load({ duration: '2s' }), 'A measured window of 2 s is short'],
    ['few requests', { load: { model: 'closed', warmUp: 1, requests: 500 } }, 'With 500 requests'],
    ['no warm-up', load({ warmUp: 0 }), 'Without a warm-up'],
    [
      'a ramp beyond the warm-up',
      load({ rampUp: 10 }),
      'At 10 users per second the last of 100 starts after 9.9 s, but the warm-up ends after 5 s: the first 4.9 s',
    ],
    [
      'a ramp beyond the trial',
      load({ rampUp: 1 }),
      'the last of 100 starts after 1 min 39 s, when the trial is over',
    ],
    ['one repetition', { repetitions: 1 }, 'Each cell runs once'],
    ['repetitions in a row', { order: 'listed' }, 'All repetitions of a cell run in a row'],
    ['idle workers', { workers: 32 }, '20 users cannot keep 32 workers busy: 12 stay idle'],
    ['crowded workers', { workers: 17 }, '17 workers share 16 cores'],
    ['idle connections', { connections: { shared: 21 } }, '20 users cannot use 21 shared'],
    ['ports', { connections: 'per-request' }, 'EADDRNOTAVAIL'],
    [
      'memory',
      { ...factors({ shape: 'stress', users: 1000 }), timeout: '5m' },
      'keep about 8.00 GB in flight in client and service, and this machine has 32.0 GB',
    ],
    [
      'a short timeout',
      factors({ shape: 'large', users: 200 }),
      'With 200 users a request of the largest shape waits behind 199 others',
    ],
    [
      'a threshold for no cell',
      { thresholds: ['p99 < 5ms when protocol = soap'] },
      'The threshold "p99 < 5ms when protocol = soap" applies to no cell',
    ],
    ['a rule about dropped arrivals of users', { thresholds: ['dropped < 1%'] }, 'is always met'],
    [
      'few Poisson arrivals',
      open({ arrivals: 'poisson', duration: '10s' }, { rate: [40, 1000] }),
      'at 40 per second come to 400 requests in 10 s, give or take 5 % by chance',
    ],
    ['a short open window', open({ duration: '2s' }), 'A measured window of 2 s is short'],
    ['an open load without a warm-up', open({ warmUp: 0 }), 'Without a warm-up'],
    [
      'library clients at a high rate',
      open({}, { rate: 5000, client: ['raw', 'library'] }),
      'At 5000 it may fall behind',
    ],
    [
      'many requests in flight',
      { ...open({ maxInFlight: 1000 }, { rate: 1, shape: 'stress' }) },
      '1,000 requests at once with the largest shape may keep about 8.00 GB',
    ],
    [
      'shared connections beyond what is in flight',
      { ...open({ maxInFlight: 20 }), connections: { shared: 21 } },
      'At most 20 requests in flight cannot use 21 shared connections, so 1 stay unused',
    ],
    [
      'a steep ramp',
      alone({ model: 'ramp', from: 20, to: 120, perSecond: 50 }),
      'The ramp passes 50 levels in each second, of 100 in all',
    ],
    [
      'a ramp that may end early',
      alone({ model: 'ramp', to: 100, perSecond: 1 }),
      'With stopAt: saturation the ramp ends where',
    ],
    ['a ladder that may end early', steps({ stopAt: 'saturation' }), 'saturation the ladder ends'],
    ['short steps', steps({ hold: '4s' }), 'Rounds of 4 s are short'],
    ['steps that do not settle', steps({ settle: 0 }), 'Without settle'],
    ['three levels', steps({ levels: [1, 2, 3] }), 'cannot be fitted to 3 levels: it takes 4'],
    ['one level', steps({ levels: [1] }), 'cannot be fitted to one level'],
    ['idle workers of a step', { ...steps({}), workers: 4 }, '1 user cannot keep 4 workers busy'],
    ['a search that ends early', search({}), 'the time given is a maximum'],
    ['short rounds', search({ round: '2s' }), 'Rounds of 2 s are short'],
    ['a search of few levels', search({ to: 8 }), 'cannot be fitted to 3 levels'],
    ['no final round', search({ final: 0 }), 'Without a final round'],
    ['a short final round', search({ final: '10s' }), 'The final round of 10 s is shorter'],
    ['a single cell', factors({ users: 20 }), 'there is a single cell and nothing to compare'],
    [
      'one level of users',
      { factors: { protocol: ['rest', 'soap'], users: 20 } },
      'Every cell has 20 users, so',
    ],
    [
      'one level of one user',
      { factors: { protocol: ['rest', 'soap'], users: 1 } },
      'Every cell has 1 user, so',
    ],
    [
      'one rate',
      { ...open({}, { rate: 200, shape: ['small', 'typical'] }) },
      'Every cell has the same rate of 200',
    ],
    [
      'an unbounded rate',
      { target: { rest: 'http://198.51.100.1', grpc: '198.51.100.1:1' } },
      'nothing limits the load',
    ],
    ['verification of all', { verify: 'all' }, 'every answer is decoded'],
    [
      'resumption without TLS',
      { resumption: 'on', connections: 'per-request' },
      'no cell of this experiment uses TLS',
    ],
    [
      'resumption of connections that are kept',
      { ...factors({ users: 20, tls: ['off', 'on'] }), resumption: 'on' },
      'Set connections to per-request',
    ],
    [
      'workers and services on the same core',
      { pinning: { workers: [0, 1], services: [1, 2] } },
      'Pinning gives core 1 to both workers and services',
    ],
    [
      'workers crowded on a core',
      { workers: 3, pinning: { workers: [0], services: [1] } },
      '3 workers are pinned to 1 core',
    ],
  ];

  it.each(cases)('advises on %s', (_, changes, expected) => {
    expect(warningsOf(changes)).toContainEqual(expect.stringContaining(expected));
  });

  it.each([
    ['open load', open({})],
    ['Poisson arrivals', open({ arrivals: 'poisson' })],
    ['a slow ramp', alone({ model: 'ramp', to: 100, perSecond: 5, stopAt: 'end' })],
    ['a ladder', steps({})],
    ['stages', alone({ model: 'stages', stages: [{ for: 10, to: 5 }] })],
    ['rates of library clients', open({}, { rate: [500, 2000], client: 'library' })],
    ['pinning', { pinning: 'auto' }],
  ])('gives no advice on sound %s', (_, changes) => expect(warningsOf(changes)).toEqual([]));

  it('advises on a sound search only that it may end early', () =>
    expect(warningsOf(search({}))).toHaveLength(1));

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
    const pinning = { pinning: 'auto' };
    expect(warningsOf(pinning, { ...large, platform: 'darwin' }).join()).toContain('Linux only');
    expect(warningsOf(pinning, { ...large, cores: 1 }).join()).toContain('only one core');
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
    expect(around('30ms', brief).join()).toContain(
      'takes 30 ms or longer, so 2 users can make 666 requests in 10 s at most',
    );
    expect(around('2.25ms', { ...brief, duration: '900ms' }).join()).toContain(
      'takes 2.25 ms or longer, so 2 users can make 800 requests in 900 ms',
    );
    expect(around('30ms', quietLoad)).toEqual([]);
    expect(around('0ms@1Mbit', brief)).toEqual([]);
  });

  it('is given where round trips make a number of requests take long', () => {
    expect(around('100ms', { requests: 10_000 })).toEqual([
      expect.stringContaining('10,000 requests by 2 users take 8 min 20 s at least'),
    ]);
  });

  it('is given where connecting multiplies the network', () => {
    expect(around('30ms', quietLoad, { connections: 'per-request' })).toContainEqual(
      expect.stringContaining('takes up to 4 round trips'),
    );
  });

  it('is given where a window is shorter than two readings of the counters', () => {
    const energy = { source: 'rapl', interval: '40s' };
    expect(around('none', quietLoad, { energy })).toEqual([expect.stringContaining('40 s')]);
    expect(around('none', quietLoad, { energy: { ...energy, source: 'auto' } })).toEqual([]);
  });
});
