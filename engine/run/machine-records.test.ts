import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadSchema } from '../../contracts/experiment/load.ts';
import { tick } from '../../tests/support/ticks.ts';
import { Histogram } from '../stats/histogram.ts';
import { IntervalBuilder } from './interval-builder.ts';
import type { StintMachine } from './load-pool.ts';
import { MachineRecords } from './machine-records.ts';
import { doubtedForMachines } from './missing-load.ts';
import { loadPlan } from './stints/load-plan.ts';
import { mergeTicks } from './tick-merger.ts';
import { summarise } from './trial-metrics.ts';
import { TrialRecord } from './trial-record.ts';

const plan = () =>
  loadPlan(loadSchema.parse({ model: 'closed', warmUp: '0s', duration: '2s' }), { users: 3 });
const machine = (name: string, place: string | undefined, worker: number): StintMachine => ({
  name,
  cpu: 'any',
  cores: 2,
  workers: [worker],
  roundTripMs: 1,
  clockErrorMs: 0.5,
  ...(place === undefined ? {} : { place }),
});

/** Two seconds in which machines at these places had these latencies, in microseconds. */
function record(machines: readonly { place?: string; latencies: readonly number[] }[]) {
  const made = plan();
  const records = new MachineRecords(made);
  const stint = made.next([], 0);
  if (!stint) throw new Error('a load without a stint');
  records.beginStint(
    stint,
    machines.map(({ place }, index) => machine(`m${index}`, place, index)),
  );
  for (const [index, { latencies }] of machines.entries()) {
    const half = Math.ceil(latencies.length / 2);
    records.add(index, tick('measured', 0, 1000, latencies.slice(0, half)), null);
    records.add(index, tick('measured', 1000, 2000, latencies.slice(half)), null);
  }
  records.endStint();
  return records;
}

const latencies = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 200 });

it('the places of machines have the metrics of all requests sent from there', () => {
  fc.assert(
    fc.property(latencies, latencies, latencies, (north, south, west) => {
      const records = record([
        { place: 'Oslo', latencies: north },
        { place: 'Rome', latencies: south },
        { place: 'Oslo', latencies: west },
      ]);
      const [oslo, rome, ...others] = records.places(null, 2);
      expect(others).toEqual([]);
      expect([oslo?.name, rome?.name]).toEqual(['Oslo', 'Rome']);
      expect(oslo?.machines).toEqual(['m0', 'm2']);
      expect(oslo?.workers).toBe(2);
      expect(oslo?.requests).toEqual({ ok: north.length + west.length, failed: 0, dropped: 0 });
      expect(rome?.throughputRps).toBe(south.length / 2);
      const all = new Histogram();
      for (const one of [...north, ...west]) all.record(one);
      expect(oslo?.latencyMs).toEqual(summarise(all));
    }),
  );
});

it('the places of machines are separate where there are two, with machines without a place as another', () => {
  const some = [1000, 2000];
  const named = (...places: (string | undefined)[]) =>
    record(places.map((place) => ({ ...(place ? { place } : {}), latencies: some })))
      .places(null, 2)
      .map(({ name }) => name);
  expect(named('Oslo', 'Oslo')).toEqual([]);
  expect(named(undefined, undefined)).toEqual([]);
  expect(named('Oslo', undefined)).toEqual(['Oslo', null]);
});

it.each([
  ['0s', 1200, [{ name: 'b', missingMs: 1200 }]],
  ['1s', 1200, [{ name: 'b', missingMs: 200 }]],
  ['2s', 1200, []],
  ['0s', 0, []],
])(
  'a machine that began late after a warm-up of %s, by %s ms, is missing where that is in the window',
  (warmUp, ms, late) => {
    const load = loadSchema.parse({ model: 'closed', warmUp, duration: '2s' });
    const made = loadPlan(load, { users: 2 });
    const records = new MachineRecords(made);
    const stint = made.next([], 0);
    if (!stint) throw new Error('a load without a stint');
    const other = { ...machine('b', undefined, 1), ...(ms > 0 && { beganLateMs: ms }) };
    records.beginStint(stint, [machine('a', undefined, 0), other]);
    expect(records.late).toEqual(late);
    const judged = doubtedForMachines(records, { verdict: 'ok', reasons: [] });
    expect(judged.verdict).toBe(late.length > 0 ? 'suspect' : 'ok');
    expect(judged.reasons).toHaveLength(late.length);
  },
);

it('a machine that is short of CPU is client-bound by its own verdict, and so is the whole trial', () => {
  const load = plan();
  const records = new MachineRecords(load);
  const whole = new TrialRecord(load);
  const stint = load.next([], 0);
  if (!stint) throw new Error('a load without a stint');
  const names = ['idle', 'busy', 'idle too'];
  records.beginStint(
    stint,
    names.map((name, index) => machine(name, undefined, index)),
  );
  whole.beginStint(stint, names.length);
  const builder = new IntervalBuilder((interval) => whole.add(interval), { take: () => ({}) });
  for (const startMs of [0, 1000]) {
    const ticks = names.map((name) => {
      const busy = name === 'busy' ? 0.99 : 0.1;
      const health = { cpuSeconds: busy, eventLoopUtilization: busy, gcMs: 0, lagMs: 0 };
      return tick('measured', startMs, startMs + 1000, [900, 1000, 1100], { health });
    });
    for (const [index, one] of ticks.entries()) records.add(index, one, null);
    builder.add(mergeTicks(ticks), null);
  }
  records.endStint();
  const verdicts = records.results(null, 2).map(({ client }) => client.verdict);
  expect(verdicts).toEqual(['ok', 'client-bound', 'ok']);
  const figures = { figures: whole.total, windowSeconds: 2, users: null, ceilingRps: null };
  expect(whole.judge(figures).verdict).toBe('client-bound');
});
