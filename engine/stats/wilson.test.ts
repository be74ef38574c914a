import { expect, it } from 'vitest';
import { wilsonInterval } from './wilson.ts';

it('is Wilson’s interval, also of none and of all', () => {
  // As R’s prop.test(x, n, correct = FALSE)$conf.int gives it.
  const found = [
    [15, 100],
    [0, 10],
    [10, 10],
    [3, 1000],
  ].map(([x = 0, n = 0]) => wilsonInterval(x, n, 1.959964));
  expect(found.map(({ low, high }) => [low.toFixed(4), high.toFixed(4)])).toEqual([
    ['0.0931', '0.2328'],
    ['0.0000', '0.2775'],
    ['0.7225', '1.0000'],
    ['0.0010', '0.0088'],
  ]);
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});
