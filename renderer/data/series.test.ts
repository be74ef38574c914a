import { expect, it } from 'vitest';
import type { Cell } from '../../contracts/experiment/cell.ts';
import { cellSeries, commonWords, shapeWords } from './series.ts';
import { filterWords, firstFilter, passes } from './seriesFilter.ts';

const cell: Cell = { protocol: 'rest', shape: 'small', users: 10, tls: 'off', client: 'raw' };
const cross = (['grpc', 'rest', 'soap'] as const).flatMap((protocol) =>
  (['on', 'off'] as const).flatMap((tls) =>
    (['library', 'raw'] as const).map((client) => ({ ...cell, protocol, tls, client })),
  ),
);

it('cellSeries names only what varies', () => {
  expect(cellSeries([cell, { ...cell, users: 50 }]).map(({ label }) => label)).toEqual(['REST']);
  const [first] = cellSeries([cell, { ...cell, tls: 'on' }]);
  expect(first).toMatchObject({ label: 'REST, no TLS', detail: 'no TLS', variant: 0 });
});

it('cellSeries orders by protocol, TLS and client and counts the variants of each protocol', () => {
  const series = cellSeries(cross);
  expect(series.length).toBe(12);
  expect(series.slice(0, 4).map(({ label }) => label)).toEqual([
    'REST, no TLS, raw',
    'REST, no TLS, library',
    'REST, TLS, raw',
    'REST, TLS, library',
  ]);
  expect(series.map(({ variant }) => variant)).toEqual([0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
});

it('the filter of series leaves few series alone and keeps many readable', () => {
  expect(firstFilter([cell])).toEqual({ tls: null, client: null });
  const filter = firstFilter(cross);
  expect(filter).toEqual({ tls: null, client: 'raw' });
  expect(cross.filter((one) => passes(filter, one)).length).toBe(6);
  expect(filterWords(filter, cross)).toBe('raw client');
});

it('says what two cells have in common', () => {
  expect(commonWords(cell, 'protocol', cross)).toBe('small · 10 users · no TLS · raw');
  expect(commonWords(cell, 'tls', cross)).toBe('REST · small · 10 users · raw');
  expect(commonWords({ ...cell, users: 1 }, 'protocol', [cell])).toBe('small · 1 user');
});

it('puts shapes into words', () => {
  expect(shapeWords('stress')).toBe('modify, 2,000,000 characters');
  expect(shapeWords('echo:5000')).toBe('echo, 5,000 characters');
  expect(shapeWords('large', 'team')).toBe('a file as one message');
  expect(shapeWords('small', 'team')).toBe('');
});
