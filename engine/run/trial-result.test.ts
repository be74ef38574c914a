import { expect, it } from 'vitest';
import { closedLoadSchema } from '../../contracts/experiment/load.ts';
import { trialResultSchema } from '../../contracts/measurement.ts';
import { makeCell, makeHealth, makePlanned } from '../../tests/support/records.ts';
import { interval } from '../../tests/support/ticks.ts';
import { stintFacts, thresholdOf, trialConditions } from '../../tests/support/trial-facts.ts';
import { loadPlan } from './stints/load-plan.ts';
import { TrialRecord } from './trial-record.ts';
import { type StintFacts, type TrialConditions, trialResult } from './trial-result.ts';

const stint = (change: Partial<StintFacts> = {}) =>
  stintFacts({ issued: 14, abandoned: 1, ...change });
const facts = (change: Partial<TrialConditions> = {}) =>
  trialConditions({
    planned: makePlanned({
      ...{ index: 3, repetition: 2, cell: makeCell({ protocol: 'grpc', users: 5 }) },
    }),
    ...{ thinkTimeMs: 0, stints: [stint()], serverCounted: 13 },
    ...change,
  });
const server = makeHealth(1);
function newRecord(): TrialRecord {
  const load = closedLoadSchema.parse({ model: 'closed', duration: '2s' });
  return new TrialRecord(loadPlan(load, { users: 5 }));
}

function record(): TrialRecord {
  const made = newRecord();
  made.add(interval('warm-up', [9000], { failed: 1 }));
  made.add(interval('measured', [1000, 3000], { server }));
  made.add(
    interval('measured', [2000, 2000, 2000, 2000], {
      failed: 2,
      errors: [{ kind: 'status', code: '500', count: 2, message: 'm' }],
      server: { ...server, cpuSeconds: 1.5 },
    }),
  );
  made.add(interval('drain', [1000], { failed: 2 }));
  return made;
}

it('does not repeat that a skipped trial measured nothing, and has the bytes of a call if any stint has them', () => {
  const skipped = { status: 'skipped', stints: [], notes: ['There is no soap service.'] } as const;
  expect(trialResult(newRecord(), facts(skipped)).client.reasons).toEqual([]);
  const byHand = trialResult(newRecord(), facts({ ...skipped, notes: [] }));
  expect(byHand.client.reasons).toEqual(['Nothing was measured.']);
  const size = { payload: 7, envelope: 5, beside: { framing: 5, headers: 0 } };
  const encoded = { request: size, answer: size };
  const result = trialResult(record(), facts({ stints: [stint(), stint({ encoded })] }));
  expect(trialResultSchema.parse(result).encoded).toEqual(encoded);
  expect(trialResult(record(), facts())).not.toHaveProperty('encoded');
});

it('has sums that agree', () => {
  const result = trialResult(record(), facts());
  expect(trialResultSchema.parse(result)).toEqual(result);
  expect(result).toMatchObject({
    index: 3,
    repetition: 2,
    requests: { ok: 6, failed: 2 },
    throughputRps: 3,
    latencyMs: { mean: 2, min: 1, max: 3 },
    errors: [{ code: '500', count: 2 }],
    bytes: { sent: 60, received: 120 },
    accounting: {
      issued: 14,
      warmUp: 2,
      measured: 8,
      drained: 3,
      abandoned: 1,
      succeeded: 8,
      serverCounted: 13,
    },
    server: { cpuSeconds: 0.5, rssPeakBytes: 100, heapPeakBytes: 50, eventLoopUtilization: 0.4 },
  });
  const { issued, warmUp, measured, drained, abandoned } = result.accounting;
  expect(issued).toBe(warmUp + measured + drained + abandoned);
  expect(measured).toBe(result.requests.ok + result.requests.failed);
});

it('prefers the service’s reports at the edges of the window, and counts as issued what finished when more is not known', () => {
  const of = (change: Partial<StintFacts>) =>
    trialResult(record(), facts({ stints: [stint(change)] }));
  expect(of({ serverCpuSeconds: 7 }).server?.cpuSeconds).toBe(7);
  expect(of({ issued: null, abandoned: 0 }).accounting.issued).toBe(13);
});

it('divides nothing by a window without length', () => {
  const none = stint({ windowSeconds: 0, issued: 0 });
  const result = trialResult(newRecord(), facts({ stints: [none] }));
  expect(result).toMatchObject({
    throughputRps: 0,
    requests: { ok: 0, failed: 0 },
    latencyMs: { mean: 0, p99: 0 },
    server: null,
  });
  expect(JSON.stringify(result)).not.toContain('null,null');
});

it('checks the thresholds of its cell', () => {
  const thresholds = [
    'errors < 25%',
    'errors <= 25%',
    'throughput > 2',
    'p99 < 3ms',
    'max <= 3ms',
    'p50 < 1ms when protocol = rest',
  ].map(thresholdOf);
  const outcomes = trialResult(record(), facts({ thresholds })).thresholds;
  expect(outcomes.map(({ rule, passed, actual }) => [rule, passed, actual])).toEqual([
    ['errors < 25%', false, 0.25],
    ['errors <= 25%', true, 0.25],
    ['throughput > 2', true, 3],
    ['p99 < 3ms', false, 3],
    ['max <= 3ms', true, 3],
  ]);
});

it('assumes the same share of wrong answers among those not verified', () => {
  const made = newRecord();
  made.add(
    interval('measured', new Array<number>(970).fill(1000), {
      failed: 30,
      errors: [
        { kind: 'mismatch', code: 'CONTENT', count: 10, message: 'm' },
        { kind: 'status', code: '500', count: 20, message: 'm' },
      ],
      checked: { answers: 40, wrong: 10 },
    }),
  );
  const result = trialResult(made, facts({ thresholds: [thresholdOf('errors < 10%')] }));
  expect(result.checked).toEqual({ answers: 40, wrong: 10 });
  // 20 of 1000 by their status, and a quarter of the 980 that were answered.
  expect(result.thresholds).toEqual([
    { rule: 'errors < 10%', passed: false, actual: expect.closeTo(0.265) },
  ]);
});

it('does not count an answer twice that has the wrong size', () => {
  const made = newRecord();
  made.add(
    interval('measured', new Array<number>(900).fill(1000), {
      failed: 100,
      errors: [
        { kind: 'mismatch', code: 'SIZE', count: 95, message: 'm' },
        { kind: 'mismatch', code: 'CONTENT', count: 5, message: 'm' },
      ],
      checked: { answers: 60, wrong: 5 },
    }),
  );
  const [outcome] = trialResult(
    made,
    facts({ thresholds: [thresholdOf('errors < 1%')] }),
  ).thresholds;
  expect(outcome?.actual).toBeCloseTo(0.1);
});

it('fails thresholds when nothing was completed, and checks none for a skipped trial', () => {
  const thresholds = [thresholdOf('p99 < 50ms'), thresholdOf('errors < 1%')];
  const empty = (status: TrialConditions['status']) =>
    trialResult(newRecord(), facts({ thresholds, status, stints: [] })).thresholds;
  expect(empty('failed').map(({ passed }) => passed)).toEqual([false, false]);
  expect(empty('skipped')).toEqual([]);
});
