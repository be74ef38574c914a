import { expect, it } from 'vitest';
import type { WatchedMachine } from '../../contracts/watched.ts';
import { watchedStrips } from './watchedSeries.ts';

const usage = {
  cpuCores: 1,
  memoryBytes: 2e9,
  receivedPerSecond: 3e6,
  sentPerSecond: null,
  sockets: 4,
  parts: [{ cpuCores: 0.5, memoryBytes: 1e8, processes: 1 }],
};
const machine: WatchedMachine = {
  name: 'db',
  os: 'Linux',
  cpu: 'any',
  cores: 4,
  memoryBytes: 8e9,
  parts: [{ kind: 'process', name: 'nginx-worker' }],
  missing: [],
  clockErrorMs: 0.25,
  measured: null,
  points: [
    { ...usage, at: 1 },
    { ...usage, at: 2, cpuCores: null, parts: [] },
  ],
};

it('a watched machine over time has lines for itself and for what was chosen, and none for what is not reported', () => {
  const strips = watchedStrips(machine);
  expect(strips.map(({ title, unit, series }) => [title, unit, series.length])).toEqual([
    ['db, CPU', 'cores', 2],
    ['db, memory', 'MB', 2],
    ['db, network', 'MB/s', 1],
  ]);
  expect(strips[0]?.series).toMatchObject([
    { label: 'Machine', values: [1, null] },
    { label: 'nginx-wor…', values: [0.5, null] },
  ]);
  expect(strips[2]?.series).toMatchObject([{ label: 'Received', values: [3, 3] }]);
  expect(strips[0]?.how.map(({ text }) => text).join(' ')).toContain('0.250 ms');
});

it('a watched machine over time has no figure without looks', () => {
  expect(watchedStrips({ ...machine, points: [] })).toEqual([]);
});
