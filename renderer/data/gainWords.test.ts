import { assert, double, property } from 'fast-check';
import { expect, it } from 'vitest';
import { gainWords, moreOrLess, moreOrLessRange } from './gainWords.ts';

it('more and less are relative to the other side: 2.1 times is 110 % more, and the other has 52 % less', () => {
  // kth-2023, section 6.1: 496.91 against 236.74 requests/s, which the study calls “52% more”.
  const times = 496.91 / 236.74;
  expect(moreOrLess(times)).toBe('110 % more');
  expect(moreOrLess(1 / times)).toBe('52 % less');
  expect(gainWords({ metric: 'throughput', times, name: 'gRPC', baseline: 'REST' })).toBe(
    '110 % more throughput than REST (2.1×); REST has 52 % less than gRPC',
  );
  expect(gainWords({ metric: 'p50', times: 0.5, name: 'gRPC', baseline: 'REST' })).toBe(
    '50 % less p50 latency than REST (0.5×); REST has 100 % more than gRPC',
  );
  expect(gainWords({ metric: 'p50', times: 1, name: 'gRPC', baseline: 'REST' })).toBe(
    'as much p50 latency as REST',
  );
});

it('more and less keep digits near 100 % less', () => {
  expect(moreOrLess(0.05)).toBe('95 % less');
  expect(moreOrLess(0.002)).toBe('99.8 % less');
  expect(moreOrLess(0.00004)).toBe('99.996 % less');
  expect(moreOrLess(12.3)).toBe('1,100 % more');
  expect(moreOrLess(1.0034)).toBe('0.34 % more');
  expect(moreOrLess(1.00001)).toBe('as much');
  expect(moreOrLessRange({ low: 0.95, high: 1.5 })).toBe('5 % less to 50 % more');
});

it('more and less give the direction and rough size of every ratio', () => {
  const ratios = double({ min: 1e-4, max: 1e4, noNaN: true });
  assert(
    property(ratios, (times) => {
      const words = moreOrLess(times);
      if (words === 'as much') return Math.abs(times - 1) < 1e-4;
      const [, digits = '', side] = /^([\d.,]+) % (more|less)$/.exec(words) ?? [];
      const percent = Number(digits.replaceAll(',', ''));
      const stated = side === 'more' ? 1 + percent / 100 : 1 - percent / 100;
      // Two digits of the change, or as many as what is left needs: within a third of it.
      const change = Math.abs(stated - times) <= 0.051 * Math.abs(times - 1);
      return change && stated > 0 && stated > 1 === times > 1 && Math.abs(stated / times - 1) < 0.5;
    }),
  );
});
