import { expect, it } from 'vitest';
import type { Attempt } from '../../contracts/attempt.ts';
import type { Ceiling } from '../../contracts/calibration.ts';
import { answering, eventually, shown, toasts } from '../../tests/support/dom/answering.tsx';
import { testTrial } from '../../tests/support/shown-trials.ts';
import { queryClient } from '../transport/engine.ts';
import { AnswerView } from './exchange/AnswerView.tsx';
import { CeilingTable } from './machine/CeilingTable.tsx';
import { startCalibration, stopCalibration, useCalibration } from './machine/calibrationStore.ts';
import { TrialFactList } from './trial/TrialFacts.tsx';

/** The facts of a trial, by their names. */
function factsOf(part: Parameters<typeof testTrial>[0]) {
  const list = shown(<TrialFactList trial={testTrial(part)} />);
  const facts = [...list.querySelectorAll('dt')].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent,
  ]);
  return { list, facts: Object.fromEntries(facts) as Record<string, string> };
}

const accounting = {
  ...{ issued: 1000, warmUp: 1, measured: 2, drained: 3, abandoned: 4, dropped: 0 },
  succeeded: 2,
  serverCounted: null,
};

it.each([
  [{}, '1,000 issued · 1 in the warm-up · 2 measured · 3 after the window · 4 abandoned'],
  [{ dropped: 5 }, expect.stringMatching(/ · 4 abandoned · 5 dropped, never issued$/)],
  [{ serverCounted: 6 }, expect.stringMatching(/ · 4 abandoned · the service counted 6$/)],
])('accounts for each request: %j', (part, words) => {
  expect(factsOf({ accounting: { ...accounting, ...part } }).facts.Requests).toEqual(words);
});

it.each([
  [4000, "25 % of this machine's calibrated ceiling of 4,000 req/s"],
  [0, 'no calibrated ceiling'],
  [null, 'no calibrated ceiling'],
])('relates a trial to a ceiling of %s', (ceilingRps, words) => {
  const trial = testTrial({ throughputRps: 1000 });
  const client = { ...trial.client, ceilingRps, workers: 2, cpuSeconds: 1.25, gcMs: 3, lagMs: 4 };
  const list = shown(<TrialFactList trial={{ ...trial, client }} />);
  const [, , ...parts] = [...list.querySelectorAll('dd')].flatMap((one) =>
    one.textContent?.includes('busiest loop') ? one.textContent.split(' · ') : [],
  );
  expect(parts).toEqual(['1.25 s CPU', 'GC 3.00 ms', 'lag 4.00 ms', words]);
  expect(list.textContent).toContain('2 workers · busiest loop 50 %');
});

it('says what a service took, as far as it is known', () => {
  const known = {
    cpuSeconds: 1.5,
    eventLoopUtilization: null,
    rssPeakBytes: 2e6,
    heapPeakBytes: null,
  };
  const serviceOf = (part: object) =>
    factsOf({ server: { ...known, ...part } as never }).facts.Service;
  expect(serviceOf({})).toMatch(/^1\.50 s CPU · memory up to \S+ \S+$/);
  expect(
    serviceOf({
      eventLoopUtilization: 0.426,
      heapPeakBytes: 1e6,
      heapTotalPeakBytes: 3e6,
      threadsPeak: 7,
    }),
  ).toMatch(
    /^1\.50 s CPU · loop 43 % · memory up to .* · heap up to .* · of up to .* allocated · up to 7 threads$/,
  );
});

it('judges by thresholds, unless there were too few answers or there is a reason', () => {
  const outcome = (part: object) => ({ rule: 'p99 < 5 ms', passed: true, actual: 4, ...part });
  const { list } = factsOf({
    thresholds: [
      outcome({}),
      outcome({ rule: 'p95 < 3 ms', passed: false }),
      outcome({ rule: 'p50 < 3 ms', passed: false, reason: 'it ended' }),
      outcome({ rule: 'p90 < 3 ms', few: { answers: 2, needed: 10 } }),
    ] as never,
  });
  const words = [...list.querySelectorAll('dt')].flatMap((name) =>
    name.textContent === 'Threshold' ? (name.nextElementSibling?.textContent ?? []) : [],
  );
  expect(words).toEqual([
    expect.stringMatching(/^p99 < 5 ms: met with 4/),
    expect.stringMatching(/^p95 < 3 ms: missed with 4/),
    'p50 < 3 ms: missed since it ended',
    expect.stringMatching(/^p90 < 3 ms: no verdict with 4.*, since 2 answers are too few/),
  ]);
});

