import { type ComparedMetric, confidence, type Trend } from '../../../contracts/compare.ts';
import { type Cell, describeCell } from '../../../contracts/experiment/cell.ts';
import { type Work, workOfTrials } from '../../../contracts/work.ts';
import { centralFigure } from '../../../metrics/central.ts';
import { meanInterval } from '../../stats/welch.ts';
import { cellsOfRun, completedOf, type MeasuredRun, worstVerdict } from './measured-run.ts';
import { figuresOf } from './metrics.ts';
import { runDifferences } from './run-differences.ts';

/** A run of a trend, and whether its experiment equals that of the requested run. */
export interface TrendedRun {
  readonly run: MeasuredRun;
  readonly sameExperiment: boolean;
}

/**
 * The cells of a run over all runs of its experiment.
 * @param runs oldest first; runs with another unit of work have no points. @param cells of the
 * requested run, in its order. @param counts unit of work of that run.
 */
export function trendOf(
  metric: ComparedMetric,
  runs: readonly TrendedRun[],
  cells: readonly Cell[],
  counts: Work,
): Pick<Trend, 'runs' | 'counts' | 'cells'> {
  return {
    runs: runs.map(({ run, sameExperiment }, index) => {
      const { id, name, status, startedAt } = run.head;
      const before = runs[index - 1]?.run;
      const changes = before ? runDifferences(before, run) : [];
      const own = workOfTrials(run.trials);
      return { id, name, status, startedAt, sameExperiment, counts: own, changes };
    }),
    counts,
    cells: lines(
      metric,
      runs.filter(({ run }) => workOfTrials(run.trials) === counts),
      cells,
    ),
  };
}

function lines(
  metric: ComparedMetric,
  runs: readonly TrendedRun[],
  cells: readonly Cell[],
): Trend['cells'] {
  const measured = runs.map(({ run }) => ({
    runId: run.head.id,
    byName: new Map(cellsOfRun(run).map((one) => [describeCell(one.cell), one])),
  }));
  return cells.map((cell) => ({
    cell,
    points: measured.flatMap(({ runId, byName }) => {
      const trials = completedOf(byName.get(describeCell(cell))?.trials ?? []);
      const values = figuresOf(metric, trials).filter((value) => value > 0);
      const value = centralFigure(values);
      if (value === null) return [];
      return [
        {
          runId,
          trials: values.length,
          value,
          interval: meanInterval(values, confidence),
          verdict: worstVerdict(trials),
        },
      ];
    }),
  }));
}
