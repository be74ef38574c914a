import { expect, it } from 'vitest';
import type { LivePoint } from '../../contracts/engine-api.ts';
import { tick } from '../../tests/support/ticks.ts';
import { livePoint } from './live-point.ts';
import { LivePoints } from './live-points.ts';

/** Twenty minutes, two of them warm-up, with an error in every tenth point. */
const longTrial: readonly LivePoint[] = Array.from({ length: 4800 }, (_, index) => {
  const phase = index < 481 ? 'warm-up' : 'measured';
  const errors =
    index % 10 === 0 ? [{ kind: 'reset', code: 'ECONNRESET', count: 1, message: '' } as const] : [];
  const latencies = [1000 + index, 2000];
  const change = { errors, failed: errors.length };
  return livePoint(0, tick(phase, index * 250, index * 250 + 250, latencies, change), 0.5);
});
const sum = (points: readonly LivePoint[], of: (point: LivePoint) => number) =>
  points.reduce((all, point) => all + of(point), 0);
const inBands = ({ bands }: LivePoint) =>
  bands.reduce((all, one, at) => all + (at % 2 === 1 ? one : 0), 0);

it('covers the whole of a long trial in few points, and loses no count', () => {
  const points = new LivePoints();
  for (const point of longTrial) points.add(point);
  const { all } = points;
  expect(all.length).toBeLessThanOrEqual(2400);
  expect(sum(all, ({ ok }) => ok)).toBe(9600);
  expect(sum(all, inBands)).toBe(9600);
  expect(sum(all, ({ failed }) => failed)).toBe(480);
  expect(sum(all, ({ errors }) => errors[0]?.count ?? 0)).toBe(480);
  expect(all.at(-1)?.at).toBe(1200);
  const times = all.map(({ at }) => at);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

it('keeps the last minutes unchanged, and rates correct', () => {
  const points = new LivePoints();
  for (const point of longTrial) points.add(point);
  expect(points.all.slice(-1000)).toEqual(longTrial.slice(-1000));
  expect(points.all[0]).toMatchObject({ throughputRps: 8, serverCpu: 0.5 });
});

it('never merges the warm-up with the window', () => {
  const points = new LivePoints();
  for (const point of longTrial) points.add(point);
  const last = points.all.filter(({ phase }) => phase === 'warm-up').at(-1);
  expect(last?.at).toBe(481 / 4);
});
