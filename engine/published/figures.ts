import { describeCell, describeSurrounding } from '../../contracts/experiment/cell.ts';
import { factorNames } from '../../contracts/experiment/factors.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { PublishedPlace } from '../../contracts/published.ts';
import type { Middle } from '../../contracts/study-description.ts';
import { centralFigure } from '../../metrics/central.ts';
import { mean, sortedMedian } from '../stats/moments.ts';
import type { Matching } from './matching.ts';
import type { OurRun } from './trial-metrics.ts';

/** Values by repetition, in their order. */
export type RepeatedValues = ReadonlyMap<number, number>;

/** Our values by place and metric. */
export interface OurFigures {
  /** Empty where the run has none. */
  at(place: PublishedPlace, metric: string): RepeatedValues;
  /** The trials that the values come from. */
  trialsAt(place: PublishedPlace, metric: string): readonly TrialResult[];
  /** The levels of the selected cells, where others were left out; otherwise empty. */
  readonly chosen: string;
}

/** The values of the trials that belong to a table. */
export function ourFigures(matching: Matching, run: OurRun): OurFigures {
  const { trials, chosen } = counting(matching, run);
  const own = { ...run, trials };
  const found = new Map<string, Map<number, number[]>>();
  const trialsOf = new Map<string, Set<TrialResult>>();
  for (const trial of trials) {
    for (const { at, metric, value } of matching.points(trial, own)) {
      const key = keyOf(at, metric);
      trialsOf.set(key, (trialsOf.get(key) ?? new Set()).add(trial));
      const byRepetition = found.get(key) ?? new Map<number, number[]>();
      found.set(key, byRepetition);
      byRepetition.set(trial.repetition, [...(byRepetition.get(trial.repetition) ?? []), value]);
    }
  }
  return {
    chosen,
    at: (place, metric) => {
      const key = keyOf(place, metric);
      const middle = matching.cells(place);
      return new Map(
        [...(found.get(key) ?? [])]
          .sort(([a], [b]) => a - b)
          .map(([repetition, values]) => [repetition, middleOf(middle, values)]),
      );
    },
    trialsAt: (place, metric) => [...(trialsOf.get(keyOf(place, metric)) ?? [])],
  };
}

function keyOf(at: PublishedPlace, metric: string): string {
  const levels = Object.entries(at).sort(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([levels, metric]);
}

/** For factors that a table ignores, the level of the first trial is used, or the table's preferred one. */
function counting(
  matching: Matching,
  run: OurRun,
): { readonly trials: readonly TrialResult[]; readonly chosen: string } {
  const relevant = run.trials.filter((trial) => matching.points(trial, run).length > 0);
  const rest = factorNames.filter((factor) => !matching.factors.includes(factor));
  const levelsOf = ({ cell }: TrialResult) => rest.map((factor) => cell[factor] ?? null);
  const wished = factorNames.filter((factor) => matching.rather[factor] !== undefined);
  const isWished = ({ cell }: TrialResult) =>
    wished.every((factor) => String(cell[factor]) === matching.rather[factor]);
  const first = relevant.find(isWished) ?? relevant[0];
  if (!first) return { trials: [], chosen: '' };
  const wanted = JSON.stringify(levelsOf(first));
  const own = relevant.filter((trial) => JSON.stringify(levelsOf(trial)) === wanted);
  if (own.length === relevant.length) return { trials: own, chosen: '' };
  const varied = rest.filter(
    (factor) => new Set(relevant.map(({ cell }) => cell[factor] ?? null)).size > 1,
  );
  const words = varied.map(
    (factor) =>
      (factor === 'stack' && describeSurrounding(factor, first.cell)) ||
      `${factor} ${first.cell[factor] ?? 'none'}`,
  );
  return { trials: own, chosen: words.join(', ') || describeCell(first.cell) };
}

/** Combines several values into one; 0 for none. */
export function middleOf(middle: Middle, values: readonly number[]): number {
  switch (middle) {
    case 'mean':
      return mean(values);
    case 'geometric-mean':
      return centralFigure(values) ?? 0;
    case 'median':
      return sortedMedian(values.toSorted((a, b) => a - b));
    case 'least':
      return Math.min(...values);
    case 'most':
      return Math.max(...values);
  }
}
