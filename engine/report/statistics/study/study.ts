import { WirebenchError } from '../../../../contracts/errors.ts';
import type { TrialResult } from '../../../../contracts/measurement.ts';
import {
  maxStudyRows,
  type StudyChoice,
  type StudyMetric,
  type StudyResult,
} from '../../../../contracts/statistics.ts';
import { workOfTrials } from '../../../../contracts/work.ts';
import type { CountedSample } from '../../../stats/counted.ts';
import {
  cellsOfRun,
  completedOf,
  type MeasuredCell,
  type MeasuredRun,
} from '../../compare/measured-run.ts';
import type { CellPair } from '../../compare/report.ts';
import {
  chosenFactor,
  chosenLevel,
  levelOfFactor,
  pairsAgainst,
  variedFactors,
} from '../factors.ts';
import { commonName } from './arms.ts';
import { energyRow, studyFigure } from './energy.ts';
import { performanceRow } from './performance.ts';
import { energyProcedureRemarks, joulesRemarks, performanceRemarks } from './words.ts';

type Choice = Omit<StudyChoice, 'runId'>;

/** Latencies of the successful requests of a trial's measured window, in milliseconds. */
export type LatencySample = (trial: TrialResult) => CountedSample;

/**
 * A study's procedure on the cells of a run that differ in two levels of one factor.
 * @param only the row of this name.
 * @throws WirebenchError STATISTICS_INVALID for levels that the run does not have.
 */
export function studyOf(
  run: MeasuredRun,
  choice: Choice,
  latencies: LatencySample,
  only?: string,
): StudyResult {
  const { factors, pairs: all, ...arms } = armsOf(run, choice);
  const pairs =
    only === undefined ? all : all.filter(({ other }) => commonName(other, arms.factor) === only);
  const counts = workOfTrials(run.trials);
  const common = { runId: run.head.id, counts, factors, ...arms, alpha: choice.alpha };
  return choice.pipeline === 'isep-performance'
    ? { ...common, ...performance(pairs, common, choice, latencies) }
    : { ...common, ...energy(run, pairs, common.factor, choice) };
}

/** The trials whose latencies {@link studyOf} needs. */
export function studyTrials(run: MeasuredRun, choice: Choice): TrialResult[] {
  if (choice.pipeline !== 'isep-performance') return [];
  const { pairs } = armsOf(run, choice);
  return pairs.flatMap(({ baseline, other }) =>
    [baseline, other].flatMap((cell) => repetitionOf(cell, choice.repetition) ?? []),
  );
}

function repetitionOf({ trials }: MeasuredCell, repetition: number): TrialResult | undefined {
  return completedOf(trials).find((one) => one.repetition === repetition);
}

/** The two levels, and the pairs of cells that have them. */
function armsOf(run: MeasuredRun, choice: Choice) {
  const factors = variedFactors(run);
  const varied = chosenFactor(factors, choice.factor);
  if (varied === null) {
    throw new WirebenchError('STATISTICS_INVALID', 'No factor of this run has two levels.', {
      hint: 'The procedure compares two levels of one factor: run an experiment that lists two.',
    });
  }
  const control = chosenLevel(varied, choice.control, 0);
  const next = varied.levels.findIndex((level) => level !== control);
  const treatment = chosenLevel(varied, choice.treatment, next);
  if (control === treatment) {
    throw new WirebenchError('STATISTICS_INVALID', `“${control}” is listed twice.`, {
      hint: 'Choose two different levels.',
    });
  }
  const { factor } = varied;
  const pairs = pairsAgainst(cellsOfRun(run), factor, control)
    .filter(({ other }) => levelOfFactor(factor, other.cell) === treatment)
    .slice(0, maxStudyRows);
  return { factors, factor, control, treatment, pairs };
}

function performance(
  pairs: readonly CellPair[],
  { factor, counts }: Pick<StudyResult, 'factor' | 'counts'>,
  choice: Choice,
  latencies: LatencySample,
) {
  const { side, alpha, repetition } = choice;
  const sampleOf = (cell: MeasuredCell): CountedSample => {
    const trial = repetitionOf(cell, repetition);
    return trial ? latencies(trial) : [];
  };
  const rows = pairs.flatMap((pair) => {
    const samples = [sampleOf(pair.baseline), sampleOf(pair.other)] as const;
    return performanceRow(pair, factor, samples, { counts, side, alpha }) ?? [];
  });
  const remarks = performanceRemarks(rows.length, pairs.length - rows.length, alpha, counts);
  return { pipeline: 'isep-performance' as const, side, repetition, rows, remarks };
}

function energy(
  run: MeasuredRun,
  pairs: readonly CellPair[],
  factor: Parameters<typeof energyRow>[1],
  { alpha, metric: wanted }: Choice,
) {
  const metric = wanted ?? defaultMetric(run);
  const rows = pairs.flatMap((pair) => energyRow(pair, factor, metric, alpha) ?? []);
  const trials = pairs.flatMap(({ baseline, other }) => [...baseline.trials, ...other.trials]);
  const energies = metric === 'energy' ? trials.flatMap((trial) => trial.energy ?? []) : [];
  const remarks = [
    ...joulesRemarks(energies),
    ...energyProcedureRemarks(rows.length, pairs.length - rows.length, alpha),
  ];
  return { pipeline: 'isep-energy' as const, metric, rows, remarks };
}

/** Energy where any trial has it, otherwise throughput. */
function defaultMetric({ trials }: MeasuredRun): StudyMetric {
  return trials.some((trial) => studyFigure('energy', trial) !== null) ? 'energy' : 'throughput';
}
