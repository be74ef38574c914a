import type { FactorName } from '../../../../contracts/experiment/factors.ts';
import type { PerformanceRow, StudySide } from '../../../../contracts/statistics.ts';
import type { Work } from '../../../../contracts/work.ts';
import { ratioOf } from '../../../../metrics/ratios.ts';
import { type CountedSample, sampleSize } from '../../../stats/counted.ts';
import { cliffsDelta } from '../../../stats/effect-size.ts';
import { levene } from '../../../stats/levene.ts';
import { mannWhitney } from '../../../stats/mann-whitney.ts';
import { omnibusNormality, type TestResult } from '../../../stats/normality.ts';
import { tTest } from '../../../stats/t-test.ts';
import type { CellPair } from '../../compare/report.ts';
import { armOf, commonName } from './arms.ts';
import { performanceDecision, performanceWords } from './words.ts';

export interface PerformanceOptions {
  /** Unit of work of the samples. */
  readonly counts: Work;
  readonly side: StudySide;
  readonly alpha: number;
}

/** The test that the study's rules choose, and its result. */
interface Chosen extends TestResult {
  readonly test: PerformanceRow['test'];
  readonly side: StudySide;
}

/**
 * Snippet 17 of ISEP 2025 on two samples of request latencies: D'Agostino-Pearson on each; Levene on
 * both; where both are normal, Student's t or, with unequal variances, Welch's, always two-sided as the
 * study left it; otherwise Mann-Whitney U with the requested side. A sample whose normality cannot be
 * tested counts as not normal.
 * @returns null where a sample is empty.
 */
export function performanceRow(
  { baseline, other }: CellPair,
  factor: FactorName,
  [control, treatment]: readonly [CountedSample, CountedSample],
  { counts, side, alpha }: PerformanceOptions,
): PerformanceRow | null {
  if (sampleSize(control) === 0 || sampleSize(treatment) === 0) return null;
  const normality = [omnibusNormality(control), omnibusNormality(treatment)] as [
    TestResult | null,
    TestResult | null,
  ];
  const equalVariance = levene([treatment, control], 'median');
  const normal = normality.every((one) => one !== null && one.p >= alpha);
  const equal = equalVariance !== null && equalVariance.p >= alpha;
  const chosen =
    (normal ? byT(treatment, control, equal) : null) ?? byRanks(treatment, control, side);
  if (chosen === null) return null;
  const arms = {
    control: armOf(baseline, factor, control),
    treatment: armOf(other, factor, treatment),
  };
  const effect = cliffsDelta(treatment, control) ?? 0;
  const significant = chosen.p < alpha;
  return {
    name: commonName(other, factor),
    ...arms,
    normality,
    equalVariance,
    ...chosen,
    effect,
    significant,
    ratio: ratioOf(arms.treatment.median, arms.control.median),
    decision: performanceDecision(significant),
    words: performanceWords({ ...arms, ...chosen, significant, alpha, counts }),
  };
}

function byT(treatment: CountedSample, control: CountedSample, equal: boolean): Chosen | null {
  const found = tTest(treatment, control, equal ? 'equal' : 'unequal');
  if (found === null) return null;
  const { statistic, p } = found;
  return { test: equal ? 'student' : 'welch', side: 'two-sided', statistic, p };
}

function byRanks(treatment: CountedSample, control: CountedSample, side: StudySide): Chosen | null {
  const found = mannWhitney(treatment, control, side);
  return found && { test: 'mann-whitney', side, statistic: found.statistic, p: found.p };
}
