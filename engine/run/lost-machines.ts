import type { LostMachine } from '../../contracts/measurement.ts';
import { formatWholeSeconds } from '../../figures/format.ts';
import type { Judgement } from './verdict.ts';

/** A trial that lost machines speaks of less load than was asked for. */
export function doubtedForLosses(lost: readonly LostMachine[], judgement: Judgement): Judgement {
  if (lost.length === 0) return judgement;
  const { verdict, reasons } = judgement;
  return {
    verdict: verdict === 'ok' ? 'suspect' : verdict,
    reasons: [...lost.map(lossInWords), ...reasons],
  };
}

function lossInWords({ name, sinceSeconds, workers, ofWorkers }: LostMachine): string {
  const are = workers === 1 ? 'is' : 'are';
  return `Incomplete: ${name} was lost ${formatWholeSeconds(sinceSeconds)} after the start, so ${workers} of ${ofWorkers} load workers ${are} missing from then on.`;
}
