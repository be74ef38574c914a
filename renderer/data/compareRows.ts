import {
  type CellComparison,
  type CellOfRun,
  type ComparedMetric,
  type ComparisonReport,
  type MetricComparison,
  type MetricFacts,
  metricFacts,
} from '../../contracts/compare.ts';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { ComparedFinding } from '../../contracts/words.ts';
import { findingText } from '../../metrics/comparisons.ts';
import { countOf, groupDigits } from '../../metrics/format.ts';
import { intervalDecimals, plainRatio, pWords } from '../../metrics/ratios.ts';
import { cellLabels, runLabels } from './compareLabels.ts';
import { groupBy } from './group.ts';
import { distinct } from './series.ts';
import type { FigureTable } from './table.ts';

/** One cell against its baseline in one metric, ready for chart, text and table. */
export interface ComparedRow {
  readonly key: string;
  readonly pair: CellComparison;
  readonly compared: MetricComparison;
  /** The cell compared; with the baseline if that is another cell. */
  readonly label: string;
  /** The run compared, `run 1`; empty if there is only one. */
  readonly run: string;
}

/**
 * The rows of a report with results for a metric, grouped by cell.
 * @param names names of runs, by id.
 */
export function comparedRows(
  report: ComparisonReport,
  metric: ComparedMetric,
  names = runLabels(report.runs),
): ComparedRow[] {
  const { rows } = report;
  const label = cellLabels(rows.flatMap(({ baseline, other }) => [baseline.cell, other.cell]));
  const named = names.size > 2 || rows.some(({ factors }) => factors.length > 0);
  return byCell(rows).flatMap((pair) => {
    const compared = pair.metrics.find((one) => one.metric === metric);
    if (!compared || compared.baseline.trials + compared.other.trials === 0) return [];
    const run = named && names.size > 1 ? (names.get(pair.other.runId) ?? '') : '';
    return [{ key: refKey(pair.other), pair, compared, label: label(pair.other.cell), run }];
  });
}

/** In the order in which cells first appear. */
function byCell(rows: readonly CellComparison[]): CellComparison[] {
  return [...groupBy(rows, ({ other }) => describeCell(other.cell)).values()].flat();
}

/** A key for a cell of a run. */
export function refKey({ runId, cell }: CellOfRun): string {
  return `${runId} ${describeCell(cell)}`;
}

/** Label and run of a row in one. */
export function rowName({ label, run }: ComparedRow): string {
  return run === '' ? label : `${label}, ${run}`;
}

/** Name of a metric for some rows, and the units of both sides. */
export interface ComparedFacts extends Pick<MetricFacts, 'title' | 'noun' | 'better'> {
  readonly units: { readonly baseline: string; readonly other: string };
}

/** Compared cells count requests or iterations; rows may mix both, or compare one with the other. */
export function comparedFacts(
  metric: ComparedMetric,
  rows: readonly Pick<ComparedRow, 'pair'>[],
): ComparedFacts {
  const { noun: plain, better } = metricFacts.requests[metric];
  const of = (side: 'baseline' | 'other') =>
    distinct(rows.map(({ pair }) => pair.counts[side])).map(
      (counts) => metricFacts[counts][metric],
    );
  const [ours, theirs] = [of('baseline'), of('other')];
  const nouns = distinct([...ours, ...theirs].map(({ noun }) => noun));
  const titles = distinct([...ours, ...theirs].map(({ title }) => title));
  const unit = (facts: readonly MetricFacts[]) =>
    distinct(facts.map((one) => one.unit)).join(' or ');
  return {
    title: titles.length > 0 ? titles.join(' or ') : metricFacts.requests[metric].title,
    noun: nouns.length > 0 ? nouns.join(' or ') : plain,
    better,
    units: { baseline: unit(ours), other: unit(theirs) },
  };
}

/** A sentence about rows without a ratio because their sides count different things; none if all count the same. */
export function notComparableNotes(rows: readonly Pick<ComparedRow, 'compared'>[]): string[] {
  const notComparable = rows.filter(({ compared }) => compared.finding === 'unlike').length;
  if (notComparable === 0) return [];
  const [cells, verb] = notComparable === 1 ? ['cell', 'has'] : ['cells', 'have'];
  return [
    `${notComparable} ${cells} ${verb} no ratio: one side counts requests, the other iterations of a use case.`,
  ];
}

/** `1.84×`, with digits that suit its interval; a dash without one. */
export function timesText({ ratio, interval }: MetricComparison): string {
  if (ratio === null) return '–';
  return `${interval ? groupDigits(ratio.times, intervalDecimals(interval)) : plainRatio(ratio.times)}×`;
}

const shortFindings: Partial<Record<ComparedFinding, string>> = {
  undetected: 'none detected',
  alike: 'none worth mentioning',
  tentative: 'may be chance',
};

/** The same, short enough for a column next to the ratio. */
export function shortFinding(compared: MetricComparison): string {
  return shortFindings[compared.finding] ?? findingText(compared);
}

/** Summary of the rows: `6 cells: 2 higher, 4 without a detectable difference`. */
export function summaryText(rows: readonly ComparedRow[]): string {
  const count = (test: (row: ComparedRow) => boolean) => rows.filter(test).length;
  const clear = (above: boolean) =>
    count(
      ({ compared: { finding, ratio } }) =>
        finding === 'different' && (ratio?.times ?? 1) > 1 === above,
    );
  const of = (finding: ComparedFinding) => count(({ compared }) => compared.finding === finding);
  const parts = [
    [clear(true), 'higher'],
    [clear(false), 'lower'],
    [of('tentative'), 'that may be chance'],
    [of('alike'), 'without a difference worth mentioning'],
    [of('undetected'), 'without a detectable difference'],
    [of('untold'), 'without an interval'],
    [of('unlike'), 'that count different things'],
  ] as const;
  const phrases = parts.flatMap(([number, words]) => (number > 0 ? [`${number} ${words}`] : []));
  return `${countOf(rows.length, 'cell')}: ${phrases.join(', ')}`;
}

/** Table of values of the chart. */
export function comparedTable(metric: ComparedMetric, rows: readonly ComparedRow[]): FigureTable {
  const { title, units } = comparedFacts(metric, rows);
  return {
    caption: `${title}, compared`,
    header: [
      'Cell',
      'Run',
      `Baseline (${units.baseline})`,
      `Compared (${units.other})`,
      'Times',
      'Low',
      'High',
      'p corrected',
      'Finding',
    ],
    rows: rows.map(({ pair, compared, run }) => [
      describeCell(pair.other.cell),
      run,
      compared.baseline.mean,
      compared.other.mean,
      compared.ratio?.times ?? null,
      compared.interval?.low ?? null,
      compared.interval?.high ?? null,
      compared.adjustedP,
      compared.words,
    ]),
  };
}

/** Text alternative of the chart. */
export function chartSummary(metric: ComparedMetric, rows: readonly ComparedRow[]): string {
  const lines = rows.map((row) => `${rowName(row)}: ${row.compared.words}`);
  return `${comparedFacts(metric, rows).title} relative to the baseline. ${lines.join('. ')}.`;
}

/** A p for a table: `0.03`, `< 0.0001`; a dash if there was no test. */
export function pText(p: number | null): string {
  return p === null ? '–' : pWords(p).replace('below', '<');
}
