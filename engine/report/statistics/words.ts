import { type ComparisonReport, metricFacts } from '../../../contracts/compare.ts';
import type { AaCheck, Statistics } from '../../../contracts/statistics.ts';
import type { ComparedFinding } from '../../../contracts/words.ts';
import { levelLabel } from '../../../metrics/cell-columns.ts';
import { countOf } from '../../../metrics/format.ts';
import { ratioPercent } from '../../../metrics/ratios.ts';
import { factorNoun } from '../../../metrics/two-way.ts';

type AaFacts = Pick<AaCheck, 'tests' | 'alarms' | 'byChance' | 'verdict'> & {
  /** Cells with enough repetitions. */
  readonly cells: number;
  /** Findings that remain after the correction at 1 %, divided among the metrics. */
  readonly certain: number;
};

/** Sentences about the A/A check. */
export function aaWords({ tests, alarms, byChance, verdict, cells, certain }: AaFacts): string {
  if (verdict === 'untold') {
    return 'A/A check: no cell has four completed repetitions with figures that scatter, so its halves cannot be compared. Repeat each cell at least four times.';
  }
  const sentence = `A/A check, odd vs even repetitions of ${countOf(cells, 'cell')}: ${countOf(alarms, 'alarm')} in ${countOf(tests, 'test')} at the 5 % level; chance alone produces ${byChance === 0 ? 'none' : `up to ${byChance}`}.`;
  if (verdict === 'quiet') return `${sentence} No false differences found.`;
  const why =
    alarms > byChance
      ? 'False differences found'
      : `${countOf(certain, 'difference')} between identical cells cannot be chance`;
  return `${sentence} ${why}: something changes between trials. Check the order of the trials, the warm-up and the health of the load generator before trusting a small difference.`;
}

/** Replaces statistics of trials that went through several levels of load. */
export const mixedWords =
  'Each trial went through several levels of load, so there are no statistics over its levels; see its rounds and its saturation.';

type Found = Pick<
  Statistics,
  'counts' | 'factor' | 'against' | 'comparison' | 'detectable' | 'cells'
>;

/** Summary of the comparisons, the most important first. */
export function statisticsWords(found: Found): string[] {
  return [...repetitionWords(found), ...comparisonWords(found)];
}

function repetitionWords({ cells }: Found): string[] {
  const counts = cells.map(({ figures }) => Math.max(0, ...figures.map(({ trials }) => trials)));
  const few = counts.filter((trials) => trials < 2).length;
  if (cells.length === 0) return ['No cell has results.'];
  if (few === cells.length) {
    return [
      'No cell was completed twice, and one trial says nothing about scatter: set repetitions to at least three, or five to ten where differences are small.',
    ];
  }
  const rest =
    few > 0 ? `; ${countOf(few, 'cell has', 'cells have')} fewer than two and no interval` : '';
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  const of =
    low === high ? countOf(low, 'completed repetition') : `${low} to ${high} completed repetitions`;
  return [`The trial is the unit: ${of} of ${countOf(cells.length, 'cell')}${rest}.`];
}

function comparisonWords({ counts, factor, against, comparison, detectable }: Found): string[] {
  if (comparison === null || factor === null || against === null) {
    return ['No factor has two levels, so there is nothing to compare within this run.'];
  }
  if (comparison.rows.length === 0) {
    return [`No two cells differ in ${factorNoun(factor)} alone.`];
  }
  const metrics = comparison.rows[0]?.metrics.map(({ metric }) => metric) ?? [];
  return metrics.map((metric, place) => {
    const seen = detectable.flatMap((row) => row[place] ?? []);
    return `${metricFacts[counts][metric].title} vs ${levelLabel(factor, against)}: ${countWords(comparison, place)}${detectableWords(seen)}.`;
  });
}

const findings: readonly (readonly [ComparedFinding, string])[] = [
  ['different', 'with a difference'],
  ['tentative', 'with a difference that may be chance'],
  ['alike', 'without a difference worth mentioning'],
  ['undetected', 'without a detectable difference'],
  ['untold', 'without an interval'],
];

/** `of 4 comparisons 3 with a difference, 1 without a detectable difference` */
function countWords({ rows }: ComparisonReport, place: number): string {
  const parts = findings.flatMap(([finding, words]) => {
    const count = rows.filter(({ metrics }) => metrics[place]?.finding === finding).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return `of ${countOf(rows.length, 'comparison')} ${parts.join(', ')}`;
}

/** Range of the smallest differences that the comparisons could have detected. */
function detectableWords(ratios: readonly number[]): string {
  if (ratios.length === 0) return '';
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map(ratioPercent);
  const range = low === high ? low : `${low} to ${high}, depending on the cells`;
  return `; smallest rise detectable with 80 % power: ${range}`;
}
