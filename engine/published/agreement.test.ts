import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agreementOf } from './agreement.ts';
import { addAgreements, countsOf } from './counts.ts';

/** A ratio, with an interval where its bounds are given. */
const times = (value: number, low?: number, high?: number) => ({
  times: value,
  interval: low === undefined || high === undefined ? null : { low, high },
});

it.each([
  [2, times(1.5, 1.2, 1.9), 'agrees'],
  [2, times(0.5, 0.4, 0.6), 'disagrees'],
  [0.5, times(0.5, 0.4, 0.6), 'agrees'],
  [0.5, times(1.5, 1.2, 1.9), 'disagrees'],
  [2, times(1.05, 0.95, 1.15), 'undetected'],
  [2, times(1.5, 1, 1.9), 'undetected'],
  [2, times(0.9, 0.8, 1), 'undetected'],
  [1, times(1.1, 0.9, 1.2), 'agrees'],
  [1, times(1.5, 1.2, 1.9), 'disagrees'],
  [1.002, times(1.05, 0.95, 1.15), 'agrees'],
  [1.002, times(1.5, 1.36, 1.65), 'disagrees'],
  [2, times(1.2), 'agrees'],
  [2, times(1.11), 'agrees'],
  [2, times(1.09), 'untold'],
  [2, times(0.8), 'disagrees'],
  [2, times(0.9), 'disagrees'],
  [2, times(0.92), 'untold'],
  [2, null, 'untold'],
  [2, times(0), 'untold'],
  [0, times(2), 'untold'],
])('a published ratio of %d beside %j: %s', (published, ours, agreement) => {
  expect(agreementOf(published, ours)).toBe(agreement);
});

it('agreement is symmetric', () => {
  const ratio = fc.double({ min: 0.01, max: 100, noNaN: true });
  const wider = fc.option(fc.double({ min: 1.01, max: 3, noNaN: true }));
  fc.assert(
    fc.property(ratio, ratio, wider, (published, one, by) => {
      const around = (value: number) =>
        by === null ? times(value) : times(value, value / by, value * by);
      expect(agreementOf(1 / published, around(1 / one))).toBe(agreementOf(published, around(one)));
    }),
  );
});

it('agreements are counted and added by kind', () => {
  const kinds = ['agrees', 'disagrees', 'disagrees', 'undetected', 'untold', 'untold'] as const;
  const counts = countsOf(kinds.map((agreement) => ({ agreement })) as never);
  expect(counts).toEqual({ agrees: 1, disagrees: 2, undetected: 1, untold: 2 });
  expect(addAgreements([counts, { agrees: 10, disagrees: 0, undetected: 20, untold: 5 }])).toEqual({
    ...{ agrees: 11, disagrees: 2, undetected: 21, untold: 7 },
  });
});
