import { expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { madeDocument, trialsOf } from '../../../tests/support/made-finding.ts';
import { orderedRun } from '../comparisons.ts';
import { contestsOfFinding } from './answer.ts';
import { certaintyOf } from './certainty.ts';

type Cells = Parameters<typeof trialsOf>[0];
const cell = (protocol: 'rest' | 'grpc' | 'soap', ...rps: number[]): Cells[number] => [
  { protocol },
  rps,
];
const rest = cell('rest', 1000, 1010, 990);
const grpc = cell('grpc', 1990, 2010, 2000);
const close = cell('soap', 1000, 2000, 1500);
const closer = cell('grpc', 900, 1700, 1600);

const certaintyIn = (
  cells: Cells,
  { sharedCores = null as number | null, more = null as number | null, verdicts = [] as string[] },
) => {
  const trials = trialsOf(cells).map((one, at) => ({
    ...one,
    client: { ...one.client, verdict: (verdicts[at] ?? 'ok') as TrialResult['client']['verdict'] },
  }));
  const contests = contestsOfFinding(orderedRun('', trials), []);
  return contests && certaintyOf(contests, sharedCores, () => more);
};

const sure = 'client and service had what they needed.';
const elsewhere = 'elsewhere the ratio may differ.';
it.each<[string, Cells, Parameters<typeof certaintyIn>[1], step: string, words: string]>([
  ['sure where it is decided', [rest, grpc], {}, 'sure', `3 repetitions decide it, and ${sure}`],
  [
    'sure with unequal repetitions, and single trials in doubt',
    [rest, cell('grpc', 1990, 2010, 2000, 1995)],
    { verdicts: ['suspect', 'ok', 'ok', 'suspect'] },
    'sure',
    `3 to 4 repetitions decide it, and ${sure}`,
  ],
  [
    'a direction where the load generator was the limit',
    [rest, grpc],
    { verdicts: ['client-bound'], sharedCores: 2 },
    'direction',
    `3 repetitions decide it, but the load generator was the limit in 1 of 6 trials: ${elsewhere}`,
  ],
  [
    'a direction where cores were shared',
    [rest, grpc],
    { sharedCores: 2 },
    'direction',
    `3 repetitions decide it, but client and service shared 2 cores: ${elsewhere}`,
  ],
  [
    'a direction where many trials are in doubt',
    [rest, grpc],
    { verdicts: ['suspect', 'suspect', 'suspect'] },
    'direction',
    `3 repetitions decide it, but 3 of 6 trials may not describe the service alone: ${elsewhere}`,
  ],
  ['open', [rest, close], {}, 'open', 'The comparison is open after 3 repetitions.'],
  [
    'open, with what would decide it',
    [rest, close],
    { more: 1 },
    'open',
    'The comparison is open after 3 repetitions; about 1 more repetition would decide it.',
  ],
  [
    'open for one of two',
    [cell('rest', 1, 1.01, 1), closer, close],
    { more: 7 },
    'open',
    '1 of 2 comparisons is open after 3 repetitions; about 7 more repetitions would decide it.',
  ],
  [
    'open for both',
    [cell('rest', 1500, 1000, 1900), close, closer],
    { more: 4 },
    'open',
    'Both comparisons are open after 3 repetitions; about 4 more repetitions would decide them.',
  ],
  [
    'open after one',
    [cell('rest', 9), cell('grpc', 5)],
    {},
    'open',
    'The comparison is open after 1 repetition.',
  ],
])('the certainty is %s', (_what, cells, options, step, words) => {
  expect(certaintyIn(cells, options)).toEqual({ step, words });
});

it('is not said where nothing is compared, or all fail', () => {
  const failed = trialsOf([rest, grpc], { requests: { ok: 9, failed: 9, dropped: 0 } });
  for (const trials of [trialsOf([rest]), failed, []])
    expect(madeDocument(trials).analysis.finding).not.toHaveProperty('certainty');
});
