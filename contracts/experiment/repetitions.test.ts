import { expect, it } from 'vitest';
import { repetitionsSchema } from './repetitions.ts';

const defaults = { until: 'decided', atLeast: 3, atMost: 30, within: 120_000, margin: 0.05 };

it.each<[string, unknown, unknown]>([
  ['a number', 7, 7],
  ['a word', 'decided', defaults],
  ['the word in a mapping', { until: 'decided' }, defaults],
  [
    'a mapping',
    { until: 'decided', atLeast: 4, atMost: 4, within: '1m30s', margin: '2.5%' },
    { until: 'decided', atLeast: 4, atMost: 4, within: 90_000, margin: 0.025 },
  ],
])('repetitions are %s', (_what, value, expected) => {
  expect(repetitionsSchema.parse(value)).toEqual(expected);
});

it.each<[string, unknown]>([
  ['none', 0],
  ['a part', 1.5],
  ['too many', 1001],
  ['another word', 'enough'],
  ['a mapping without an end', { atMost: 9 }],
  ['another end', { until: 'other' }],
  ['more at least than at most', { until: 'decided', atLeast: 9, atMost: 8 }],
  ['more at least than at most by default', { until: 'decided', atLeast: 31 }],
  ['too few for an interval', { until: 'decided', atLeast: 2 }],
  ['too few at most', { until: 'decided', atMost: 2 }],
  ['a margin of nothing', { until: 'decided', margin: '0%' }],
  ['a margin that is no share', { until: 'decided', margin: 0.05 }],
  ['a margin of more than all', { until: 'decided', margin: '101%' }],
  ['a time that is none', { until: 'decided', within: 'soon' }],
  ['another key', { until: 'decided', level: '1%' }],
  ['a list', ['decided']],
])('repetitions are not %s', (_what, value) => {
  expect(repetitionsSchema.safeParse(value).success).toBe(false);
});
