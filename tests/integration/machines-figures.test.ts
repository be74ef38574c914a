import { describe, expect, it } from 'vitest';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { startCountingTarget } from '../support/counting-target.ts';
import { freePort } from '../support/free-port.ts';
import { distanceAt, distanceFrom } from '../support/kolmogorov.ts';
import { startAgent, startController, withoutNats } from '../support/machines.ts';
import { patience } from '../support/patience.ts';
import { recordedIn, recordingInto } from '../support/recorder-logs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs an experiment on agents whose load workers write down each request. @param factors and `load` of the text. */
async function recordedRun(agents: number, factors: string, load: string) {
  const host = '127.0.0.1';
  const port = await freePort();
  const target = await startCountingTarget(host, port);
  const folder = temporaryFolder();
  const experiment = target.experiment(factors, load);
  const { run, joining } = await startController(experiment, agents, ['--json', '--quiet']);
  const at = { env: recordingInto(folder), threads: 1 };
  await Promise.all(
    Array.from({ length: agents }, (_, place) => startAgent(joining, `machine-${place}`, at)),
  );
  const { code, stdout, stderr } = await run.ended;
  expect(code, stderr).toBe(0);
  const [trial] = resultDocumentSchema.parse(JSON.parse(stdout)).trials;
  if (!trial) throw new Error('no trial');
  return { trial, logs: recordedIn(folder), counted: [...(await target.cameAt()).values()].flat() };
}

/** The smallest value that so many percent are not above, by definition: nearest rank. */
function plainPercentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? Number.NaN;
}

describe.skipIf(withoutNats !== null)(
  `figures of several machines${withoutNats ? `: ${withoutNats}` : ''}`,
  () => {
    it('have the percentiles of all raw latencies, to the precision of the histogram', {
      timeout: 4 * patience,
    }, async () => {
      const { trial, logs } = await recordedRun(
        3,
        'users: 7',
        'model: closed, warmUp: 0s, requests: 3001',
      );
      const raw = logs.flatMap(({ latencies }) => latencies);
      expect(logs.filter(({ latencies }) => latencies.length > 0)).toHaveLength(3);
      expect(raw).toHaveLength(3001);
      expect(trial.requests.ok).toBe(3001);
      const { latencyMs } = trial;
      const figures = {
        50: latencyMs.p50,
        75: latencyMs.p75,
        90: latencyMs.p90,
        95: latencyMs.p95,
        99: latencyMs.p99,
        99.9: latencyMs.p999,
      };
      for (const [percent, told] of Object.entries(figures)) {
        const true_ = plainPercentile(raw, Number(percent));
        // Three digits, of values in whole microseconds, of which the upper end of the bucket is told.
        expect(told, `p${percent}`).toBeGreaterThanOrEqual(true_ - 0.0006);
        expect(told, `p${percent}`).toBeLessThanOrEqual(true_ * 1.001 + 0.0006);
      }
      const mean = raw.reduce((sum, ms) => sum + ms, 0) / raw.length;
      expect(latencyMs.min).toBeCloseTo(Math.min(...raw), 2);
      expect(latencyMs.max).toBeCloseTo(Math.max(...raw), 2);
      expect(Math.abs(latencyMs.mean - mean)).toBeLessThan(0.0006);
    });
  },
);

/** A false alarm in a million runs, were the seed another in each. */
const alarm = 1e-6;
const rate = 500;
const seconds = 6;

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
  const load = (arrivals: string) =>
    `model: open, arrivals: ${arrivals}, warmUp: 0s, duration: ${seconds}s`;

  it('are one Poisson process', { timeout: 6 * patience }, async () => {
    const { trial, logs, counted } = await recordedRun(8, `rate: ${rate}`, load('poisson'));
    // When they were to be sent: when they arrive depends on what else the machine does.
    const due = logs.map((log) => log.due);
    expect(due).toHaveLength(8);
    const all = due.flat();
    expect(faultsOf(all)).toEqual([]);
    const { issued, abandoned, dropped } = trial.accounting;
    expect(all).toHaveLength(issued ?? 0);
    // The one request before the load checks the service.
    expect(counted.length - 1).toBe(issued);
    expect(abandoned + dropped).toBe(0);
    // Whether wrong arrivals would be seen: even ones, those of eight machines with one seed, and too many.
    const number = all.length;
    const even = Array.from({ length: number }, (_, place) => (place * 1000) / rate);
    expect(faultsOf(even)).toContain('gaps');
    const [one = []] = due;
    expect(faultsOf(Array.from({ length: 8 }, () => one).flat())).toContain('gaps');
    expect(faultsOf(all.map((at) => at * 0.8))).toContain('times');
  });

  it('are spaced evenly over all of them', { timeout: 6 * patience }, async () => {
    const { trial, logs, counted } = await recordedRun(8, `rate: ${rate}`, load('constant'));
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
