import { describe, expect, it } from 'vitest';
import type { MetricComparison } from '../contracts/compare.ts';
import type { VarianceShare, VarianceSplit } from '../contracts/result.ts';
import { makeCell, makeCompared, makeResult } from '../tests/support/records.ts';
import { comparesRuns, whyAbsent } from './absent-metrics.ts';
import { type Column, columnText, titleOf } from './columns.ts';
import {
  correctionWords,
  findingText,
  intervalText,
  ratioWithInterval,
  testsOf,
  testsText,
} from './comparisons.ts';
import { toCsv } from './csv.ts';
import { distinctSentences } from './distinct-sentences.ts';
import { joinedFigures } from './live.ts';
import { placeColumns, placeName, placeRows } from './place-columns.ts';
import { nameOfCurves, titleOfCurves } from './saturation-curves.ts';
import { factorNoun, gridName, gridPlace, partName, shareRange, shareText } from './two-way.ts';
import { watchedColumns, watchedGaps, watchedRows } from './watched-columns.ts';

/** Titles of columns, and the texts of each row. */
function drawn<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[][] {
  return [
    columns.map(titleOf),
    ...rows.map((row) => columns.map((column) => columnText(column, row))),
  ];
}

describe('comparisons in words', () => {
  const compared = (part: Partial<MetricComparison> = {}) => makeCompared(part);

  it('have intervals and ratios', () => {
    expect(intervalText({ interval: null })).toBe('–');
    expect(intervalText({ interval: { low: 1.62, high: 2.03 } })).toBe('1.6 to 2.0');
    const ratio = { times: 0.62, percentOf: 62, percentChange: -38 };
    const interval = { low: 0.31, high: 1.24 };
    expect(ratioWithInterval(ratio, interval, 'different')).toBe(
      `×0.62 (${intervalText({ interval })})`,
    );
    expect(ratioWithInterval(ratio, interval, 'undetected')).toBe(
      `≈ ×0.62 (${intervalText({ interval })})`,
    );
    expect(ratioWithInterval(ratio, null, 'different')).toBe('×0.62, no interval');
    expect(ratioWithInterval(ratio, interval, undefined)).toBe('×0.62');
  });

  it.each<[Partial<MetricComparison>, string]>([
    [{}, 'higher, better'],
    [{ metric: 'p99' }, 'higher, worse'],
    [{ ratio: { times: 0.5, percentOf: 50, percentChange: -50 } }, 'lower, worse'],
    [{ ratio: { times: 0.5, percentOf: 50, percentChange: -50 }, metric: 'mean' }, 'lower, better'],
    [{ finding: 'tentative' }, 'higher, but may be chance'],
    [{ finding: 'tentative', ratio: null }, 'lower, but may be chance'],
    [{ finding: 'undetected' }, 'no detectable difference'],
    [{ finding: 'untold' }, 'no interval'],
    [{ finding: 'unlike' }, 'different things counted'],
    [{ finding: 'alike' }, 'no difference worth mentioning'],
  ])('%j is %s', (part, words) => {
    expect(findingText(compared(part))).toBe(words);
  });

  it('say how many tests were corrected for', () => {
    const untested = compared({ tests: null, p: null });
    expect([testsOf([]), testsOf([compared({ tests: 6 }), untested])]).toEqual([0, 6]);
    expect(testsText([compared({ tests: 2 }), compared({ tests: 2 })])).toBe('2 tests');
    expect(testsText([compared({ tests: 1 })])).toBe('1 test');
    expect(testsText([compared({ tests: 21 }), untested])).toBe('21 tests, 1 of them shown');
    const row = (...metrics: MetricComparison[]) => ({ metrics });
    const p99 = (tests: number) => compared({ metric: 'p99', tests });
    expect(correctionWords([row(compared({ tests: 1 }))])).toBe("Holm's correction for 1 test");
    expect(correctionWords([row(compared({ tests: 1 }), p99(1))])).toBe(
      "Holm's correction for 1 test of each metric",
    );
    expect(correctionWords([row(compared({ tests: 18 }), p99(21))])).toBe(
      "Holm's correction for 18 to 21 tests of each metric, shown or not",
    );
  });
});

