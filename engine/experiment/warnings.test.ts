import { describe, expect, it } from 'vitest';
import { readExperiment } from './read.ts';
import { type Machine, warnings } from './warnings.ts';

const large: Machine = { cores: 16, memoryBytes: 32e9 };
const quietLoad = { model: 'closed', warmUp: '5s', duration: '60s' };

function warningsOf(changes: Record<string, unknown>, machine = large): string[] {
  const file = {
    wirebench: 1,
    name: 'Test',
    factors: { protocol: ['rest', 'grpc'], users: [20, 100] },
    load: quietLoad,
    repetitions: 3,
    order: 'interleaved',
    ...changes,
  };
  const result = readExperiment(JSON.stringify(file));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return warnings(result.experiment, machine);
}

describe('warnings', () => {
  it('has nothing to say about a sound experiment on a large machine', () => {
    expect(warningsOf({})).toEqual([]);
  });

  const factors = (changes: object) => ({ factors: { protocol: 'soap', ...changes } });
  const load = (changes: object) => ({ load: { ...quietLoad, ...changes } });
  const cases: [string, Record<string, unknown>, string][] = [
    ['a short window', load({ duration: '2s' }), 'A measured window of 2s is short'],
    ['few requests', { load: { model: 'closed', warmUp: 1, requests: 500 } }, 'With 500 requests'],
    ['no warm-up', load({ warmUp: 0 }), 'Without a warm-up'],
    [
      'a ramp beyond the warm-up',
      load({ rampUp: 10 }),
      'At 10 users per second the last of 100 starts after 9.9s, but the warm-up ends after 5s: the first 4.9s',
    ],
    [
      'a ramp beyond the trial',
      load({ rampUp: 1 }),
      'the last of 100 starts after 1m39s, when the trial is over',
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
      'about 8.0 GB in flight in client and service, and this machine has 32.0 GB',
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
  ];

  it.each(cases)('tells of %s', (_, changes, expected) => {
    expect(warningsOf(changes)).toContainEqual(expect.stringContaining(expected));
  });

  it('tells of shared cores only where they are few and the services bundled', () => {
    const small = { cores: 2, memoryBytes: 4e9 };
    const expected = expect.stringContaining('share the 2 cores');
    expect(warningsOf({}, small)).toContainEqual(expected);
    const target = { rest: 'http://127.0.0.1:1', grpc: '127.0.0.1:2' };
    expect(warningsOf({ target }, small)).not.toContainEqual(expected);
  });

  it('does not mind one user, a ramp within the warm-up, or one cell in a row', () => {
    const one = factors({ users: 1 });
    expect(warningsOf({ ...one, ...load({ rampUp: 0.001 }), order: 'listed' })).toEqual([]);
    expect(warningsOf(load({ rampUp: 50 }))).toEqual([]);
  });

  it('counts multibyte text with four bytes for each character', () => {
    const changes = factors({ shape: 'large', users: 100 });
    expect(warningsOf({ ...changes, timeout: 15 })).toEqual([]);
    expect(warningsOf({ ...changes, timeout: 15, text: 'multibyte' })).toHaveLength(1);
  });
});
