import { expect, it } from 'vitest';
import { interval } from '../../tests/support/ticks.ts';
import { liveHealth } from './live-health.ts';
import { doubtedForMachines } from './missing-load.ts';
import { loadPlan } from './stints/load-plan.ts';
import { TrialRecord } from './trial-record.ts';

const plan = loadPlan({ model: 'closed', rampUp: 0, thinkTime: 0, warmUp: 0, duration: 5000 }, {});
function recordOf(utilization: number, answers: number): TrialRecord {
  const record = new TrialRecord(plan);
  const latencies = new Array<number>(answers).fill(1000);
  const made = interval('measured', latencies);
  const client = { ...made.client, cpuSeconds: 0.9, eventLoopUtilization: utilization };
  record.add({ ...made, client });
  return record;
}
const said = (record: TrialRecord, users: number | null = 2) => {
  const soFar = record.soFar(users);
  return soFar && liveHealth(soFar.judgement, soFar.utilization);
};

it('the health of a running trial is unknown before anything was measured', () => {
  const record = new TrialRecord(plan);
  expect(said(record)).toBeNull();
  record.add(interval('warm-up', [1000]));
  expect(said(record)).toBeNull();
});

it('the health of a running trial says how busy a trusted generator is', () => {
  expect(said(recordOf(0.38, 100))).toEqual({
    verdict: 'ok',
    reasons: [],
    sentence: 'Trusted so far: the generator used 38 % of its core.',
  });
});

it('the health of a running trial gives the reason of the stored verdict otherwise', () => {
  expect(said(recordOf(0.85, 100))).toMatchObject({
    verdict: 'suspect',
    sentence: expect.stringMatching(/^Suspect: A load worker was busy 85 % of the time/),
  });
  expect(said(recordOf(0.99, 100))?.sentence).toMatch(/^Client-bound: A load worker was busy 99 %/);
  const lost = { name: 'north', sinceSeconds: 3, workers: 1, ofWorkers: 2 };
  const soFar = recordOf(0.38, 100).soFar(2);
  expect(
    soFar && liveHealth(doubtedForMachines({ lost: [lost], late: [] }, soFar.judgement), 0.38),
  ).toMatchObject({
    verdict: 'suspect',
    sentence: expect.stringMatching(/^Suspect: Incomplete: north was lost 3 s after the start/),
  });
  expect(said(recordOf(0.1, 1), 50)?.sentence).toContain('Only 1 answer came from 50 users');
});
