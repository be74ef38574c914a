import { describe, expect, it } from 'vitest';
import { makeCell, makeResult } from '../tests/support/records.ts';
import { type Column, columnText, numbers, shortTitle, titleOf } from './columns.ts';
import { toCsv } from './csv.ts';
import { placeColumns, placeName, placeRows } from './place-columns.ts';
import { watchedColumns, watchedGaps, watchedRows } from './watched-columns.ts';

/** Titles of columns, and the texts of each row. */
function drawn<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  return [
    columns.map(titleOf),
    ...rows.map((row) => columns.map((column) => columnText(column, row))),
  ];
}

it('titles columns with their units, and writes their values', () => {
  const column = {
    id: 'a',
    ...numbers<number>(
      'Mean',
      'ms',
      (row) => (row > 1 ? row : null),
      (value) => `<${value}>`,
      'm',
    ),
  };
  expect([titleOf(column), shortTitle(column), column.numeric]).toEqual(['Mean (ms)', 'm', true]);
  expect([columnText(column, 2), columnText(column, 1)]).toEqual(['<2>', '<null>']);
  const plain = { id: 'b', ...numbers<number>('Trial Nr', null, () => null, String) };
  expect([titleOf(plain), shortTitle(plain)]).toEqual(['Trial Nr', 'trial nr']);
  expect(shortTitle({ id: 'c', header: 'Mean', unit: 'ms' })).toBe('mean ms');
  expect(columnText({ id: 'd', header: 'D', value: () => null }, 1)).toBe('–');
});

describe('watched machines', () => {
  const figure = (mean: number, max: number) => ({ mean, max });
  const measured = {
    ...{
      looks: 3,
      cpuCores: figure(1.5, 2),
      memoryBytes: figure(1e9, 2e9),
      receivedPerSecond: figure(3e6, 9e6),
    },
    ...{ sentPerSecond: figure(4e6, 9e6), sockets: figure(5, 7) },
    parts: [
      { cpuCores: figure(0.5, 1), memoryBytes: figure(1e6, 2e6) },
      { cpuCores: figure(0.25, 3), memoryBytes: null },
      undefined,
    ],
  };
  const watched = [
    { name: 'other', parts: [], measured: null, missing: ['no x'] },
    {
      name: 'lab',
      parts: [
        { kind: 'process', name: 'node' },
        { kind: 'container', name: 'x' },
        { kind: 'container', name: 'gone' },
      ],
      measured,
      missing: ['no x', 'no y'],
    },
  ] as never;
  const trial = makeResult('t', { watched });

  it('have a row each, and one for each of their parts', () => {
    const rows = watchedRows([trial, makeResult('u')]);
    expect(drawn(watchedColumns(rows), rows)).toEqual([
      [
        'Machine',
        'What',
        'CPU (cores)',
        'CPU max (cores)',
        'Memory max (MB)',
        'Received (MB/s)',
        'Sent (MB/s)',
        'Sockets',
      ],
      ['lab', 'whole machine', '1.50', '2.00', '2,000', '3.00', '4.00', '7.00'],
      ['lab', 'process node', '0.500', '1.00', '2.00', '–', '–', '–'],
      ['lab', 'container x', '0.250', '3.00', '–', '–', '–', '–'],
    ]);
    expect(watchedGaps([trial, trial])).toEqual(['other: no x', 'lab: no x', 'lab: no y']);
  });
});

describe('places', () => {
  const { latencyMs } = makeResult('t');
  const place = (name: string | null, ok: number) => ({
    name,
    machines: ['a', 'b'],
    workers: 3,
    requests: { ok, failed: 1 },
    throughputRps: 12.34,
    latencyMs,
  });
  const trials = [
    makeResult('t', { places: [place('here', 1200), place(null, 0)] as never }),
    makeResult('u', {
      cell: makeCell({ protocol: 'grpc' }),
      repetition: 2,
      places: [place('there', 5)] as never,
    }),
  ];

  it('have their share of a trial', () => {
    const rows = placeRows(trials.slice(0, 1));
    const [titles, ...texts] = drawn(placeColumns(rows), rows);
    expect(titles?.slice(0, 3)).toEqual(['Place', 'Machines', 'Workers']);
    const of = (title: string) =>
      texts.map((row) => row[titles?.findIndex((one) => one.startsWith(title)) ?? -1]);
    expect([of('Place'), of('Machines'), of('Workers')]).toEqual([
      ['here', '–'],
      ['a, b', 'a, b'],
      ['3', '3'],
    ]);
    expect([of('Throughput'), of('Mean'), of('p95'), of('Succeeded')]).toEqual([
      ['12.3', '12.3'],
      ['2.50', '–'],
      ['4.00', '–'],
      ['1,200', '0'],
    ]);
    expect([placeName('x'), placeName(undefined)]).toEqual(['x', '–']);
  });

  it('name the cells and repetitions of several trials', () => {
    const rows = placeRows(trials);
    const [titles, ...texts] = drawn(placeColumns(rows), rows);
    expect(titles?.[0]).toBe('Protocol');
    expect(texts.map((row) => row[0])).toEqual(['REST', 'REST', 'gRPC']);
    expect(texts.map((row) => row[titles?.indexOf('Repetition') ?? -1])).toEqual(['1', '1', '2']);
  });
});

it('CSV quotes what needs it', () => {
  expect(
    toCsv(
      ['a', 'b'],
      [
        ['x,"y"', 1.5],
        [null, 'z'],
      ],
    ),
  ).toBe('a,b\r\n"x,""y""",1.5\r\n,z\r\n');
  expect(
    toCsv(
      ['=a', '@b/c'],
      [
        ['-1', -1],
        [' x', '@B/c'],
      ],
    ),
  ).toBe(`'=a,@b/c\r\n'-1,-1\r\n" x",'@B/c\r\n`);
});
