import { expect, it } from 'vitest';
import { boundsOf, describePeriod, presets } from './period.ts';

const now = new Date(2026, 2, 4, 15, 30);
const at = (year: number, month: number, day: number) => new Date(year, month, day).toISOString();

it.each([
  ['any time', { kind: 'any' }, null, null],
  ['today', { kind: 'days', days: 1 }, at(2026, 2, 4), null],
  ['seven days, over the end of a month', { kind: 'days', days: 7 }, at(2026, 1, 26), null],
  [
    'with its last day',
    { kind: 'between', from: '2026-02-28', to: '2026-02-28' },
    at(2026, 1, 28),
    at(2026, 2, 1),
  ],
  ['open at one end', { kind: 'between', from: '', to: '2025-12-31' }, null, at(2026, 0, 1)],
  ['not of what is no day', { kind: 'between', from: 'soon', to: '' }, null, null],
] as const)('the bounds of a period are those of %s', (_what, period, from, to) => {
  expect(boundsOf(period, now)).toEqual({ from, to });
});

it('a period in words is the preset, or its days', () => {
  expect(presets.map(({ label, period }) => [label, describePeriod(period)])).toEqual(
    presets.map(({ label }) => [label, label]),
  );
  expect(describePeriod({ kind: 'between', from: '2026-01-01', to: '' })).toBe('since 2026-01-01');
  expect(describePeriod({ kind: 'between', from: '', to: '2026-01-01' })).toBe('until 2026-01-01');
  expect(describePeriod({ kind: 'between', from: '', to: '' })).toBe('Any time');
});