it('marks failures and drops, and has no latency without an answer', () => {
  const failed = factsOf({
    requests: { ok: 0, failed: 3, dropped: 2 },
    lagMs: testTrial().latencyMs,
    errors: [{ kind: 'timeout', code: 'E', count: 1200, message: 'no answer' }],
    reasons: ['One.', 'Two.'],
    verdict: 'suspect',
  } as never);
  const tones = (list: HTMLElement) =>
    [...list.querySelectorAll('[data-tone]')].flatMap((one) => one.getAttribute('data-tone') ?? []);
  expect(tones(failed.list).filter((tone) => tone !== 'plain')).toEqual(['bad', 'warn']);
  expect(tones(factsOf({}).list).filter((tone) => tone !== 'plain')).toEqual([]);
  expect(failed.facts['timeout E']).toBe('1,200 × no answer');
  expect(failed.facts.Suspect).toContain('One.');
  expect(failed.list.textContent).toMatch(/Mean–/);
  expect(factsOf({}).list.textContent).toMatch(/Mean2\.00/);
});

const ceiling = (part: Partial<Ceiling>): Ceiling =>
  ({
    protocol: 'rest',
    client: 'raw',
    tls: false,
    throughputRps: 1234,
    cpuUs: 12,
    utilization: 0.98,
    workerBound: true,
    ...part,
  }) as Ceiling;

it('lists ceilings, those that the service set as the least', () => {
  const table = shown(
    <CeilingTable
      ceilings={[ceiling({}), ceiling({ protocol: 'grpc', tls: true, workerBound: false })]}
    />,
  );
  const rows = [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows.map((row) => row.slice(1, 4))).toEqual([
    ['raw', 'off', '1,234'],
    ['raw', 'on', 'at least 1,234'],
  ]);
  expect(rows[0]?.[5]).toBe('98.0');
});

it('shows an answer with its checks', () => {
  const attempt = {
    request: 'get',
    answer: null,
    checks: [
      { check: 'status is 200', wrong: null },
      { check: 'body has id', wrong: 'it has none' },
    ],
    flow: { step: 2, of: 3 },
    remarks: ['Mind it.'],
    failure: null,
  } as unknown as Attempt;
  const part = shown(<AnswerView attempt={attempt} />);
  expect(part.querySelector('h3')?.textContent).toBe('Step 2 of 3: get');
  const checks = [...part.querySelectorAll('[aria-label=Checks] li')];
  expect(checks.map((one) => [one.textContent, one.getAttribute('data-wrong')])).toEqual([
    ['status is 200', null],
    ['body has id – it has none', 'true'],
  ]);
  expect(part.querySelectorAll('[aria-label=holds]')).toHaveLength(1);
  expect(part.textContent).toContain('Mind it.');
});

it('calibrates once at a time, and counts what it finds', async () => {
  const states: [number, number][] = [];
  let left: () => void = () => undefined;
  const calls = answering({
    async *'calibration.run'() {
      yield { type: 'ceiling', ceiling: ceiling({}), of: 3 };
      states.push([useCalibration.getState().found.length, useCalibration.getState().of]);
      yield { type: 'ceiling', ceiling: ceiling({ tls: true }), of: 3 };
      await new Promise<void>((resolve) => {
        left = resolve;
      });
      states.push([useCalibration.getState().found.length, useCalibration.getState().of]);
      yield { type: 'end' };
    },
  });
  queryClient.setQueryData(['calibration', 'latest'], null);
  const running = startCalibration();
  expect(useCalibration.getState().running).toBe(true);
  await startCalibration();
  await eventually(() => useCalibration.getState().found.length).toBe(2);
  left();
  await running;
  expect(calls).toHaveLength(1);
  expect(states).toEqual([
    [1, 3],
    [2, 3],
  ]);
  expect(toasts()).toEqual(['gray: This machine is calibrated']);
  expect(useCalibration.getState()).toEqual({ running: false, found: [], of: 0 });
  expect(queryClient.getQueryState(['calibration', 'latest'])?.isInvalidated).toBe(true);
});

it('says why there was no calibration, unless it was stopped', async () => {
  answering({});
  await startCalibration();
  expect(toasts()).toEqual(['red: This machine could not be calibrated: No calibration.run here.']);
  const running = startCalibration();
  stopCalibration();
  await running;
  expect(toasts()).toHaveLength(1);
  expect(useCalibration.getState().running).toBe(false);
});
