import { describe, expect, it } from 'vitest';
import type { MetricComparison } from '../contracts/compare.ts';
import type { Saturation, TwoWay, VarianceShare, VarianceSplit } from '../contracts/result.ts';
import type { SameWork } from '../contracts/same-work.ts';
import { makeCell, makeCompared } from '../tests/support/records.ts';
import { testTrial } from '../tests/support/shown-trials.ts';
import { comparesRuns, whyAbsent } from './absent-metrics.ts';
import {
  correctionWords,
  findingText,
  intervalText,
  ratioWithInterval,
  testsOf,
  testsText,
} from './comparisons.ts';
import { distinctSentences } from './distinct-sentences.ts';
import { joinedFigures } from './live.ts';
import { sameWorkSentence } from './same-work.ts';
import { nameOfCurves, titleOfCurves } from './saturation-curves.ts';
import { metricName, tooFewWords } from './threshold-words.ts';
import { factorNoun, gridName, gridPlace, partName, shareRange, shareText } from './two-way.ts';

it.each([
  ['trials', { runs: 1, throughLevels: true }, 'the run has no trials'],
  ['trials', { runs: 2, throughLevels: false }, 'none of the runs has trials'],
  [
    'heat-map',
    { runs: 1, throughLevels: false, part: 'for x' },
    'the run has no trials with answers for x',
  ],
  ['columns', { runs: 1, throughLevels: false }, 'the run has no trials'],
  [
    'bootstrap',
    { runs: 1, throughLevels: true },
    expect.stringMatching(/^the trials went through several/),
  ],
  ['ratios', { runs: 1, throughLevels: false }, 'it takes several runs'],
  ['ratios', { runs: 2, throughLevels: false }, 'the runs have no cells in common'],
  ['ratios', { runs: 2, throughLevels: true }, 'the runs have no cells in common'],
  ['rounds', { runs: 1, throughLevels: true }, 'the run has no rounds'],
  ['rounds', { runs: 2, throughLevels: false }, 'none of the runs has rounds'],
  ['columns', { runs: 1, throughLevels: true }, expect.stringContaining('several levels of load')],
] as const)('says why there is no %s: %j', (type, asked, words) => {
  expect(whyAbsent(type, asked)).toEqual(words);
  expect(comparesRuns(type)).toBe(type === 'ratios');
});

describe('a comparison in words', () => {
  const ratio = { times: 0.62, percentOf: 62, percentChange: -38 };
  const interval = { low: 0.312, high: 1.24 };

  it.each([
    [interval, 'different', '×0.62 (0.31 to 1.24)'],
    [interval, 'undetected', '≈ ×0.62 (0.31 to 1.24)'],
    [null, 'untold', '×0.62, no interval'],
    [null, 'different', '×0.62, no interval'],
    [interval, undefined, '×0.62'],
  ] as const)('%j %s: %s', (range, finding, words) => {
    expect(ratioWithInterval(ratio, range, finding)).toBe(words);
  });

  it('has an interval, or a dash without one', () => {
    expect(intervalText({ interval: { low: 1.62, high: 2.03 } })).toBe('1.6 to 2.0');
    expect(intervalText({ interval: null })).toBe('–');
  });

  const half = { times: 0.5, percentOf: 50, percentChange: -50 };
  const same = { times: 1, percentOf: 100, percentChange: 0 };

  it.each<[Partial<MetricComparison>, string]>([
    [{}, 'higher, better'],
    [{ metric: 'p99' }, 'higher, worse'],
    [{ ratio: half }, 'lower, worse'],
    [{ ratio: half, metric: 'mean' }, 'lower, better'],
    [{ finding: 'tentative' }, 'higher, but may be chance'],
    [{ finding: 'tentative', ratio: same }, 'lower, but may be chance'],
    [{ finding: 'tentative', ratio: null }, 'lower, but may be chance'],
    [{ finding: 'undetected' }, 'no detectable difference'],
    [{ finding: 'untold' }, 'no interval'],
    [{ finding: 'unlike' }, 'different things counted'],
    [{ finding: 'alike' }, 'no difference worth mentioning'],
  ])('%j is %s', (part, words) => {
    expect(findingText(makeCompared(part))).toBe(words);
  });

  const tested = (metric: 'throughput' | 'p95', tests: number | null, p: number | null = 0.1) =>
    makeCompared({ metric, tests, p } as never);

  it.each([
    [[tested('p95', 1)], '1 test'],
    [[tested('p95', 3), tested('p95', 3, null)], '3 tests, 1 of them shown'],
    [[tested('p95', 2), tested('p95', 2)], '2 tests'],
    [[tested('p95', 21), tested('p95', null, null)], '21 tests, 1 of them shown'],
  ])('counts tests: %#', (compared, words) => {
    expect(testsText(compared)).toBe(words);
    expect(testsOf(compared)).toBe(Number.parseInt(words, 10));
  });

  it('has no tests without metrics', () => {
    expect(testsOf([])).toBe(0);
  });

  it.each([
    [[tested('p95', 1)], "Holm's correction for 1 test"],
    [[tested('p95', 1), tested('throughput', 1)], "Holm's correction for 1 test of each metric"],
    [
      [tested('p95', 18), tested('throughput', 21)],
      "Holm's correction for 18 to 21 tests of each metric, shown or not",
    ],
    [
      [tested('p95', 2), tested('throughput', null, null), tested('p95', 2)],
      "Holm's correction for 2 tests",
    ],
  ])('names the correction: %#', (metrics, words) => {
    expect(correctionWords([{ metrics }])).toBe(words);
  });
});

