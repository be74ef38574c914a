import { describe, expect, it } from 'vitest';
import { areaPath, linePath, mapRange, spreadLabels } from './geometry.ts';

const same = (value: number) => value;

describe('linePath', () => {
  it('breaks at missing values, and omits points between two of the same height; draws nothing without values', () => {
    expect(linePath([0, 1, 2, 3], [5, 6, null, 7], same, same)).toBe('M0 5h.5L1 6M3 7h.5');
    expect(linePath([0, 1, 2, 3, 4], [5, 5, 5, 5.01, 6], same, same)).toBe('M0 5h.5L3 5L4 6');
    expect(linePath([0, 1, 2, 3], [5, 5, null, 5], same, same)).toBe('M0 5h.5L1 5M3 5h.5');
    expect(areaPath([0, 1, 2, 3], [5, 5, 5, 6], same, same, 9)).toBe('M0 9L0 5L2 5L3 6L3 9Z');
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
  it('keeps labels that have room, and moves neighbours apart, keeps their order and stays inside', () => {
    expect(spreadLabels([10, 50, 90], 12, 0, 100)).toEqual([10, 50, 90]);
    expect(spreadLabels([99, 98, 97], 12, 0, 100)).toEqual([100, 88, 76]);
    expect(spreadLabels([0, 1], 12, 0, 100)).toEqual([0, 12]);
  });

  it('shares the room if there is too little', () => {
    expect(spreadLabels([5, 5, 5], 12, 0, 10)).toEqual([0, 5, 10]);
  });
});
