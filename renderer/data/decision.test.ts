import { expect, it } from 'vitest';
import type { DecidedPair } from '../../contracts/decision.ts';
import { makeCell } from '../../tests/support/records.ts';
import { decisionRows } from './decision.ts';

const baseline = makeCell({ protocol: 'rest' });
const pair = (part: Partial<DecidedPair> = {}): DecidedPair => ({
  cell: makeCell({ protocol: 'grpc' }),
  baseline,
  metric: 'throughput',
  repetitions: 3,
  ratio: null,
  interval: null,
  judgement: 'open',
  expected: null,
  ...part,
});
const rowsOf = (...history: [repetitions: number, ...pairs: DecidedPair[]][]) =>
  decisionRows({
    repetitions: 0,
    nextLook: null,
    history: history.map(([repetitions, ...pairs]) => ({ repetitions, pairs })),
  });

it('has no row before the first repetition', () => {
  expect(rowsOf()).toEqual([]);
});

it('shows the intervals so far on a logarithmic axis from 1/20 to 20', () => {
  const interval = (low: number, high: number) => pair({ interval: { low, high } });
  const soap = pair({ cell: makeCell({ protocol: 'soap' }) });
  const [row, other, ...rest] = rowsOf(
    [2, pair()],
    [3, interval(0.01, 20 ** 0.5)],
    [4, soap, interval(1, 400)],
    [5, interval(2, 3), soap],
  );
  expect(rest).toEqual([]);
  expect(row).toMatchObject({ name: 'gRPC ÷ REST', range: '2.0 to 3.0 times', state: 'open' });
  expect(row?.bars).toEqual([
    { repetitions: 3, from: 0, to: 0.75 },
    { repetitions: 4, from: 0.5, to: 1 },
    {
      repetitions: 5,
      from: 0.5 + Math.log(2) / Math.log(400),
      to: 0.5 + Math.log(3) / Math.log(400),
    },
  ]);
  expect(other).toMatchObject({ name: 'SOAP ÷ REST', range: '–', bars: [] });
  expect(other?.key).not.toBe(row?.key);
});

it.each([
  ['decided', 9, 'decided'],
  ['alike', 9, 'no difference worth mentioning'],
  ['failing', 9, 'not compared: requests fail'],
  ['open', null, 'open'],
  ['open', 3, 'open'],
  ['open', 4, 'open: about 1 more repetition'],
  ['open', 9, 'open: about 6 more repetitions'],
] as const)(
  'says how far a comparison is: %s, expected after %s: %s',
  (judgement, expected, state) => {
    const [row] = rowsOf([3, pair({ judgement, expected })]);
    expect([row?.judgement, row?.state]).toEqual([judgement, state]);
  },
);
