import { describe, expect, it } from 'vitest';
import { testPoint } from '../../tests/support/shown-trials.ts';
import {
  emptyHistory,
  halve,
  historyOf,
  mergeMoments,
  momentsOf,
  toMoment,
  wholeTrial,
  withPoint,
} from './liveHistory.ts';

const points = (count: number, trial = 0) =>
  Array.from({ length: count }, (_, index) => testPoint({ trial, at: (index + 1) / 4 }));

describe('withPoint', () => {
  it('keeps two minutes in full and the whole trial in few moments whose spans add up to its length', () => {
    const history = historyOf(points(4 * 3600));
    expect(history.recent.length).toBe(480);
    expect(wholeTrial(history).length).toBeLessThanOrEqual(601);
    expect(wholeTrial(history).at(-1)?.at).toBe(3600);
    expect(history.whole[0]?.span).toBeGreaterThan(1);
    expect(history.ok).toBe(4 * 3600 * 250);
    const moments = wholeTrial(historyOf(points(5000)));
    const length = moments.reduce((sum, { span }) => sum + span, 0);
    expect(length).toBeCloseTo(1250, 6);
  });

  it('starts afresh with another trial', () => {
    const history = historyOf(points(20));
    const other = withPoint(history, testPoint({ trial: 1 }));
    expect(other).toMatchObject({ trial: 1, ok: 250, recent: [{}] });
    expect(withPoint(history, testPoint({ at: 5 }))).toBe(history);
  });

  it('counts draining requests, but does not draw them, and knows when the measured window began', () => {
    const history = historyOf(points(4));
    const drained = withPoint(history, testPoint({ phase: 'drain', at: 1.1, ok: 3 }));
    expect(drained.recent).toBe(history.recent);
    expect(drained.ok).toBe(history.ok + 3);
    const warm = withPoint(emptyHistory, testPoint({ phase: 'warm-up', at: 0.25 }));
    expect(warm.measuredFrom).toBeNull();
    expect(withPoint(warm, testPoint({ at: 0.5 })).measuredFrom).toBe(0.25);
  });
});

describe('mergeMoments', () => {
  it('averages rates by length and keeps the slower percentiles, and adds up failures by kind as rates', () => {
    const short = toMoment(testPoint({ at: 1, throughputRps: 100, p99: 50, p50: 9 }), 0.5);
    const long = toMoment(testPoint({ at: 2.5, throughputRps: 300, p99: 5 }), 1);
    expect(mergeMoments(short, long)).toMatchObject({
      throughputRps: 250,
      span: 2,
      p50: 9,
      p99: 50,
    });
    const error = { kind: 'timeout' as const, code: 'ETIMEDOUT', count: 10, message: '' };
    const bad = toMoment(testPoint({ at: 1, failed: 10, errors: [error] }), 0);
    const good = toMoment(testPoint({ at: 2 }), 1);
    expect(mergeMoments(bad, good)).toMatchObject({ errors: { timeout: 5 }, failedRps: 5 });
  });

  it('keeps the wanted rate and adds up what was dropped, and reports nothing about a service that could not be asked', () => {
    const before = toMoment(testPoint({ at: 1, rate: 100, dropped: 10, round: 0 }), 0);
    const after = toMoment(testPoint({ at: 2, rate: 200, round: 1 }), 1);
    expect(mergeMoments(before, after)).toMatchObject({ rate: 200, round: 1, droppedRps: 5 });
    const history = historyOf([testPoint({ dropped: 3 }), testPoint({ at: 0.5, dropped: 4 })]);
    expect(history.dropped).toBe(7);
    const remote = toMoment(testPoint({ serverCpu: null }), 0);
    expect(mergeMoments(remote, remote).serverCpu).toBeNull();
  });
});

it('halves a row and keeps an odd one at the end', () => {
  const row = historyOf(points(5)).recent;
  expect(halve(row).map(({ at }) => at)).toEqual([0.5, 1, 1.25]);
});

describe('momentsOf', () => {
  it('shapes stored points, if there are any, and finds the end of the warm-up; ends with the trial, however short it was', () => {
    const course = momentsOf([
      testPoint({ phase: 'warm-up', at: 1 }),
      testPoint({ at: 2, failed: 3 }),
      testPoint({ phase: 'drain', at: 2.5 }),
    ]);
    expect(course).toMatchObject({ measuredFrom: 1, end: 2, moments: [{}, { failedRps: 3 }] });
    expect(momentsOf([])).toEqual({ moments: [], end: 0.1, measuredFrom: 0.1 });
    expect(
      momentsOf([testPoint({ phase: 'warm-up', at: 0.1 }), testPoint({ at: 0.225 })]).end,
    ).toBe(0.225);
  });
});
