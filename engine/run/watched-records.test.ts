import { expect, it } from 'vitest';
import type { WatchedSample } from '../../contracts/watched.ts';
import { scriptedMachine } from '../../tests/support/scripted/machines.ts';
import { type WatchedLook, WatchedRecords } from './watched-records.ts';

const { facts: plain } = scriptedMachine(0, 'north');
const watching = { parts: [{ kind: 'process' as const, name: 'nginx' }], missing: [] };
const sample = (cpuCores: number | null): WatchedSample => ({
  at: '1',
  cpuCores,
  memoryBytes: 1000,
  receivedPerSecond: 10,
  sentPerSecond: 20,
  sockets: 5,
  parts: [{ cpuCores: 0.5, memoryBytes: 100, processes: 2 }],
});

/** Records that are fed by the test. */
function fed() {
  let hear: (look: WatchedLook) => void = () => undefined;
  let heard = 0;
  const records = new WatchedRecords((listener) => {
    hear = listener;
    heard += 1;
    return () => {
      heard -= 1;
    };
  });
  const look = (atMs: number, cpuCores: number | null = 1, id = 'a', name = 'north') =>
    hear({
      id,
      facts: { ...plain, name, watching },
      sample: sample(cpuCores),
      atMs,
      clockErrorMs: 0.2,
    });
  return { records, look, listeners: () => heard };
}

it('observations of other machines use the time of the trial, and are summed up over its measured windows', () => {
  const { records, look } = fed();
  look(900);
  records.begin(1000);
  look(500, 9);
  look(2000, 1);
  records.addInterval({ phase: 'warm-up', startMs: 0, lengthMs: 1000 });
  records.addInterval({ phase: 'measured', startMs: 1000, lengthMs: 1000 });
  records.addInterval({ phase: 'measured', startMs: 2000, lengthMs: 1000 });
  look(3000, 2);
  look(4000, 4);
  look(5200, 8);
  const [north] = records.results();
  expect(north?.points.map(({ at, cpuCores }) => [at, cpuCores])).toEqual([
    [1, 1],
    [2, 2],
    [3, 4],
    [4.2, 8],
  ]);
  expect(north?.measured).toMatchObject({
    looks: 2,
    cpuCores: { mean: 3, max: 4 },
    sockets: { mean: 5, max: 5 },
    parts: [{ cpuCores: { mean: 0.5, max: 0.5 } }],
  });
  expect(north?.parts).toEqual([{ kind: 'process', name: 'nginx' }]);
});

it('observations of other machines omit unknown metrics, and machines that were not seen', () => {
  const { records, look } = fed();
  records.begin(0);
  expect(records.results()).toEqual([]);
  look(1000, null);
  expect(records.results()[0]?.measured).toBeNull();
  records.addInterval({ phase: 'measured', startMs: 0, lengthMs: 5000 });
  expect(records.results()[0]?.measured?.cpuCores).toBeNull();
});

it('observations of other machines keep machines separate, and are bounded however long the trial lasts', async () => {
  const { records, look, listeners } = fed();
  records.begin(0);
  for (let second = 1; second <= 5000; second++) {
    look(second * 1000, second);
    look(second * 1000, second, 'b', 'a first one');
  }
  const results = records.results();
  expect(results.map(({ name }) => name)).toEqual(['a first one', 'north']);
  for (const { points } of results) {
    expect(points.length).toBeLessThanOrEqual(1200);
    expect(points.length).toBeGreaterThan(500);
    expect(points[0]?.at).toBe(1);
    expect(points.at(-1)?.at).toBeGreaterThan(4990);
  }
  const ended = records.end();
  expect(listeners()).toBe(1);
  look(1e12);
  look(1e12, 1, 'b', 'a first one');
  await ended;
  expect(listeners()).toBe(0);
});
