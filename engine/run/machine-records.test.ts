import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadSchema } from '../../contracts/experiment/load.ts';
import { tick } from '../../tests/support/ticks.ts';
import { Histogram } from '../stats/histogram.ts';
import type { StintMachine } from './load-pool.ts';
import { MachineRecords } from './machine-records.ts';
import { loadPlan } from './stints/load-plan.ts';
import { summarise } from './trial-figures.ts';

const plan = () =>
  loadPlan(loadSchema.parse({ model: 'closed', warmUp: '0s', duration: '2s' }), { users: 3 });
const machine = (name: string, place: string | undefined, worker: number): StintMachine => ({
  name,
  cpu: 'any',
  cores: 2,
  ...(place === undefined ? {} : { place }),
  workers: [worker],
  roundTripMs: 1,
  clockErrorMs: 0.5,
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

describe('the places of machines', () => {
  const latencies = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { maxLength: 200 });

  it('have the figures of all requests that came from there', () => {
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

  it('are told apart where there are two, machines without one being another', () => {
    const some = [1000, 2000];
    const named = (...places: (string | undefined)[]) =>
      record(places.map((place) => ({ ...(place ? { place } : {}), latencies: some })))
        .places(null, 2)
        .map(({ name }) => name);
    expect(named('Oslo', 'Oslo')).toEqual([]);
    expect(named(undefined, undefined)).toEqual([]);
    expect(named('Oslo', undefined)).toEqual(['Oslo', null]);
  });
});
