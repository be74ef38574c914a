import { expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { drawRun, drawTrials, remarks } from './run-text.ts';

const rest = makeResult('a');
const grpc = makeResult('b', { index: 1, cell: makeCell({ protocol: 'grpc', users: 1000 }) });
const { users: _none, ...openCell } = makeCell({ rate: 250.5 });
const open = makeResult('o', {
  cell: openCell,
  requests: { ok: 900, failed: 0, dropped: 1200 },
  lagMs: { ...rest.latencyMs, p99: 0.321 },
});
const unmeasured: TrialResult = {
  ...{ ...rest, status: 'skipped', window: { seconds: 0 } },
  client: { ...rest.client, verdict: 'suspect' },
};
const failed = { ok: 0, failed: 7, dropped: 0 };

function makeDocument(part: Partial<ResultDocument> = {}): ResultDocument {
  return {
    format: 'wirebench-result/1',
    run: makeHead({ plannedTrials: 2 }),
    trials: [rest, grpc],
    analysis: { cells: [], comparisons: [], saturation: [], clientTax: [], useCases: [] },
    ...part,
  };
}

it.each<[string, TrialResult[]]>([
  ['one line a trial', [rest, grpc]],
  ['no column for repetitions or states where they tell nothing', [rest]],
  ['repetitions', [rest, { ...rest, repetition: 2 }]],
  ['states', [{ ...rest, status: 'stopped' }]],
  [
    'other factors in which rows differ',
    [
      makeResult('0', { cell: makeCell({ network: 'none', gateway: 'off' }) }),
      makeResult('1', { index: 1, cell: makeCell({ network: '30ms', gateway: 'on' }) }),
    ],
  ],
  ['no latency where nothing succeeded', [{ ...rest, requests: failed, throughputRps: 0 }]],
  ['no verdict on trials without measurements', [unmeasured, rest]],
  ['the rate, the drops and the lag of open load', [open]],
  ['that there are none', []],
])('draws trials with %s', (_what, trials) => {
  expect(drawTrials(trials)).toMatchSnapshot();
});

it('lists failures, errors, doubts and missed thresholds of each trial', () => {
  const trial: TrialResult = {
    ...rest,
    failure: { code: 'SERVICE_DIED', message: 'it died' },
    errors: [{ kind: 'reset', code: 'ECONNRESET', count: 1200, message: 'gone\u001b[0m' }],
    client: { ...rest.client, verdict: 'client-bound', reasons: ['no core left'] },
    thresholds: [
      { rule: 'p99 < 5ms', passed: false, actual: 9 },
      { rule: 'errors < 1%', passed: true, actual: 0 },
    ],
    notes: ['a note'],
  };
  expect(remarks(makeDocument({ trials: [trial] }))).toMatchSnapshot();
});

it('lists each kind of remark once, with the first trial as the example', () => {
  const trials = ['503', '503', '404'].map((code, index) =>
    makeResult(String(index), {
      index,
      failure: { code: 'TARGET_SILENT', message: `no answer within ${index + 1} s` },
      errors: [{ kind: 'status', code, count: 7 + index, message: 'refused' }],
    }),
  );
  expect(remarks(makeDocument({ trials }))).toMatchSnapshot();
});

it('begins with name, time and progress of the run', () => {
  const text = drawRun(makeDocument({ run: makeHead({ status: 'stopped', plannedTrials: 5 }) }));
  expect(text).toMatch(
    /^Example\nrun 1a2b3c4d-\S+ · stopped · 1 Mar 2026, \S+ · 2 of 5 trials\n\n#/,
  );
  expect(text).not.toMatch(/Comparisons|Remarks|Rounds|Saturation|Client tax/);
});
