import { describe, expect, it } from 'vitest';
import { timeText } from '../../figures/units.ts';
import { momentText, timeTicks } from './Axes.tsx';
import { areaPath, linePath, mapRange, spreadLabels } from './geometry.ts';

const same = (value: number) => value;

describe('linePath', () => {
  it('breaks at missing values', () => {
    expect(linePath([0, 1, 2, 3], [5, 6, null, 7], same, same)).toBe('M0 5h.5L1 6M3 7h.5');
  });

  it('leaves out points between two of the same height', () => {
    expect(linePath([0, 1, 2, 3, 4], [5, 5, 5, 5.01, 6], same, same)).toBe('M0 5h.5L3 5L4 6');
    expect(linePath([0, 1, 2, 3], [5, 5, null, 5], same, same)).toBe('M0 5h.5L1 5M3 5h.5');
    expect(areaPath([0, 1, 2, 3], [5, 5, 5, 6], same, same, 9)).toBe('M0 9L0 5L2 5L3 6L3 9Z');
  });

  it('draws nothing without values', () => {
    expect(linePath([0, 1], [null, null], same, same)).toBe('');
  });
});

it('closes each piece of an area on the base line', () => {
  expect(areaPath([0, 1, 2, 3], [5, 6, null, 7], same, same, 9)).toBe(
    'M0 9L0 5L1 6L1 9ZM3 9L3 7L3 9Z',
  );
});

it('maps a range, and an empty one to the middle', () => {
  expect(mapRange([0, 10], [100, 0])(2.5)).toBe(75);
  expect(mapRange([3, 3], [0, 10])(3)).toBe(5);
});

describe('spreadLabels', () => {
  it('leaves labels that have room', () => {
    expect(spreadLabels([10, 50, 90], 12, 0, 100)).toEqual([10, 50, 90]);
  });

  it('moves neighbours apart, keeps their order and stays inside', () => {
    expect(spreadLabels([99, 98, 97], 12, 0, 100)).toEqual([100, 88, 76]);
    expect(spreadLabels([0, 1], 12, 0, 100)).toEqual([0, 12]);
  });

  it('shares what there is when there is too little', () => {
    expect(spreadLabels([5, 5, 5], 12, 0, 10)).toEqual([0, 5, 10]);
  });
});

describe('timeTicks', () => {
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
  ] as const)('of %j tell its moments apart in words', (domain, count, texts) => {
    const { step, ticks } = timeTicks(domain, count);
    expect(ticks.map((tick) => timeText(tick, step))).toEqual(texts);
  });

  it('are coarser than what the pointer reads where they are parts of a second', () => {
    expect(momentText(0.123, [0, 0.9])).toBe('0.12 s');
    expect(momentText(4.4, [0, 10])).toBe('0:04');
  });
});
