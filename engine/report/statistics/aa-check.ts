import type { ComparedMetric, ComparisonReport } from '../../../contracts/compare.ts';
import type { AaCheck } from '../../../contracts/statistics.ts';
import { binomialAtLeast } from '../../stats/distributions.ts';
import {
  cellsOfRun,
  completedOf,
  type MeasuredCell,
  type MeasuredRun,
} from '../compare/measured-run.ts';
import { comparePairs } from '../compare/report.ts';
import { aaWords } from './words.ts';

/** Minimum repetitions for two halves with an interval. */
export const fewestForAa = 4;
/** Probability of a false alarm of the check, by each of its two rules. */
const mistake = 0.01;

/**
 * Compares the odd with the even repetitions of every cell, which were measured alternately and should be
 * equal. More alarms than by chance mean that the bench reports differences where there are none.
 */
export function aaCheck(run: MeasuredRun, metrics: readonly ComparedMetric[]): AaCheck {
  const pairs = cellsOfRun(run)
    .filter(({ trials }) => completedOf(trials).length >= fewestForAa)
    .map((cell) => ({ baseline: half(cell, 1), other: half(cell, 0) }));
  const { rows, tests, confidence } = comparePairs(run, pairs, metrics);
  const level = 1 - confidence;
  const alarms = count(rows, ({ p }) => p !== null && p < level);
  const byChance = mostByChance(tests, level);
  // Each metric is corrected separately, so the error probability is divided among them.
  const certainBelow = mistake / metrics.length;
  const certain = count(rows, ({ adjustedP }) => adjustedP !== null && adjustedP < certainBelow);
  const verdict = tests === 0 ? 'untold' : alarms > byChance || certain > 0 ? 'alarming' : 'quiet';
  const found = { tests, alarms, byChance, verdict } as const;
  return { rows, ...found, words: aaWords({ ...found, cells: pairs.length, certain }) };
}

/** The completed repetitions with this remainder of two. */
function half(cell: MeasuredCell, remainder: 0 | 1): MeasuredCell {
  const trials = completedOf(cell.trials).filter(({ repetition }) => repetition % 2 === remainder);
  return { ...cell, trials };
}

function count(
  rows: ComparisonReport['rows'],
  test: (metric: ComparisonReport['rows'][number]['metrics'][number]) => boolean,
): number {
  return rows.flatMap(({ metrics }) => metrics).filter(test).length;
}

/** Alarms that independent tests of equal samples exceed with a probability of at most {@link mistake}. */
function mostByChance(tests: number, level: number): number {
  let most = 0;
  while (most < tests && binomialAtLeast(most + 1, tests, level) > mistake) most++;
  return most;
}
