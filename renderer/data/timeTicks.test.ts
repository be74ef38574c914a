import { expect, it } from 'vitest';
import { timeText } from '../../metrics/units.ts';
import { momentText, timeTicks } from './timeTicks.ts';

it.each([
  [[0, 10], 5, [0, 2, 4, 6, 8, 10]],
  [[30, 150], 6, [30, 60, 90, 120, 150]],
  [[0, 3610], 6, [0, 900, 1800, 2700, 3600]],
] as const)('of %j are round', (domain, count, ticks) => {
  expect(timeTicks(domain, count).ticks).toEqual(ticks);
});

it.each([
  [[0, 0.225], 6, ['0.00 s', '0.05 s', '0.10 s', '0.15 s', '0.20 s']],
  [[0, 0.9], 5, ['0.0 s', '0.2 s', '0.4 s', '0.6 s', '0.8 s']],
  [[75.2, 76], 5, ['75.2 s', '75.4 s', '75.6 s', '75.8 s', '76.0 s']],
  [[0, 3], 9, ['0:00', '0:01', '0:02', '0:03']],
] as const)('of %j distinguish its moments in words', (domain, count, texts) => {
  const { step, ticks } = timeTicks(domain, count);
  expect(ticks.map((tick) => timeText(tick, step))).toEqual(texts);
});

it('are coarser than what the pointer reads where they are parts of a second', () => {
  expect(momentText(0.123, [0, 0.9])).toBe('0.12 s');
  expect(momentText(4.4, [0, 10])).toBe('0:04');
});
