import type { FactorName } from '../../../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import {
  type EnergyRow,
  type StudyMetric,
  studyMetricFacts,
} from '../../../../contracts/statistics.ts';
import { workOfTrials } from '../../../../contracts/work.ts';
import { ratioOf } from '../../../../metrics/ratios.ts';
import { countValues } from '../../../stats/counted.ts';
import { pairedBootstrap } from '../../../stats/mean-bootstrap.ts';
import { completedOf } from '../../compare/measured-run.ts';
import { figureOf } from '../../compare/metrics.ts';
import type { CellPair } from '../../compare/report.ts';
import { armOf, commonName } from './arms.ts';
import { energyDecision, energyWords } from './words.ts';

/** The resampled metric of a trial; null without one. */
export function studyFigure(metric: StudyMetric, trial: TrialResult): number | null {
  return metric === 'energy' ? (trial.energy?.joules ?? null) : figureOf(metric, trial);
}

/**
 * Snippet 18 of ISEP 2025: the paired bootstrap of the mean difference, repetition by repetition, in
 * 10,000 resamples; p is the share of them at or above 0.
 * @param figure metric of a trial, so that the procedure serves more than energy.
 * @returns null with fewer than two pairs.
 */
export function energyRow(
  { baseline, other }: CellPair,
  factor: FactorName,
  metric: StudyMetric,
  alpha: number,
  figure: (trial: TrialResult) => number | null = (trial) => studyFigure(metric, trial),
): EnergyRow | null {
  const pairs = pairsByRepetition(completedOf(baseline.trials), completedOf(other.trials), figure);
  const [control, treatment] = [pairs.map((pair) => pair[0]), pairs.map((pair) => pair[1])];
  const found = pairedBootstrap(treatment, control);
  if (found === null) return null;
  const arms = {
    control: armOf(baseline, factor, countValues(control)),
    treatment: armOf(other, factor, countValues(treatment)),
  };
  const { difference, percentile, bca, below, atOrAbove: p, resamples, bars } = found;
  const significant = p < alpha;
  const row = { ...arms, difference, interval: percentile, p, significant, pairs: pairs.length };
  return {
    name: commonName(other, factor),
    ...row,
    bca,
    below,
    resamples,
    bars: [...bars],
    ratio: ratioOf(arms.treatment.mean, arms.control.mean),
    decision: energyDecision(significant),
    words: energyWords({ ...row, alpha }, studyMetricFacts(metric, workOfTrials(baseline.trials))),
  };
}

/** Repetition i of one cell with repetition i of the other, where both have the metric. */
function pairsByRepetition(
  control: readonly TrialResult[],
  treatment: readonly TrialResult[],
  figure: (trial: TrialResult) => number | null,
): (readonly [number, number])[] {
  const others = new Map(treatment.map((trial) => [trial.repetition, trial]));
  return control.flatMap((trial) => {
    const other = others.get(trial.repetition);
    const [one, two] = [figure(trial), other ? figure(other) : null];
    return one === null || two === null ? [] : [[one, two] as const];
  });
}
