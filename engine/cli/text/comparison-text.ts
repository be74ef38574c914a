import {
  type CellComparison,
  type ComparedMetric,
  type ComparedRun,
  type ComparisonReport,
  comparedMetrics,
  type MetricComparison,
  metricFacts,
  type Sample,
} from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { correctionWords, findingText, intervalText } from '../../../metrics/comparisons.ts';
import {
  formatChange,
  formatExactTime,
  groupDigits,
  threeDigits,
} from '../../../metrics/format.ts';
import { intervalDecimals, plainRatio, pWords } from '../../../metrics/ratios.ts';
import { left, right } from './columns.ts';
import { drawTable, printable } from './table.ts';

/** A comparison for a terminal: runs, other differences, a table for each metric, remarks. */
export function drawComparison(report: ComparisonReport): string {
  return [
    drawRuns(report.runs),
    drawDifferences(report.runs),
    ...comparedMetrics.flatMap((metric) => drawMetric(report, metric)),
    report.rows.length === 0 ? 'No cell of these runs matches a cell of the baseline.\n' : '',
    drawUnmatched(report),
    drawCautions(report),
    report.rows.some(hasNoInterval) ? `${noInterval}\n` : '',
    report.tests > 0 ? `${footer(report)}\n` : '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const letterOf = (index: number) => (index === 0 ? 'baseline' : `run ${index}`);

function drawRuns(runs: readonly ComparedRun[]): string {
  const numbered = runs.map((run, index) => ({ run, role: letterOf(index) }));
  return drawTable<(typeof numbered)[number]>(
    [
      left('', ({ role }) => role),
      left('id', ({ run }) => run.id),
      left('started', ({ run }) => formatExactTime(run.startedAt)),
      left('name', ({ run }) => run.name),
    ],
    numbered,
  );
}

const matters = { likely: 'likely to matter', possible: 'may matter', unlikely: 'hardly matters' };

function drawDifferences(runs: readonly ComparedRun[]): string {
  return runs
    .flatMap(({ differences }, index) => {
      if (index === 0) return [];
      if (differences.length === 0) {
        return [`No other difference is known between ${letterOf(index)} and the baseline.`];
      }
      return [
        `What else differs in ${letterOf(index)} from the baseline:`,
        ...differences.map(({ words, likelihood }) => `- ${words} (${matters[likelihood]})`),
      ];
    })
    .map((line) => `${printable(line)}\n`)
    .join('');
}

interface Line {
  readonly row: CellComparison;
  readonly compared: MetricComparison;
  readonly run: string;
}

/** A table for each kind of work: rows whose sides count different things have their own. */
function drawMetric({ rows, runs }: ComparisonReport, metric: ComparedMetric): string[] {
  const lines: Line[] = rows.flatMap((row) => {
    const compared = row.metrics.find((one) => one.metric === metric);
    const run = letterOf(runs.findIndex(({ id }) => id === row.other.runId));
    const hasTrials = compared && (compared.baseline.trials > 0 || compared.other.trials > 0);
    return hasTrials ? [{ row, compared, run }] : [];
  });
  const alike = Map.groupBy(lines, ({ row: { counts } }) => `${counts.baseline} ${counts.other}`);
  return [...alike.values()].map((own) => drawLines(own, runs.length > 2, metric));
}

function drawLines(lines: readonly Line[], namesRun: boolean, metric: ComparedMetric): string {
  const figure = ({ mean }: Sample, unit = '') =>
    mean === null ? '–' : `${threeDigits(mean)}${unit}`;
  const units = unitsOf(lines, metric);
  const table = drawTable<Line>(
    [
      left('cell', ({ row }) => describeCell(row.other.cell)),
      ...(namesRun ? [left<Line>('run', ({ run }) => run)] : []),
      right('baseline', ({ compared }) => figure(compared.baseline, units.baseline)),
      right('compared', ({ compared }) => figure(compared.other, units.other)),
      right('trials', ({ compared }) => `${compared.baseline.trials}/${compared.other.trials}`),
      right('ratio', ({ compared }) => ratioText(compared)),
      right('95 % interval', ({ compared }) => intervalText(compared)),
      right('change', ({ compared }) => changeText(compared)),
      right('p', ({ compared }) =>
        compared.adjustedP === null ? '–' : pWords(compared.adjustedP),
      ),
      left('finding', ({ compared }) => findingText(compared)),
    ],
    lines,
  );
  return `${units.title}\n${table}`;
}

/** The unit is in the title where both sides have the same, otherwise with each value. */
function unitsOf(lines: readonly Line[], metric: ComparedMetric) {
  const { baseline = 'requests', other = 'requests' } = lines[0]?.row.counts ?? {};
  const [ours, theirs] = [metricFacts[baseline][metric], metricFacts[other][metric]];
  if (baseline === other) return { title: `${theirs.title}, ${theirs.unit}` };
  const title = ours.title === theirs.title ? ours.title : `${ours.title} vs ${theirs.noun}`;
  return { title, baseline: ` ${ours.unit}`, other: ` ${theirs.unit}` };
}

/** `×1.84`, with as many digits as its interval justifies; a dash without one. */
export function ratioText({ ratio, interval }: MetricComparison): string {
  if (ratio === null) return '–';
  return interval
    ? `×${groupDigits(ratio.times, intervalDecimals(interval))}`
    : `×${plainRatio(ratio.times)}`;
}

/** `+84.0 %`; a dash without a ratio. */
export function changeText({ ratio }: MetricComparison): string {
  return formatChange(ratio?.percentChange);
}

function drawUnmatched({ unmatched, runs }: ComparisonReport): string {
  if (unmatched.length === 0) return '';
  const name = (id: string) => letterOf(runs.findIndex((run) => run.id === id));
  const lines = unmatched.map(
    ({ cell, runId, missingIn }) =>
      `- ${describeCell(cell)}: in ${name(runId)}, not in ${name(missingIn)}`,
  );
  return `Cells without a counterpart\n${lines.map((line) => `${printable(line)}\n`).join('')}`;
}

function drawCautions({ rows, runs }: ComparisonReport): string {
  const lines = rows.flatMap(({ other, cautions }) =>
    cautions.map((caution) => {
      const run =
        runs.length > 2 ? `, ${letterOf(runs.findIndex(({ id }) => id === other.runId))}` : '';
      return `- ${describeCell(other.cell)}${run}: ${caution}\n`;
    }),
  );
  return lines.length === 0 ? '' : `Cautions\n${lines.join('')}`;
}

function hasNoInterval({ metrics }: CellComparison): boolean {
  return metrics.some(({ ratio, interval }) => ratio !== null && interval === null);
}

const noInterval =
  'Where there is no interval, one side has a single trial, or trials without scatter: repeat the experiment to distinguish a difference from noise.';

function footer({ rows, confidence }: ComparisonReport): string {
  const percent = Math.round(confidence * 100);
  return `Ratios are of geometric means over trials, with ${percent} % intervals by Welch on logarithms; p is two-sided, after ${correctionWords(rows)}.`;
}
