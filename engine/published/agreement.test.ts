import { expect, it } from 'vitest';
import { agreementOf } from './agreement.ts';
import { addAgreements, countsOf } from './counts.ts';

const times = (value: number, low?: number, high?: number) =>
  ({ times: value, interval: low === undefined ? null : { low, high } }) as never;

it.each([
  [2, times(1.5, 1.2, 1.9), 'agrees'],
  [2, times(0.5, 0.4, 0.6), 'disagrees'],
  [0.5, times(0.5, 0.4, 0.6), 'agrees'],
  [0.5, times(1.5, 1.2, 1.9), 'disagrees'],
  [2, times(1.5, 1, 1.9), 'undetected'],
  [2, times(0.9, 0.8, 1), 'undetected'],
  [1, times(1.1, 0.9, 1.2), 'agrees'],
  [1, times(1.5, 1.2, 1.9), 'disagrees'],
  [2, times(1.11), 'agrees'],
  [2, times(1.09), 'untold'],
  [2, times(0.9), 'disagrees'],
  [2, times(0.92), 'untold'],
  [2, null, 'untold'],
  [2, times(0), 'untold'],
  [0, times(2), 'untold'],
])('a published ratio of %d beside %j: %s', (published, ours, agreement) => {
  expect(agreementOf(published, ours)).toBe(agreement);
});

it('agreements are counted and added by kind', () => {
  const kinds = ['agrees', 'disagrees', 'disagrees', 'undetected', 'untold', 'untold'] as const;
  const counts = countsOf(kinds.map((agreement) => ({ agreement })) as never);
  expect(counts).toEqual({ agrees: 1, disagrees: 2, undetected: 1, untold: 2 });
  expect(addAgreements([counts, { agrees: 10, disagrees: 0, undetected: 20, untold: 5 }])).toEqual({
    ...{ agrees: 11, disagrees: 2, undetected: 21, untold: 7 },
  });
});
