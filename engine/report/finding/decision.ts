import type { DecidedPair } from '../../../contracts/decision.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { ComparisonFamily, judged } from '../../stats/sequential.ts';
import { orderedRun } from '../comparisons.ts';
import { findSaturation } from '../saturation.ts';
import { pairedValues } from '../until-decided.ts';
import { contestsOfFinding } from './answer.ts';
import type { ContestPair, Contests } from './contests.ts';
import { isFailing } from './failing.ts';

/**
 * The comparisons of the finding of a run, as its trials have decided them so far.
 * @param experiment the experiment file as it is run (YAML).
 * @returns none where the number of repetitions is fixed, or nothing is compared.
 */
export function decidedPairs(experiment: string, trials: readonly TrialResult[]): DecidedPair[] {
  const run = orderedRun(experiment, trials);
  const { untilDecided } = run;
  const contests = untilDecided && contestsOfFinding(run, findSaturation(trials));
  if (!contests) return [];
  const { margin, atMost } = untilDecided;
  const fields = [contests, ...contests.elsewhere, ...(contests.second ? [contests.second] : [])];
  return fields.flatMap(({ contests: own, tests }) => {
    const family = new ComparisonFamily(Math.max(1, tests));
    return own.flatMap((contest) =>
      contest.pairs.map((pair) => decidedPair(pair, contests, { margin, atMost, family })),
    );
  });
}

function decidedPair(
  { baseline, other, compared }: ContestPair,
  { measure }: Contests,
  { margin, atMost, family }: { margin: number; atMost: number; family: ComparisonFamily },
): DecidedPair {
  const values = pairedValues(baseline.trials, other.trials, measure.figureOf);
  const someFail = [baseline, other].some(isFailing);
  const judgement = someFail ? 'failing' : judged(compared.interval, margin);
  return {
    cell: other.cell,
    baseline: baseline.cell,
    metric: measure.metric,
    repetitions: values.length,
    ratio: compared.ratio,
    interval: compared.interval,
    judgement,
    expected: judgement === 'open' ? family.expectedLook(values, margin, atMost) : null,
  };
}
