import { expect, it } from 'vitest';
import type { Round } from '../../contracts/measurement.ts';
import { makeRound } from '../../tests/support/records.ts';
import { verdictOfRounds } from './round-verdict.ts';

const fine = { verdict: 'ok', reasons: [] } as const satisfies { verdict: 'ok'; reasons: string[] };
const whole = { verdict: fine.verdict, reasons: [] };
const rounds = (verdicts: readonly Round['verdict'][], kind: Round['kind'] = 'step') =>
  verdicts.map((verdict, index) =>
    makeRound(index, 10 * (index + 1), {
      kind,
      verdict,
      reasons: verdict === 'ok' ? [] : ['Busy.'],
    }),
  );

it('verdictOfRounds is the worst of its rounds, with the level at which it began', () => {
  const judged = verdictOfRounds(
    whole,
    rounds(['ok', 'suspect', 'client-bound', 'client-bound']),
    'users',
  );
  expect(judged).toEqual({
    verdict: 'client-bound',
    reasons: ['At 30 users: Busy.', '1 more of the rounds is client-bound.'],
  });
  expect(verdictOfRounds(whole, rounds(['ok', 'suspect']), 'users').verdict).toBe('suspect');
  expect(verdictOfRounds(whole, rounds(['ok', 'ok']), 'users')).toEqual(whole);
});

it('verdictOfRounds keeps the reasons of the trial where no round was at the limit, and ignores a few seconds of a ramp', () => {
  const doubt = { verdict: 'suspect' as const, reasons: ['Held up.'] };
  expect(verdictOfRounds(doubt, rounds(['ok', 'suspect']), 'users')).toEqual(doubt);
  const ramp = (...verdicts: Round['verdict'][]) =>
    verdictOfRounds(whole, rounds(verdicts, 'ramp'), 'users').verdict;
  expect(ramp('ok', 'client-bound', 'client-bound', 'suspect')).toBe('ok');
  expect(ramp('ok', 'client-bound', 'client-bound', 'client-bound')).toBe('client-bound');
});
