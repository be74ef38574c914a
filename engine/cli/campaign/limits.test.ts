import { describe, expect, it } from 'vitest';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { makeCell, makeHead, makeResult } from '../../../tests/support/records.ts';
import { limitSentences, sizeSentence, softwareLines } from './limits.ts';
import type { CampaignResult } from './shapes.ts';

function result(
  trials: readonly TrialResult[],
  part: Partial<CampaignResult> = {},
  head: Partial<ReturnType<typeof makeHead>> = {},
): CampaignResult {
  const run = makeHead({ status: 'completed', warnings: [], ...head });
  return {
    ...{ id: 'a', study: 'kth-2023', quick: false, published: null, cut: [], whole: true },
    document: { run, trials } as unknown as CampaignResult['document'],
    ...part,
  };
}
const trial = (part: Partial<TrialResult> = {}) =>
  makeResult('a', { requests: { ok: 990, failed: 0, dropped: 0 }, ...part });
const judged = (verdict: 'suspect' | 'client-bound', ...reasons: string[]) => {
  const made = trial();
  return { ...made, client: { ...made.client, verdict, reasons } };
};

it.each([
  [{}, ''],
  [{ cut: ['a', 'b'] }, 'Of the published size, with a, b.'],
  [{ cut: ['a'], whole: false }, 'Not of the published size: a.'],
  [
    { quick: true, cut: ['a'], whole: false },
    'Not of the published size: the quick twin, which is smaller in everything; a.',
  ],
])('the size of a run with %j is said as "%s"', (part, sentence) => {
  expect(sizeSentence(result([], part))).toBe(sentence);
});

describe('limits', () => {
  const once =
    'Each cell was measured once, so that no ratio has an interval and none shows a direction.';
  const ended = { status: 'failed' as const, failure: null };
  it.each<[string, CampaignResult, string[]]>([
    ['nothing measured', result([]), []],
    ['one trial', result([trial()]), [once]],
    ['two cells', result([trial(), trial({ cell: makeCell({ users: 7 }) })]), [once]],
    ['repetitions', result([trial(), trial(), trial()]), ['Each cell was measured 3 times.']],
    [
      'failures',
      result([
        trial({ requests: { ok: 990, failed: 10, dropped: 0 } }),
        trial({ requests: { ok: 900, failed: 100, dropped: 5 } }),
      ]),
      ['Each cell was measured 2 times.', '110 of 2,000 requests failed.'],
    ],
    [
      'a bound client',
      result([judged('client-bound'), trial()]),
      [
        'Each cell was measured 2 times.',
        '1 of 2 trials was client-bound: the limit was the client and not the service.',
      ],
    ],
    [
      'suspects',
      result([judged('suspect', 'x 1 ms'), judged('suspect', 'y 1.5 ms.', 'y 2,000 ms.')]),
      ['Each cell was measured 2 times.', '2 of 2 trials were suspect: y 1.5 ms.'],
    ],
    [
      'a suspect without a reason',
      result([judged('suspect')]),
      [once, '1 of 1 trial was suspect: its reasons are with the run.'],
    ],
    [
      'a run that was stopped, and warnings',
      result(
        [
          trial(),
          trial({ ...ended, failure: { code: 'INTERNAL', message: 'after 5 s' } }),
          trial({ ...ended, failure: { code: 'INTERNAL', message: 'after 6 s' } }),
          trial({ ...ended, status: 'skipped' }),
        ],
        {},
        { status: 'stopped', plannedTrials: 9, warnings: ['Mind.'] },
      ),
      [
        'The run ended as stopped, with 1 of 9 trials completed.',
        '2 trials failed: after 5 s.',
        '1 trial skipped.',
        once,
        'Mind.',
      ],
    ],
  ])('of %s', (_what, of, sentences) => {
    expect(limitSentences(of)).toEqual(sentences);
  });
});

it('software is said once for each runtime, with the versions of completed trials', () => {
  const made = (runtime: string, libraries: Record<string, string>) => ({ runtime, libraries });
  const go = { cell: makeCell({ stack: 'go' }) };
  const own = result(
    [
      trial({ ...go, status: 'failed', made: made('Go 0', {}) }),
      trial({ ...go, made: made('Go 1.24', { b: '2', a: '1' }) }),
      trial({ ...go, made: made('Go 1.24', { c: '3' }) }),
      trial({ ...go, made: made('runtime 9', {}) }),
      trial(),
    ],
    {},
    { environment: { ...makeHead().environment, node: 'v24.1.0', libraries: { z: '1' } } },
  );
  expect(softwareLines([own])).toEqual([
    'Go 1.24: a 1, b 2, c 3',
    'Go, runtime 9',
    expect.stringMatching(/Node\.js.*24\.1\.0: z 1$/),
  ]);
});