it('says each kind of sentence once, with how many trials have it', () => {
  const [one, two, three] = [
    testTrial({ index: 0 }),
    testTrial({ index: 1 }),
    testTrial({ index: 2 }),
  ];
  const said = [
    { trial: two, text: 'It lost 1,234.5 of 9.' },
    { trial: one, text: 'It lost 7 of 12.' },
    { trial: one, text: 'It lost 8 of 12.' },
    { trial: three, text: 'Odd.' },
    { trial: three, text: 'A', kind: 'k' },
    { trial: two, text: 'B', kind: 'k' },
  ];
  expect(distinctSentences(said, ({ index }) => `T${index}`, 5)).toEqual([
    '2 of 5 trials, such as T1: It lost 1,234.5 of 9.',
    'T2: Odd.',
    '2 of 5 trials, such as T2: A',
  ]);
  const kinds = ['a', 'b'].map((kind, index) => ({ trial: one, text: `code ${index}`, kind }));
  expect(distinctSentences(kinds, () => 'T', 5)).toHaveLength(2);
});

it('joins two moments, with the percentiles of the slower one', () => {
  const moment = (throughputRps: number, p99: number | null, serverCpu: number | null) => ({
    ...{ throughputRps, p50: throughputRps + 1, p95: throughputRps + 2, p99, serverCpu },
    clientCpu: throughputRps / 10,
    bands: [1, 1],
  });
  const weigh = (first: number, second: number) => 0.75 * first + 0.25 * second;
  const [slow, fast, none] = [moment(4, 9, 0.4), moment(8, 2, 0.8), moment(0, null, null)];
  const [a, b] = [joinedFigures(slow, fast, weigh), joinedFigures(fast, slow, weigh)];
  expect(a).toMatchObject({
    throughputRps: 5,
    p50: 5,
    p95: 6,
    p99: 9,
    clientCpu: 0.5,
    bands: [1, 2],
  });
  expect(a.serverCpu).toBeCloseTo(0.5);
  expect(b).toMatchObject({ throughputRps: 7, p50: 5, p99: 9 });
  expect(joinedFigures(slow, none, weigh)).toMatchObject({
    throughputRps: 3,
    p50: 5,
    p99: 9,
    serverCpu: 0.4,
  });
  expect(joinedFigures(none, slow, weigh)).toMatchObject({
    throughputRps: 1,
    p50: 5,
    p99: 9,
    serverCpu: 0.4,
  });
  expect(joinedFigures(none, none, weigh)).toMatchObject({ p99: null, serverCpu: null });
  expect(joinedFigures(moment(1, 3, null), moment(2, 3, null), weigh)).toMatchObject({
    p50: 3,
    serverCpu: null,
  });
});

