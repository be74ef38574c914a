import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tick } from '../../contracts/worker-messages.ts';
import { tick } from '../../tests/support/ticks.ts';
import { mergeErrors, mergeTicks, TickMerger } from './tick-merger.ts';

const error = (code: string, count: number, message = code) =>
  ({ kind: 'status', code, count, message }) as const;

it('mergeErrors adds up kinds and codes, the most frequent first, with the first message; does not modify its input', () => {
  const merged = mergeErrors([
    [error('a', 1, 'first'), error('b', 2)],
    [error('a', 4, 'second'), { ...error('b', 1), kind: 'fault' }],
  ]);
  const others = [error('b', 2), { ...error('b', 1), kind: 'fault' }];
  expect(merged).toEqual([error('a', 5, 'first'), ...others]);
  const list = [error('a', 1)];
  mergeErrors([list, list]);
  expect(list).toEqual([error('a', 1)]);
});

describe('mergeTicks', () => {
  it('adds the counts of open load, whose rate all workers know, and active time up, and takes the longest wait for a core', () => {
    const lag = (values: number[]) => tick('measured', 0, 250, values).latency;
    const one = tick('measured', 0, 250, [], { round: 3, rate: 80, dropped: 2, lag: lag([10]) });
    const other = tick('measured', 0, 250, [], { round: 3, rate: 80, dropped: 5, lag: lag([90]) });
    const merged = mergeTicks([one, other]);
    expect(merged).toMatchObject({ round: 3, rate: 80, dropped: 7 });
    expect([merged.lag?.count, merged.lag?.max]).toEqual([2, 90]);
    expect(mergeTicks([tick('measured', 0, 250), tick('measured', 0, 250)]).lag).toBeNull();
    const of = (health: Partial<Tick['health']>) =>
      tick('measured', 0, 250, [], { health: { ...tick('measured', 0, 250).health, ...health } });
    const [low, high] = [0.4, 0.8].map((share) => ({
      eventLoopUtilization: share,
      waitMs: 25 * share,
    }));
    const { health } = mergeTicks([of(low ?? {}), of(high ?? {})]);
    expect(health).toMatchObject({ activeSeconds: expect.closeTo(0.3), waitMs: 20 });
    const silent = of({});
    expect(mergeTicks([silent, silent]).health).not.toHaveProperty('waitMs');
  });

  it('adds counts and histograms, and uses the worst of the workers', () => {
    const a = tick('measured', 0, 250, [100, 200], {
      users: 3,
      errors: [error('x', 1)],
      failed: 1,
      health: { cpuSeconds: 0.2, eventLoopUtilization: 0.9, gcMs: 1, lagMs: 5 },
    });
    const b = tick('measured', 0, 240, [900], {
      users: 2,
      health: { cpuSeconds: 0.1, eventLoopUtilization: 0.2, gcMs: 7, lagMs: 2 },
    });
    const cpuSeconds = expect.closeTo(0.3);
    expect(mergeTicks([a, b])).toMatchObject({
      startMs: 0,
      endMs: 250,
      users: 5,
      ok: 3,
      failed: 1,
      bytesSent: 30,
      bytesReceived: 60,
      latency: { count: 3, min: 100, max: 900, sum: 1200 },
      service: null,
      errors: [error('x', 1)],
      health: { cpuSeconds, eventLoopUtilization: 0.9, gcMs: 7, lagMs: 5 },
    });
  });

  it('adds service times where they are separate, and refuses an empty list of ticks', () => {
    const { latency } = tick('measured', 0, 250, [50]);
    const one = tick('measured', 0, 250, [100], { service: latency });
    expect(mergeTicks([one, one]).service).toMatchObject({ count: 2, max: 50 });
    expect(() => mergeTicks([])).toThrow(RangeError);
  });
});

/** The ticks of one worker: warm-up and window with common edges, and a drain that begins when it will. */
const workerTicks = fc
  .record({
    measured: fc.integer({ min: 0, max: 6 }),
    cut: fc.integer({ min: 1, max: 250 }),
    drain: fc.integer({ min: 0, max: 3 }),
    ok: fc.array(fc.nat({ max: 3 }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ measured, cut, drain, ok }) => {
    const edges: [Tick['phase'], number, number][] = [
      ['warm-up', 0, 250],
      ['warm-up', 250, 300],
    ];
    let at = 300;
    const add = (phase: Tick['phase'], length: number) => {
      edges.push([phase, at, at + length]);
      at += length;
    };
    for (let count = 0; count < measured; count++)
      add('measured', count + 1 < measured ? 250 : cut);
    for (let count = 0; count < drain; count++) add('drain', 250);
    return edges.map(([phase, start, end], index) =>
      tick(phase, start, end, new Array(ok[index] ?? 0).fill(1000)),
    );
  });

/** Workers, and the order in which their ticks arrive: each worker's own order is kept. */
const arrivals = fc.array(workerTicks, { minLength: 1, maxLength: 4 }).chain((workers) =>
  fc
    .shuffledSubarray(
      workers.flatMap((ticks, worker) => new Array<number>(ticks.length + 1).fill(worker)),
      { minLength: workers.reduce((sum, ticks) => sum + ticks.length + 1, 0) },
    )
    .map((order) => ({ workers, order })),
);

const phases = ['warm-up', 'measured', 'drain'];
const total = (ticks: readonly Tick[]) => ticks.reduce((sum, { ok }) => sum + ok, 0);

describe('TickMerger', () => {
  it('passes every stretch on once, in order, with nothing lost', () => {
    fc.assert(
      fc.property(arrivals, ({ workers, order }) => {
        const merged: Tick[] = [];
        const merger = new TickMerger(workers.length, (one) => merged.push(one));
        const next = workers.map(() => 0);
        for (const worker of order) {
          const at = next[worker] ?? 0;
          const one = workers[worker]?.[at];
          if (one) merger.add(worker, one);
          else merger.ended(worker);
          next[worker] = at + 1;
        }
        expect(total(merged)).toBe(total(workers.flat()));
        const places = merged.map(({ phase, startMs }) => [phases.indexOf(phase), startMs]);
        const sorted = [...places].sort(([p = 0, a = 0], [q = 0, b = 0]) => p - q || a - b);
        expect(places).toEqual(sorted);
        expect(new Set(places.map(String)).size).toBe(places.length);
      }),
      { numRuns: 300 },
    );
  });

  it('waits for the slowest worker, and passes on pending ticks when flushed', () => {
    const merged: Tick[] = [];
    const merger = new TickMerger(2, (one) => merged.push(one));
    const counts = () => merged.map(({ ok }) => ok);
    for (const start of [0, 250]) merger.add(0, tick('measured', start, start + 250, [1]));
    expect(counts()).toEqual([]);
    merger.add(1, tick('measured', 0, 250, [1, 1]));
    expect(counts()).toEqual([3]);
    merger.flush();
    merger.flush();
    expect(counts()).toEqual([3, 1]);
  });
});
