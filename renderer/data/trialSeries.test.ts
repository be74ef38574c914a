import { expect, it } from 'vitest';
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
  [[0, 1, 2, 3], 0, 0],
  [[0, 1, 2, 3], 0.4, 0],
  [[0, 1, 2, 3], 0.6, 1],
  [[0, 1, 2, 3], 2.4, 2],
  [[0, 1, 2, 3], 99, 3],
  [[0, 1, 2, 3], -5, 0],
  [[], 1, -1],
])('nearestIndex in %j at %d is %d', (times, at, index) => {
  expect(nearestIndex(times, at)).toBe(index);
});

it('timeFigureWords name what a trial counts, and leave alone what does not depend on it', () => {
  expect(timeFigureWords('throughput', 'iterations').unit).toBe('iterations/s');
  expect(timeFigureWords('latency', 'iterations').title).toBe('Time of an iteration');
  expect(timeFigureWords('latency', 'requests').title).toBe('Latency');
  expect(timeFigureWords('dropped', 'iterations').unit).toBe('requests/s');
});

const times = [1, 2, 3, 4, 5, 6];
const of = (...values: number[]) => [{ key: 'p99', label: 'p99', values }];

it('timeTop includes the warm-up, unless little is measured or that would flatten what is', () => {
  expect(timeTop(times, of(20, 9, 9, 10, 9, 9), 2)).toEqual({ max: 20, cut: null });
  const cut = { at: 1, value: 300 };
  expect(timeTop(times, of(300, 9, 9, 10, 9, 9), 2)).toEqual({ max: 10, cut });
  expect(timeTop(times, of(300, 9, 9, 10, 9, 9), 3)).toEqual({ max: 300, cut: null });
  expect(timeTop(times, of(300, 9), Number.POSITIVE_INFINITY).max).toBe(300);
});

it.each([
  [
    [3, 120],
    [0, 10],
  ],
  [
    [31, 120],
    [0, 40],
  ],
  [
    [119, 120],
    [0, 120],
  ],
  [
    [150, 120],
    [30, 150],
  ],
  // A trial that is shorter.
  [
    [1, 120, 3],
    [0, 3],
  ],
  [
    [11, 120, 12],
    [0, 12],
  ],
  [
    [12.25, 120, 12],
    [0, 12.25],
  ],
  [
    [11, 120, 600],
    [0, 20],
  ],
  // All of a long trial.
  [
    [3601, Number.POSITIVE_INFINITY],
    [0, 3610],
  ],
] as const)('timeDomain of %j grows in steps of ten seconds, then slides: %j', (given, domain) => {
  const [now, window, end] = given;
  expect(timeDomain(now, window, end)).toEqual(domain);
});

const closed = [toMoment(testPoint(), 0)];
const open = [toMoment(testPoint({ rate: 900, dropped: 5, users: 0 }), 0)];

it('the figures of a trial show users of closed load; of open load the wanted rate and what was dropped', () => {
  expect(timeFiguresOf(closed)).toContain('users');
  expect(timeFiguresOf(open)).toEqual(['throughput', 'latency', 'dropped', 'errors', 'cpu']);
  expect(timeSeries('dropped', open)).toEqual([{ key: 'dropped', label: 'Dropped', values: [20] }]);
  expect(timeSeries('throughput', closed).map(({ key }) => key)).toEqual(['throughput']);
  expect(timeSeries('throughput', open)).toEqual([
    { key: 'throughput', label: 'Actual', values: [1000] },
    { key: 'wanted', label: 'Wanted', values: [900] },
  ]);
});
