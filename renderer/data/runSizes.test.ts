import { expect, it } from 'vitest';
import { runSizes } from '../../contracts/run-sizes.ts';
import type { EncodedCall } from '../../contracts/sizes.ts';
import { makeCell } from '../../tests/support/records.ts';
import { runSizeBars, runSizeRows, runSizesSummary, runSizesTable } from './runSizes.ts';

const encoded = (payload: number, envelope: number): EncodedCall => ({
  request: { payload, envelope, beside: { framing: 0, headers: 0 } },
  answer: { payload: payload * 10, envelope, beside: { framing: 0, headers: 0 } },
});
const trials = [
  { cell: makeCell({ protocol: 'soap', shape: 'small', users: 1 }), encoded: encoded(50, 300) },
  { cell: makeCell({ protocol: 'soap', shape: 'small', users: 9 }), encoded: encoded(51, 300) },
  { cell: makeCell({ protocol: 'grpc', shape: 'large' }), encoded: encoded(900, 5) },
  { cell: makeCell({ protocol: 'grpc', shape: 'small' }), encoded: encoded(20, 5) },
  { cell: makeCell({ protocol: 'rest', shape: 'small' }) },
  {
    cell: makeCell({ protocol: 'grpc', shape: 'small', fields: 'reduced' }),
    encoded: encoded(8, 5),
  },
];
const groups = runSizes(trials);
const [small] = groups;
if (!small) throw new Error('no group');

it('the sizes of a run are one call of each protocol by what is called, without those that are not known', () => {
  expect(groups.map(({ what, sizes }) => [what, sizes.map((one) => one.protocol)])).toEqual([
    ['small', ['soap', 'grpc']],
    ['large', ['grpc']],
    ['small, fields reduced', ['grpc']],
  ]);
  expect(small.sizes[0]?.encoded).toEqual(encoded(50, 300));
  expect(runSizes([{ cell: makeCell({}) }])).toEqual([]);
});

it('the sizes of a run are stacked by layer, one side of the call or both', () => {
  const of = (part: 'both' | 'request' | 'answer') =>
    runSizeBars(small, part).map(({ layers, measured, estimated }) => [
      layers.payload,
      layers.envelope,
      measured,
      estimated,
    ]);
  expect(of('request')).toEqual([
    [50, 300, 350, 0],
    [20, 5, 25, 0],
  ]);
  expect(of('answer')[0]).toEqual([500, 300, 800, 0]);
  expect(of('both')).toEqual([
    [550, 600, 1150, 0],
    [220, 10, 230, 0],
  ]);
});

it('the sizes of a run are a line for each message, in tables and in words', () => {
  expect(runSizesTable('Sizes', [small]).rows).toEqual([
    ['small', 'SOAP', 'request', 50, 300, 350],
    ['small', 'SOAP', 'answer', 500, 300, 800],
    ['small', 'gRPC', 'request', 20, 5, 25],
    ['small', 'gRPC', 'answer', 200, 5, 205],
  ]);
  const rows = runSizeRows(groups);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  expect(runSizesSummary('small', runSizeBars(small, 'both'))).toBe(
    'small: SOAP 1,150 bytes, 550 of them payload; gRPC 230 bytes, 220 of them payload.',
  );
});
