import { expect, it } from 'vitest';
import { quantile, slopeOf } from './statistics.ts';
import { type TraceEvent, updateCosts } from './trace.ts';

const thread = { pid: 1, tid: 2 };
const args = { name: 'CrRendererMain' };
const named: TraceEvent = { ...thread, name: 'thread_name', ph: 'M', ts: 0, args };
const event = (name: string, atMs: number, ms: number, tid = 2): TraceEvent => ({
  ...{ name, ph: 'X', pid: 1, tid, ts: 1e9 + atMs * 1000, dur: ms * 1000 },
});
/** Ten updates that take 4 ms of script, the inner call of which lies within the outer. */
const updates = Array.from({ length: 10 }, (_, update) => 100 + update * 250).flatMap((at) => [
  ...[event('EventDispatch', at, 3), event('FunctionCall', at + 1, 2)],
  ...[event('FunctionCall', at + 5, 1), event('Layout', at + 6, 2)],
  event('FunctionCall', at, 90, 3),
]);

it('adds up the script of each update once, of the main thread of a page only', () => {
  const costs = updateCosts([named, event('RunTask', 0, 0.1), ...updates]);
  expect(costs.length).toBeGreaterThanOrEqual(6);
  for (const { scriptMs, renderMs } of costs) {
    expect(scriptMs).toBeCloseTo(4, 6);
    expect(renderMs).toBeCloseTo(2, 6);
  }
  expect(updateCosts([event('FunctionCall', 1, 1)])).toEqual([]);
});

it('has quantiles and slopes', () => {
  expect([quantile([3, 1, 2], 0.5), quantile([1, 2, 3, 4], 0.95)]).toEqual([2, 4]);
  const rising = [0, 1, 2].map((x): [number, number] => [x, 1 + 2 * x]);
  expect(slopeOf(rising)).toBeCloseTo(2);
  expect(slopeOf([[1, 1]])).toBe(0);
});
