import { expect, it } from 'vitest';
import type { WatchedMachine } from '../contracts/watched.ts';
import { testTrial } from '../tests/support/shown-trials.ts';
import { columnText, titleOf } from './columns.ts';
import { hasOwnWarmUps, warmUpColumn, warmUpWords } from './warm-up.ts';
import { watchedColumns, watchedGaps, watchedRows } from './watched-columns.ts';

it('lists what ran beside the service', () => {
  const figure = (mean: number) => ({ mean, max: 2 * mean });
  const machine = {
    name: 'db',
    parts: [
      { kind: 'process', name: 'pg' },
      { kind: 'container', name: 'x' },
    ],
    measured: {
      cpuCores: figure(1.5),
      memoryBytes: figure(3e6),
      receivedPerSecond: figure(4e6),
      sentPerSecond: figure(5e6),
      sockets: figure(7),
      parts: [{ cpuCores: figure(0.5), memoryBytes: figure(1e6) }, undefined],
    },
    missing: ['It was late.'],
  };
  const blind = { ...machine, name: 'b', measured: null };
  const trials = [
    testTrial({ watched: [blind, machine] as unknown as WatchedMachine[] }),
    testTrial(),
  ];
  const rows = watchedRows(trials);
  const texts = watchedColumns(rows).map((column) => [
    titleOf(column),
    ...rows.map((row) => columnText(column, row)),
  ]);
  expect(texts).toEqual([
    ['Machine', 'db', 'db'],
    ['What', 'whole machine', 'process pg'],
    ['CPU (cores)', '1.50', '0.500'],
    ['CPU max (cores)', '3.00', '1.00'],
    ['Memory max (MB)', '6.00', '2.00'],
    ['Received (MB/s)', '4.00', '–'],
    ['Sent (MB/s)', '5.00', '–'],
    ['Sockets', '14.0', '–'],
  ]);
  expect(watchedGaps([...trials, ...trials])).toEqual(['b: It was late.', 'db: It was late.']);
});

it('writes warm-ups that end by themselves', () => {
  const column = {
    id: 'w',
    ...warmUpColumn<{ warmUp?: { seconds: number; ended: 'steady' | 'maximum' } }>(
      ({ warmUp }) => warmUp,
    ),
  };
  const [steady, most] = [
    { seconds: 2.04, ended: 'steady' },
    { seconds: 30, ended: 'maximum' },
  ] as const;
  expect([{ warmUp: steady }, { warmUp: most }, {}].map((row) => columnText(column, row))).toEqual([
    '2.0',
    '30.0 (maximum)',
    '–',
  ]);
  expect([column.value({ warmUp: steady }), column.value({})]).toEqual([2.04, null]);
  expect(titleOf(column)).toBe('Warm-up (s)');
  expect([steady, most].map(warmUpWords)).toEqual([
    '2.0 s, until steady',
    '30.0 s, its maximum, without becoming steady',
  ]);
  expect([hasOwnWarmUps([{}, { warmUp: most }]), hasOwnWarmUps([{}]), hasOwnWarmUps([])]).toEqual([
    true,
    false,
    false,
  ]);
});
