import { describe, expect, it } from 'vitest';
import { planRestart } from './restarts.ts';

const minute = 60_000;

describe('an engine that has ended by itself', () => {
  it('is started again once', () => {
    expect(planRestart(0, minute, null)).toEqual({ restarting: true, pauseMs: 0 });
    expect(planRestart(2 * minute, 3 * minute, minute)).toEqual({ restarting: false, pauseMs: 0 });
  });

  it('is started again by itself once more when the last time is long ago', () => {
    expect(planRestart(minute, 20 * minute, 2 * minute).restarting).toBe(true);
  });

  it('waits a little when it did not live long', () => {
    expect(planRestart(0, 300, null)).toEqual({ restarting: true, pauseMs: 1000 });
  });
});
