import { describe, expect, it } from 'vitest';
import { distanceAt, distanceFrom } from '../../support/kolmogorov.ts';
import { withoutNats } from '../../support/machines.ts';
import { expectFiguresOf } from '../../support/raw-percentiles.ts';
import { recordedRun } from '../../support/recorded-run.ts';

describe.skipIf(withoutNats !== null)(
  `figures of several machines${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('have the percentiles of all raw latencies, to the precision of the histogram', async () => {
      const { trial, logs } = await recordedRun(
        3,
        'users: 7',
        'model: closed, warmUp: 0s, requests: 3001',
      );
      const raw = logs.flatMap(({ latencies }) => latencies);
      expect(logs.filter(({ latencies }) => latencies.length > 0)).toHaveLength(3);
      expect(raw).toHaveLength(3001);
      expect(trial.requests.ok).toBe(3001);
      expectFiguresOf(raw, trial.latencyMs);
    });
  },
);

/** A false alarm in a million runs, were the seed another in each. */
const alarm = 1e-6;
/** Of Poisson arrivals: so few, for so long, that it takes most of a second to move a tenth of them. */
const rate = 80;
const seconds = 15;

/** What is wrong with times of arrivals, in milliseconds, as those of a Poisson process. */
function faultsOf(times: readonly number[]): string[] {
  const sorted = times.toSorted((a, b) => a - b);
  const gaps = sorted.map((at, place) => at - (sorted[place - 1] ?? 0));
  const faults = {
    // Of a Poisson process whose number of arrivals is known, the times are evenly distributed and independent.
    times: distanceFrom(sorted, (at) => Math.min(1, at / (seconds * 1000))),
    gaps: distanceFrom(gaps, (gap) => 1 - Math.exp((-gap * rate) / 1000)),
  };
  return Object.entries(faults).flatMap(([name, distance]) =>
    distance > distanceAt(alarm, sorted.length) ? [name] : [],
  );
}

describe.skipIf(withoutNats !== null)('arrivals from eight machines', () => {
  it('are one Poisson process, also for the service', async () => {
    const load = `model: open, arrivals: poisson, warmUp: 0s, duration: ${seconds}s`;
    const { trial, logs, counted } = await recordedRun(8, `rate: ${rate}`, load);
    const due = logs.map((log) => log.due);
    expect(due).toHaveLength(8);
    const all = due.flat();
    expect(faultsOf(all)).toEqual([]);
    const { issued, abandoned, dropped } = trial.accounting;
    expect(all).toHaveLength(issued ?? 0);
    // The one request before the load checks the service.
    const came = counted.slice(1);
    expect(came).toHaveLength(issued ?? 0);
    expect(abandoned + dropped).toBe(0);
    // From when the first was due. Its gaps depend on what else the machine does: they are two or three milliseconds off.
    const start = (came[0] ?? 0) - Math.min(...all);
    expect(faultsOf(came.map((at) => at - start))).not.toContain('times');
    // Whether wrong arrivals would be seen: even ones, those of eight machines with one seed, and too many.
    const even = Array.from({ length: all.length }, (_, place) => (place * 1000) / rate);
    expect(faultsOf(even)).toContain('gaps');
    const [one = []] = due;
    expect(faultsOf(Array.from({ length: 8 }, () => one).flat())).toContain('gaps');
    expect(faultsOf(all.map((at) => at * 0.8))).toContain('times');
  });

  it('are spaced evenly over all of them where they are constant', async () => {
    const [rate, seconds] = [500, 6];
    const load = `model: open, arrivals: constant, warmUp: 0s, duration: ${seconds}s`;
    const { trial, logs, counted } = await recordedRun(8, `rate: ${rate}`, load);
    const due = logs.flatMap((log) => log.due).toSorted((a, b) => a - b);
    const { issued, dropped } = trial.accounting;
    expect(due).toHaveLength(issued ?? 0);
    expect(counted.length - 1).toBe(issued);
    expect((issued ?? 0) + (dropped ?? 0)).toBe(rate * seconds);
    // Each at a multiple of the gap, and none twice.
    const places = due.map((at) => (at * rate) / 1000);
    for (const place of places) expect(Math.abs(place - Math.round(place))).toBeLessThan(1e-6);
    expect(new Set(places.map(Math.round)).size).toBe(due.length);
  });
});
