import { metricFacts } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { FigureChoice, ReportedStudy, ReportFigure } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import {
  type StudyPipeline,
  statisticsMetrics,
  studyTitle,
  type VariedFactor,
} from '../../../contracts/statistics.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { levelLabel } from '../../../metrics/cell-columns.ts';
import { mixesLevels } from '../../../metrics/levels.ts';
import { cellsOfRun, completedOf, type MeasuredRun } from '../compare/measured-run.ts';
import type { CellPair } from '../compare/report.ts';
import { fewestForAa } from './aa-check.ts';
import { levelOfFactor, pairsAgainst, variedFactors } from './factors.ts';
import { commonName } from './study/arms.ts';

/** Maximum rows of a study's procedure in a menu; the window has the others. */
const maxOffered = 12;
const pipelines: readonly StudyPipeline[] = ['isep-performance', 'isep-energy'];

/** The figures of statistics of a run: empty without two levels or a repetition, and for trials that went through several levels of load. */
export function statisticsChoices({ run, trials }: ResultDocument): FigureChoice[] {
  const measured = { head: run, trials };
  const [factor] = variedFactors(measured);
  if (factor === undefined || trials.some(mixesLevels)) return [];
  const add = (label: string, figure: ReportFigure): FigureChoice => ({
    group: run.name,
    label,
    usual: false,
    figure,
  });
  const [against = ''] = factor.levels;
  const facts = metricFacts[workOfTrials(trials)];
  const repeated = completedOf(trials).some(({ repetition }) => repetition > 1);
  const checked = [...repetitionsOf(measured).values()].some((count) => count >= fewestForAa);
  const checks = checked ? statisticsMetrics : [];
  const intervals = repeated ? statisticsMetrics : [];
  return [
    ...intervals.map((metric) =>
      add(`${facts[metric].title} with intervals, vs ${levelLabel(factor.factor, against)}`, {
        type: 'statistics',
        runId: run.id,
        factor: factor.factor,
        against,
        metric,
      }),
    ),
    ...checks.map((metric) =>
      add(`A/A check, ${facts[metric].noun}`, { type: 'aa-check', runId: run.id, metric }),
    ),
    ...studies(measured, factor).flatMap((study) => {
      const what = `${studyTitle(study)}, ${study.name}`;
      const ecdf = add(`Distributions, ${what}`, { type: 'ecdf', runId: run.id, study });
      if (study.pipeline === 'isep-performance') return [ecdf];
      return [ecdf, add(`Bootstrap, ${what}`, { type: 'bootstrap', runId: run.id, study })];
    }),
  ];
}

/** Completed repetitions of each cell, by its name. */
function repetitionsOf({ trials }: MeasuredRun): ReadonlyMap<string, number> {
  const byCell = Map.groupBy(completedOf(trials), ({ cell }) => describeCell(cell));
  return new Map([...byCell].map(([name, own]) => [name, own.length]));
}

/** The first two levels of a factor under each procedure, where their cells have the required data. */
function studies(run: MeasuredRun, { factor, levels }: VariedFactor): ReportedStudy[] {
  const [control = '', treatment = ''] = levels;
  const pairs = pairsAgainst(cellsOfRun(run), factor, control)
    .filter(({ other }) => levelOfFactor(factor, other.cell) === treatment)
    .slice(0, maxOffered);
  return pipelines.flatMap((pipeline) =>
    pairs
      .filter((pair) => serves(pipeline, pair))
      .map(
        ({ other }): ReportedStudy => ({
          pipeline,
          factor,
          control,
          treatment,
          side: 'less',
          alpha: 0.05,
          repetition: 1,
          metric: null,
          name: commonName(other, factor),
        }),
      ),
  );
}

/** Performance needs answered requests of the first repetition on both sides, energy two pairs of repetitions. */
function serves(pipeline: StudyPipeline, { baseline, other }: CellPair): boolean {
  const [ours, theirs] = [baseline, other].map(
    ({ trials }) =>
      new Set(
        completedOf(trials)
          .filter(({ requests }) => requests.ok > 0)
          .map(({ repetition }) => repetition),
      ),
  );
  const common = [...(ours ?? [])].filter((repetition) => theirs?.has(repetition));
  return pipeline === 'isep-energy' ? common.length > 1 : common.includes(1);
}
