import { expect, it } from 'vitest';
import type { RunEvent } from '../../contracts/engine-api.ts';
import { testProgress } from '../../tests/support/records.ts';
import { tick } from '../../tests/support/ticks.ts';
import { livePoint } from './live-point.ts';
import { RunFeed } from './run-feed.ts';

const point = (number: number) => livePoint(number, tick('measured', 0, 250), null);
const feed = () => new RunFeed(() => testProgress);

/** A word for each event. */
const words = (events: readonly RunEvent[]) =>
  events.map((event) => {
    if (event.type === 'point') return `point ${event.point.trial}`;
    return event.type === 'end' ? 'end' : `snapshot ${event.points.map(({ trial }) => trial)}`;
  });
async function take(events: AsyncGenerator<RunEvent>, count: number): Promise<RunEvent[]> {
  const list: RunEvent[] = [];
  while (list.length < count) {
    const { value, done } = await events.next();
    if (done) break;
    list.push(value);
  }
  return list;
}

it('sends a watcher every event, up to the end', async () => {
  const made = feed();
  const events = made.watch();
  const first = await take(events, 1);
  made.point(point(1), 5);
  made.changed();
  made.point(point(2), null);
  made.end();
  const all = [...first, ...(await take(events, 10))];
  expect(words(all)).toEqual(['snapshot ', 'point 1', 'snapshot ', 'point 2', 'end']);
  expect(words(first)).toEqual(['snapshot ']);
  expect((await events.next()).done).toBe(true);
});

it('gives a late watcher the points so far, and one that is too late the end', async () => {
  const made = feed();
  made.point(point(1), null);
  made.point(point(2), null);
  expect(words(await take(made.watch(), 1))).toEqual(['snapshot 1,2']);
  made.trialStarts();
  expect(words(await take(made.watch(), 1))).toEqual(['snapshot ']);
  made.end();
  expect(words(await take(made.watch(), 9))).toEqual(['snapshot ', 'end']);
});

it('lets a slow watcher miss points, but neither snapshots nor the end', async () => {
  const made = feed();
  const events = made.watch();
  await take(events, 1);
  for (let number = 0; number < 1000; number++) made.point(point(number), null);
  made.changed();
  made.end();
  const received = words(await take(events, 2000));
  expect(received.length).toBeLessThan(500);
  expect(received.at(-2)).toMatch(/^snapshot .*999$/);
  expect(received.at(-1)).toBe('end');
});

it('keeps the last points of a long trial', async () => {
  const made = feed();
  const plain = point(0);
  for (let trial = 0; trial < 10_000; trial++) made.point({ ...plain, trial }, null);
  const [snapshot] = await take(made.watch(), 1);
  const points = snapshot?.type === 'snapshot' ? snapshot.points : [];
  expect(points.length).toBeGreaterThan(1000);
  expect(points.length).toBeLessThanOrEqual(2400);
  expect(points.at(-1)?.trial).toBe(9999);
});

it('serves several watchers at different paces', async () => {
  const made = feed();
  const [one, two] = [made.watch(), made.watch()];
  await take(one, 1);
  await take(two, 1);
  made.point(point(1), null);
  expect(words(await take(one, 1))).toEqual(['point 1']);
  made.end();
  expect(words(await take(one, 5))).toEqual(['end']);
  expect(words(await take(two, 5))).toEqual(['point 1', 'end']);
});

it('releases a watcher immediately when aborted, waiting or not', async () => {
  const made = feed();
  const leave = new AbortController();
  const events = made.watch(leave.signal);
  await take(events, 1);
  const waiting = events.next();
  leave.abort();
  expect((await waiting).done).toBe(true);
  const gone = made.watch(AbortSignal.abort());
  expect((await gone.next()).done).toBe(true);
});