describe('shares of variance', () => {
  const grid = {
    a: { factor: 'protocol' },
    b: { factor: 'tls' },
    cell: makeCell({ users: 10, shape: 'large', database: 'none' }),
  } as never;
  const share = (low: number, high: number) => ({ low, high }) as VarianceShare;

  it('are of factors by their nouns', () => {
    expect([factorNoun('tls'), factorNoun('protocol'), factorNoun('text')]).toEqual([
      'TLS',
      'the protocol',
      'the kind of text',
    ]);
    expect(gridName(grid)).toBe('protocol × TLS');
    const split = (interaction: object | null) => ({ interaction }) as unknown as VarianceSplit;
    expect(
      (['a', 'b', 'interaction', 'noise'] as const).map((part) => partName(part, grid, split({}))),
    ).toEqual(['protocol', 'TLS', 'interaction', 'noise']);
    expect(partName('noise', grid, split(null))).toBe('interaction and noise');
    expect(gridPlace(grid)).toBe('large · 10 users · raw client · database none');
  });

  it.each([
    [0.81, 0.75, 0.86, '81 %'],
    [0.812, 0.81, 0.82, '81.2 %'],
    [0.812, 0.8, 0.825, '81 %'],
    [0.014, 0, 0.02, '1 %'],
    [0.0144, 0, 0.0199, '1.4 %'],
    [0, 0, 0.5, '0 %'],
    [0.004, 0, 0.5, 'under 1 %'],
    [0.005, 0, 0.5, '1 %'],
    [0.0004, 0, 0.01, 'under 0.1 %'],
    [1, 0.5, 1, '100 %'],
    [0.996, 0.5, 1, 'over 99 %'],
    [0.9996, 0.99, 1, 'over 99.9 %'],
  ])('%d in %d to %d is %s', (value, low, high, text) => {
    expect(shareText(value, share(low, high))).toBe(text);
  });

  it('have a range', () => {
    expect(shareRange(share(0.75, 0.86))).toBe('75 % to 86 %');
    expect(shareRange(share(0.8101, 0.8102))).toBe('81.0 %');
  });
});

it.each([
  ['ratios', { runs: 1, throughLevels: false }, 'it takes several runs'],
  ['ratios', { runs: 2, throughLevels: true }, 'the runs have no cells in common'],
  ['rounds', { runs: 1, throughLevels: true }, 'the run has no rounds'],
  ['rounds', { runs: 2, throughLevels: false }, 'none of the runs has rounds'],
  [
    'columns',
    { runs: 1, throughLevels: false, part: 'for the shape small' },
    'the run has no trials for the shape small',
  ],
  ['columns', { runs: 1, throughLevels: true }, expect.stringContaining('several levels of load')],
] as const)('%s are absent with %j', (type, asked, why) => {
  expect(whyAbsent(type, asked)).toEqual(why);
  expect(comparesRuns(type)).toBe(type === 'ratios');
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
    parts: [{ cpuCores: figure(0.5, 1), memoryBytes: null }],
  };
  const watched = [
    {
      name: 'lab',
      parts: [
        { kind: 'process', name: 'node' },
        { kind: 'container', name: 'x' },
      ],
      measured,
      missing: ['no x', 'no y'],
    },
    { name: 'other', parts: [], measured: null, missing: ['no x'] },
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
      ['lab', 'process node', '0.500', '1.00', '–', '–', '–', '–'],
    ]);
    expect(watchedGaps([trial, trial])).toEqual(['lab: no x', 'lab: no y', 'other: no x']);
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

describe('sentences about trials', () => {
  const [one, two] = [makeResult('1'), makeResult('2', { index: 1 })];
  const of = (...said: [typeof one, string, string?][]) =>
    distinctSentences(
      said.map(([trial, text, kind]) => ({ trial, text, ...(kind && { kind }) })),
      ({ id }) => `trial ${id}`,
      2,
    );

  it('are each kind once, whatever its numbers', () => {
    expect(
      of([one, '5 failed'], [two, '1,234.5 failed'], [one, 'slow'], [one, '6 failed']),
    ).toEqual(['2 of 2 trials, such as trial 1: 5 failed', 'trial 1: slow']);
    expect(of([one, 'code 5', 'a'], [two, 'code 6', 'b'])).toHaveLength(2);
    expect(of([one, 'x', 'a'], [two, 'y', 'a'])).toHaveLength(1);
  });
});

it('live figures of two moments are one: a peak stays', () => {
  const figures = (rate: number, p99: number | null, serverCpu: number | null) => ({
    throughputRps: rate,
    p50: p99,
    p95: p99,
    p99,
    clientCpu: rate,
    serverCpu,
    bands: [1, rate],
  });
  const mean = (a: number, b: number) => (a + b) / 2;
  expect(joinedFigures(figures(2, 5, 1), figures(4, 3, 3), mean)).toEqual({
    throughputRps: 3,
    p50: 5,
    p95: 5,
    p99: 5,
    clientCpu: 3,
    serverCpu: 2,
    bands: [1, 6],
  });
  expect(joinedFigures(figures(2, null, null), figures(4, null, 3), mean)).toMatchObject({
    p99: null,
    serverCpu: 3,
  });
  expect(joinedFigures(figures(2, null, 4), figures(4, 1, null), mean)).toMatchObject({
    p99: 1,
    serverCpu: 4,
  });
});

it('saturation curves are named by shape, and by repetition where there are several', () => {
  const of = (shape: string, repetition: number) =>
    ({ cell: makeCell({ shape }), repetition }) as never;
  expect(nameOfCurves([of('small', 1), of('large', 2)], 'small', 1)).toBe('small');
  expect(titleOfCurves([of('small', 1), of('small', 2)], 'small', 2)).toBe(
    'Saturation, small, repetition 2',
  );
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
