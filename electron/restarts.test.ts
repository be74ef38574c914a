import { expect, it } from 'vitest';
import { planRestart } from './restarts.ts';

const minute = 60_000;

it('an engine that ended unexpectedly is restarted once, again if the last time is long ago, after a short life with a pause', () => {
  expect(planRestart(0, minute, null)).toEqual({ restarting: true, pauseMs: 0 });
  expect(planRestart(2 * minute, 3 * minute, minute)).toEqual({ restarting: false, pauseMs: 0 });
  expect(planRestart(minute, 20 * minute, 2 * minute).restarting).toBe(true);
  expect(planRestart(0, 300, null)).toEqual({ restarting: true, pauseMs: 1000 });
});
