import { describe, expect, it } from 'vitest';
import { testPoint } from '../../tests/support/shown-trials.ts';
import { toMoment } from './liveHistory.ts';
import {
  nearestIndex,
  timeDomain,
  timeFiguresOf,
  timeFigureWords,
  timeSeries,
  timeTop,
} from './trialSeries.ts';

it.each([
  [0, 0],
  [0.4, 0],
  [0.6, 1],
  [2.4, 2],
  [99, 3],
  [-5, 0],
])('nearestIndex at %d finds %d', (at, index) => {
  expect(nearestIndex([0, 1, 2, 3], at)).toBe(index);
});

it('nearestIndex finds nothing among nothing', () => {
  expect(nearestIndex([], 1)).toBe(-1);
});

it('timeFigureWords name what a trial counts, and leave alone what does not depend on it', () => {
  expect(timeFigureWords('throughput', 'iterations').unit).toBe('iterations/s');
  expect(timeFigureWords('latency', 'iterations').title).toBe('Time of an iteration');
  expect(timeFigureWords('latency', 'requests').title).toBe('Latency');
  expect(timeFigureWords('dropped', 'iterations').unit).toBe('requests/s');
});

const times = [1, 2, 3, 4, 5, 6];
const of = (...values: number[]) => [{ key: 'p99', label: 'p99', values }];

it('timeTop includes the warm-up, unless that would flatten what is measured', () => {
  expect(timeTop(times, of(20, 9, 9, 10, 9, 9), 2)).toEqual({ max: 20, cut: null });
  const cut = { at: 1, value: 300 };
  expect(timeTop(times, of(300, 9, 9, 10, 9, 9), 2)).toEqual({ max: 10, cut });
});

it('timeTop includes all of it while little is measured', () => {
  expect(timeTop(times, of(300, 9, 9, 10, 9, 9), 3)).toEqual({ max: 300, cut: null });
  expect(timeTop(times, of(300, 9), Number.POSITIVE_INFINITY).max).toBe(300);
});

describe('timeDomain', () => {
  it('grows in steps of ten seconds, then slides', () => {
    expect(timeDomain(3, 120)).toEqual([0, 10]);
    expect(timeDomain(31, 120)).toEqual([0, 40]);
    expect(timeDomain(119, 120)).toEqual([0, 120]);
    expect(timeDomain(150, 120)).toEqual([30, 150]);
  });

  it('ends with a trial that is shorter', () => {
    expect(timeDomain(1, 120, 3)).toEqual([0, 3]);
    expect(timeDomain(11, 120, 12)).toEqual([0, 12]);
    expect(timeDomain(12.25, 120, 12)).toEqual([0, 12.25]);
    expect(timeDomain(11, 120, 600)).toEqual([0, 20]);
  });

  it('shows all of a long trial on request', () => {
    expect(timeDomain(3601, Number.POSITIVE_INFINITY)).toEqual([0, 3610]);
  });
});

const closed = [toMoment(testPoint(), 0)];
const open = [toMoment(testPoint({ rate: 900, dropped: 5, users: 0 }), 0)];

it('the figures of a trial show users of closed load, and what open load has dropped instead', () => {
  expect(timeFiguresOf(closed)).toContain('users');
  expect(timeFiguresOf(open)).toEqual(['throughput', 'latency', 'dropped', 'errors', 'cpu']);
  expect(timeSeries('dropped', open)).toEqual([{ key: 'dropped', label: 'Dropped', values: [20] }]);
});

it('the figures of a trial show the wanted rate beside the throughput of open load', () => {
  expect(timeSeries('throughput', closed).map(({ key }) => key)).toEqual(['throughput']);
  expect(timeSeries('throughput', open)).toEqual([
    { key: 'throughput', label: 'Actual', values: [1000] },
    { key: 'wanted', label: 'Wanted', values: [900] },
  ]);
});
