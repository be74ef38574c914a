import { describe, expect, it } from 'vitest';
import { closedPacing, reconnectPauseMs } from './closed.ts';

describe('closedPacing', () => {
  it.each([
    [0, 0, 0],
    [0, 999, 0],
    [50, 0, 0],
    [50, 1, 20],
    [50, 100, 2000],
    [0.5, 3, 6000],
    [3, 1, 1000 / 3],
  ])('at %d users per second, user %d starts after %d ms', (rampUp, user, ms) => {
    expect(closedPacing(rampUp, 0).startsAt(user)).toBe(ms);
  });

  it.each([
    [0, 'answered', 0],
    [30, 'answered', 30],
    [0, 'not-connected', reconnectPauseMs],
    [30, 'not-connected', reconnectPauseMs],
    [500, 'not-connected', 500],
  ] as const)(
    'with a thinking time of %d ms, %s is followed by a pause of %d ms',
    (thinkTime, outcome, ms) => {
      expect(closedPacing(0, thinkTime).pauseAfter(outcome)).toBe(ms);
    },
  );
});