it.each([
  [
    { verdict: 'comparable', rows: [{ aspect: 'method', standing: 'equal' }] },
    'A and B: comparable.',
  ],
  [
    {
      verdict: 'comparable',
      rows: [
        { aspect: 'method', standing: 'unchecked' },
        { aspect: 'answers', standing: 'unchecked' },
        { aspect: 'cache', standing: 'shown' },
        { aspect: 'tls', standing: 'unchecked' },
      ],
    },
    'A and B: comparable as far as checked; not checked: HTTP method, answers and TLS version and cipher.',
  ],
  [
    { verdict: 'not-comparable', reasons: [{ sentence: 'One.' }, { sentence: 'Two.' }] },
    'A and B: not comparable. One. Two.',
  ],
])('says whether two cells did the same work: %#', (part, words) => {
  const labels = { baseline: 'A', cell: 'B' };
  expect(sameWorkSentence({ labels, reasons: [], rows: [], ...part } as unknown as SameWork)).toBe(
    words,
  );
});

it('names curves by their repetition where a shape has several', () => {
  const curve = (shape: string, repetition: number) =>
    ({ cell: { shape }, repetition }) as Saturation;
  const all = [curve('small', 1), curve('small', 2), curve('large', 1)];
  expect(nameOfCurves(all, 'small', 1)).toBe('small, repetition 1');
  expect(titleOfCurves(all, 'large', 1)).toBe('Saturation, large');
});

it('says which answers are too few for a rule', () => {
  expect(['p99 < 5 ms', 'p999 < 5 ms', 'what'].map(metricName)).toEqual([
    'p99',
    'p99.9',
    'its metric',
  ]);
  const few = (answers: number) =>
    tooFewWords({ rule: 'p99 < 5 ms', few: { answers, needed: 1000 } });
  expect([few(1), few(1200)]).toEqual([
    '1 answer is too few for p99, which needs 1,000',
    '1,200 answers are too few for p99, which needs 1,000',
  ]);
  expect(tooFewWords({ rule: 'p99 < 5 ms' } as never)).toBeNull();
});

describe('two factors', () => {
  const grid = {
    a: { factor: 'protocol' },
    b: { factor: 'tls' },
    cell: makeCell({ users: 10, shape: 'large', database: 'none' }),
  } as unknown as TwoWay;
  const split = { interaction: {} } as unknown as VarianceSplit;
  const share = (low: number, high: number) => ({ low, high }) as VarianceShare;

  it('are named, with their parts and what they share', () => {
    expect((['tls', 'protocol', 'text'] as const).map(factorNoun)).toEqual([
      ...['TLS', 'the protocol', 'the kind of text'],
    ]);
    expect(gridName(grid)).toBe('protocol × TLS');
    const parts = ['a', 'b', 'interaction', 'noise'] as const;
    expect(parts.map((part) => partName(part, grid, split))).toEqual([
      ...['protocol', 'TLS', 'interaction', 'noise'],
    ]);
    expect(partName('noise', grid, { ...split, interaction: null })).toBe('interaction and noise');
    expect(gridPlace(grid)).toBe('large · 10 users · raw client · database none');
  });

  it.each([
    [0.81, 0.7, 0.9, '81 %'],
    [0.81, 0.805, 0.815, '81.0 %'],
    [0.812, 0.81, 0.82, '81.2 %'],
    [0.812, 0.8, 0.825, '81 %'],
    [0.014, 0, 0.02, '1 %'],
    [0.0144, 0, 0.0199, '1.4 %'],
    [0, 0, 0.02, '0 %'],
    [0, 0, 0.5, '0 %'],
    [0.004, 0, 0.3, 'under 1 %'],
    [0.005, 0, 0.3, '1 %'],
    [0.0004, 0, 0.01, 'under 0.1 %'],
    [1, 0.5, 1, '100 %'],
    [1, 1, 1, '100.0 %'],
    [0.996, 0.5, 1, 'over 99 %'],
    [0.9996, 0.99, 1, 'over 99.9 %'],
  ])('share %s, in %s to %s: %s', (value, low, high, text) => {
    expect(shareText(value, share(low, high))).toBe(text);
  });

  it.each([
    [0.7, 0.9, '70 % to 90 %'],
    [0.805, 0.815, '80.5 % to 81.5 %'],
    [0.8101, 0.8102, '81.0 %'],
    [0, 0.3, '0 % to 30 %'],
    [0, 0.01, '0.0 % to 1.0 %'],
    [0, 0.02, '0 % to 2 %'],
    [0.5, 1, '50 % to 100 %'],
    [0.99, 1, '99.0 % to 100.0 %'],
    [1, 1, '100.0 %'],
  ])('share from %s to %s: %s', (low, high, range) => {
    expect(shareRange(share(low, high))).toBe(range);
  });
});
