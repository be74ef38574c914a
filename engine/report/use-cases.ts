import { describeCell } from '../../contracts/experiment/cell.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { PlanResult } from '../../contracts/plan.ts';
import type { UseCaseFigures } from '../../contracts/result.ts';
import { boxPlot } from '../stats/box-plot.ts';

type PlanTrial = TrialResult & { readonly plan: PlanResult };

function hasIterations(trial: TrialResult): trial is PlanTrial {
  return trial.status === 'completed' && trial.plan !== null && trial.plan.iterations > 0;
}

/** Times of the iterations of each cell, over all its completed repetitions. */
export function analyseUseCases(trials: readonly TrialResult[]): UseCaseFigures[] {
  const byCell = Map.groupBy(trials.filter(hasIterations), ({ cell }) => describeCell(cell));
  return [...byCell.values()].flatMap(figuresOf);
}

function figuresOf(trials: readonly PlanTrial[]): UseCaseFigures[] {
  const [first] = trials;
  const plans = trials.map(({ plan }) => plan);
  const milliseconds = (of: 'durationUs' | 'setUpUs') =>
    plans.flatMap(({ samples }) => samples[of].map((us) => us / 1000));
  const durations = milliseconds('durationUs');
  const tukey = boxPlot(durations, 'tukey');
  const median = boxPlot(durations, 'median');
  const setUp = boxPlot(milliseconds('setUpUs'), 'tukey');
  if (!first || !tukey || !median || !setUp) return [];
  return [
    {
      cell: first.cell,
      trials: trials.length,
      iterations: durations.length,
      failed: trials.reduce((sum, { requests }) => sum + requests.failed, 0),
      requests: widest(plans.map(({ requestsPerIteration }) => requestsPerIteration)),
      roundTrips: widest(plans.map(({ roundTrips }) => roundTrips)),
      socketsOpened: plans.reduce((sum, { socketsOpened }) => sum + socketsOpened, 0),
      countsAgree: countsAgree(trials),
      medianMs: tukey.median,
      setUpMedianMs: setUp.median,
      boxes: {
        tukey: { ...tukey, outliers: [...tukey.outliers] },
        median: { ...median, outliers: [...median.outliers] },
      },
    },
  ];
}

function widest(ranges: readonly { readonly min: number; readonly max: number }[]) {
  return {
    min: Math.min(...ranges.map(({ min }) => min)),
    max: Math.max(...ranges.map(({ max }) => max)),
  };
}

function countsAgree(trials: readonly PlanTrial[]): boolean | null {
  const counted = trials.map(({ accounting }) => accounting.serverCounted);
  if (counted.some((count) => count === null)) return null;
  return trials.every(({ accounting, plan }) => accounting.serverCounted === plan.sent);
}
