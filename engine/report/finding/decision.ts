import type { DecidedPair } from '../../../contracts/decision.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import { ComparisonFamily, judged } from '../../stats/sequential.ts';
import { orderedRun } from '../comparisons.ts';
import { otherWork } from '../same-work/same-work.ts';
import { findSaturation } from '../saturation.ts';
import { pairedValues } from '../until-decided.ts';
import { contestsOfFinding } from './answer.ts';
import type { ContestField, ContestPair, Contests } from './contests.ts';
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
  return fields.flatMap(({ contests: own, tests, factor }) => {
    const family = new ComparisonFamily(Math.max(1, tests));
    return own.flatMap((contest) =>
      contest.pairs.map((pair) => decidedPair(pair, contests, { margin, atMost, family, factor })),
    );
  });
}

interface Judging extends Pick<ContestField, 'factor'> {
  readonly margin: number;
  readonly atMost: number;
  readonly family: ComparisonFamily;
}

function decidedPair(
  pair: ContestPair,
  { measure }: Contests,
  { margin, atMost, family, factor }: Judging,
): DecidedPair {
  const { baseline, other, compared } = pair;
  const values = pairedValues(baseline.trials, other.trials, measure.figureOf);
  const judgement = whyNotCompared(pair, factor) ?? judged(compared.interval, margin);
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

/** Null where the speeds of both sides can be compared. */
function whyNotCompared({ baseline, other }: ContestPair, factor: ContestField['factor']) {
  if ([baseline, other].some(isFailing)) return 'failing';
  return otherWork(other, baseline, factor).length > 0 ? 'unlike' : null;
}
