import {
  type CellComparison,
  type MetricComparison,
  metricFacts,
} from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import type { CellFigure, Statistics, StatisticsMetric } from '../../../contracts/statistics.ts';
import { levelLabel } from '../../../metrics/cell-columns.ts';
import { correctionWords, findingText, intervalText } from '../../../metrics/comparisons.ts';
import { certainDigits, groupDigits } from '../../../metrics/format.ts';
import { intervalDecimals, ratioPercent } from '../../../metrics/ratios.ts';
import { left, right } from './columns.ts';
import { changeText, ratioText } from './comparison-text.ts';
import { drawTable, printable } from './table.ts';

/** Statistics of a run's repetitions, for a terminal: words, then cells, then comparisons. */
export function drawStatistics(found: Statistics): string {
  const metrics = found.cells[0]?.figures.map(({ metric }) => metric) ?? [];
  return [
    found.words.map((line) => `${printable(line)}\n`).join(''),
    ...metrics.map((metric, place) => drawCells(found, metric, place)),
    ...metrics.map((metric, place) => drawComparisons(found, metric, place)),
    footer(found),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

interface CellLine {
  readonly name: string;
  readonly figure: CellFigure;
}

function drawCells({ cells, counts }: Statistics, metric: StatisticsMetric, place: number): string {
  const lines: CellLine[] = cells.flatMap(({ cell, figures }) => {
    const figure = figures[place];
    return figure && figure.trials > 0 ? [{ name: describeCell(cell), figure }] : [];
  });
  if (lines.length === 0) return '';
  const { title, unit } = metricFacts[counts][metric];
  const table = drawTable<CellLine>(
    [
      left('cell', ({ name }) => name),
      right('trials', ({ figure }) => String(figure.trials)),
      right('mean', ({ figure: { value, interval } }) =>
        certainDigits(value, interval && interval.high - interval.low),
      ),
      right('95 % interval', ({ figure: { interval } }) => {
        if (!interval) return '–';
        const { low, high } = interval;
        return [low, high].map((end) => certainDigits(end, high - low)).join('–');
      }),
    ],
    lines,
  );
  return `${title}, ${unit}, geometric means over trials\n${table}`;
}

interface PairLine {
  readonly row: CellComparison;
  readonly compared: MetricComparison;
  readonly detectable: number | null;
}

function drawComparisons(found: Statistics, metric: StatisticsMetric, place: number): string {
  const { counts, comparison, detectable, factor, against } = found;
  const lines: PairLine[] = (comparison?.rows ?? []).flatMap((row, index) => {
    const compared = row.metrics[place];
    return compared ? [{ row, compared, detectable: detectable[index]?.[place] ?? null }] : [];
  });
  if (lines.length === 0 || factor === null || against === null) return '';
  const table = drawTable<PairLine>(
    [
      left('cell', ({ row }) => describeCell(row.other.cell)),
      right('times', ({ compared }) => ratioText(compared)),
      right('95 % interval', ({ compared }) => intervalText(compared)),
      right('% of', ({ compared }) => percentOfText(compared)),
      right('% change', ({ compared }) => changeText(compared)),
      right('effect g', ({ compared }) => groupDigits(compared.effect, 1)),
      right('detectable rise', ({ detectable }) =>
        detectable === null ? '–' : ratioPercent(detectable),
      ),
      left('finding', ({ compared }) => findingText(compared)),
    ],
    lines,
  );
  return `${metricFacts[counts][metric].title} vs ${printable(levelLabel(factor, against))}\n${table}`;
}

function percentOfText({ ratio, interval }: MetricComparison): string {
  if (ratio === null) return '–';
  const decimals = interval ? Math.max(0, intervalDecimals(interval) - 2) : 0;
  return `${groupDigits(ratio.percentOf, decimals)} %`;
}

function footer({ comparison }: Statistics): string {
  if (comparison === null || comparison.tests === 0) return '';
  return `Ratios of geometric means over trials, intervals by Welch on logarithms; findings after ${correctionWords(comparison.rows)}.\n“Detectable rise”: the smallest rise detectable with 80 % power.\n`;
}
