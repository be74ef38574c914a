import type { Round } from '../../contracts/measurement.ts';
import type { LevelUnit } from '../../contracts/words.ts';
import { levelInWords, levelOfRound } from '../../metrics/levels.ts';
import type { Judgement } from './verdict.ts';

/** A single second of a ramp may be chance; this many are not. */
const conclusiveSeconds = 3;

/**
 * The verdict on a trial that is represented by all its rounds together: the worst of its
 * rounds', with their reasons, since a mean over all of them would hide it. Of a ramp, whose rounds
 * are single seconds, only a few seconds at the generator's limit count.
 * @param whole the verdict on all measured time together.
 */
export function verdictOfRounds(
  whole: Judgement,
  rounds: readonly Round[],
  unit: LevelUnit,
): Judgement {
  const of = (verdict: Round['verdict']) => rounds.filter((round) => round.verdict === verdict);
  const bound = of('client-bound');
  if (rounds[0]?.kind === 'ramp') {
    return bound.length >= conclusiveSeconds ? judgementOf('client-bound', bound, unit) : whole;
  }
  if (bound.length > 0) return judgementOf('client-bound', bound, unit);
  if (whole.verdict !== 'ok') return whole;
  const suspect = of('suspect');
  return suspect.length > 0 ? judgementOf('suspect', suspect, unit) : whole;
}

/** The first of the rounds with its reasons, and the number of others. */
function judgementOf(
  verdict: Round['verdict'],
  rounds: readonly Round[],
  unit: LevelUnit,
): Judgement {
  const [first, ...others] = rounds;
  if (!first) return { verdict, reasons: [] };
  const place = `At ${levelInWords(unit, levelOfRound(first))}: `;
  const more =
    others.length > 0
      ? [`${others.length} more of the rounds ${others.length === 1 ? 'is' : 'are'} ${verdict}.`]
      : [];
  return { verdict, reasons: [...first.reasons.map((reason) => place + reason), ...more] };
}
