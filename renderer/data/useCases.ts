import { type Cell, describeSurroundings } from '../../contracts/experiment/cell.ts';
import { defaultProtocol } from '../../contracts/protocols.ts';
import type { Box, Ratio, UseCaseFigures, WhiskerRule } from '../../contracts/result.ts';
import { type Protocol, protocols } from '../../contracts/words.ts';
import { tlsLabel } from '../../metrics/cell-columns.ts';
import { countOf, groupDigits } from '../../metrics/format.ts';
import { ratioOf } from '../../metrics/ratios.ts';
import { protocolStyle } from '../look/protocols.ts';
import { distinct } from './series.ts';
import type { FigureTable } from './table.ts';

/** Factors that differ between the boxes of a use case: protocol, and any others that the run varies. */
export interface UseCaseSeries {
  readonly key: string;
  readonly label: string;
  readonly protocol: Protocol;
  /** 0 for the first of its protocol, 1 for the next …. */
  readonly variant: number;
}

/** Use cases by series, ready to draw and to tabulate. */
export interface UseCaseFigure {
  readonly series: readonly UseCaseSeries[];
  readonly groups: readonly UseCaseGroup[];
}

interface UseCaseGroup {
  readonly useCase: string;
  /** One for each series; null where the use case was not done. */
  readonly cells: readonly (UseCaseFigures | null)[];
}

function seriesKey(cell: Cell): string {
  return [cell.protocol, cell.tls, cell.client, ...describeSurroundings(cell)].join('/');
}

/** Arranges the use cases of a run in their order, and the series by protocol. */
export function useCaseFigure(figures: readonly UseCaseFigures[]): UseCaseFigure {
  const cells = figures.map(({ cell }) => cell);
  const series = seriesOf(cells);
  const groups = distinct(cells.map(({ shape }) => shape)).map((useCase) => ({
    useCase,
    cells: series.map(
      ({ key }) =>
        figures.find(({ cell }) => cell.shape === useCase && seriesKey(cell) === key) ?? null,
    ),
  }));
  return { series, groups };
}

function seriesOf(cells: readonly Cell[]): UseCaseSeries[] {
  const byKey = new Map(cells.map((cell) => [seriesKey(cell), cell]));
  const varies = (of: (cell: Cell) => unknown) => distinct(cells.map(of)).length > 1;
  const variants = new Map<Protocol, number>();
  return [...byKey]
    .sort(([, a], [, b]) => protocols.indexOf(a.protocol) - protocols.indexOf(b.protocol))
    .map(([key, cell]) => {
      const { protocol } = cell;
      const variant = variants.get(protocol) ?? 0;
      variants.set(protocol, variant + 1);
      const details = [
        ...(varies(({ tls }) => tls) ? [tlsLabel(cell.tls)] : []),
        ...(varies(({ client }) => client) ? [cell.client] : []),
        ...(varies((one) => describeSurroundings(one).join()) ? describeSurroundings(cell) : []),
      ];
      const label = [protocolStyle(protocol).label, ...details].join(', ');
      return { key, label, protocol, variant };
    });
}

/** The box of a cell by a whisker rule. */
export function boxOf(cell: UseCaseFigures, rule: WhiskerRule): Box {
  return cell.boxes[rule];
}

/** The highest value that a figure has to show, in milliseconds. */
export function highestMs(
  { groups, series }: UseCaseFigure,
  rule: WhiskerRule,
  outliers: boolean,
  hidden: ReadonlySet<string>,
): number {
  const values = groups.flatMap(({ cells }) =>
    cells.flatMap((cell, index) => {
      if (!cell || hidden.has(series[index]?.key ?? '')) return [];
      const box = boxOf(cell, rule);
      return [box.high, ...(outliers ? box.outliers.slice(-1) : [])];
    }),
  );
  return Math.max(0, ...values);
}

/** A whisker rule by name and in words. */
export const whiskerRules: Readonly<
  Record<WhiskerRule, { readonly label: string; readonly words: string }>
> = {
  tukey: {
    label: '1.5 × box',
    words:
      'Whiskers reach to the last value within 1.5 times the length of the box from its ends (Tukey; the default of R).',
  },
  median: {
    label: '2.5 × median to box end',
    words:
      'Whiskers reach to the last value within 2.5 times the distance between the median and the end of the box on that side, from the median.',
  },
};

/** Caption of a figure of boxes. */
export function boxNotes(
  { groups }: UseCaseFigure,
  rule: WhiskerRule,
  outliers: boolean,
): string[] {
  const hidden = groups.flatMap(({ cells }) => cells.map((cell) => cell && boxOf(cell, rule)));
  const count = hidden.reduce((sum, box) => sum + (box?.outliers.length ?? 0), 0);
  const outside =
    count === 0
      ? 'No value lies beyond the whiskers.'
      : `${countOf(count, 'value lies', 'values lie')} beyond the whiskers${outliers ? '' : ' and are not drawn'}; every figure and median counts them.`;
  return [
    'The box holds the middle half of the iterations and the line in it is the median.',
    whiskerRules[rule].words,
    outside,
  ];
}

/** `30`, or `28–30` where iterations differ. */
export function rangeText({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? String(min) : `${min}–${max}`;
}

/** Milliseconds as the tables of this section write them. */
export function medianText(ms: number): string {
  return groupDigits(ms, ms < 10 ? 3 : 2);
}

/** The figure in a sentence for each use case, for those who cannot see it. */
export function boxSummary({ groups, series }: UseCaseFigure): string {
  const parts = groups.map(({ useCase, cells }) => {
    const medians = cells.flatMap((cell, index) =>
      cell ? [`${series[index]?.label ?? ''} ${medianText(cell.medianMs)}`] : [],
    );
    return `${useCase}: ${medians.join(', ')}`;
  });
  return `Median time of an iteration in ms. ${parts.join('. ')}.`;
}

/** Everything that is known of each cell: a row for each. */
export function boxTable({ groups, series }: UseCaseFigure, rule: WhiskerRule): FigureTable {
  return {
    caption: 'Use cases',
    header: [
      'Use case',
      'Series',
      'Iterations',
      'Failed',
      'Requests per iteration',
      'Round trips',
      'Sockets opened',
      'Low whisker (ms)',
      'Lower hinge (ms)',
      'Median (ms)',
      'Upper hinge (ms)',
      'High whisker (ms)',
      'Outliers',
      'Connecting, median (ms)',
    ],
    rows: groups.flatMap(({ useCase, cells }) =>
      cells.flatMap((cell, index) => {
        if (!cell) return [];
        const { low, lower, median, upper, high, outliers } = boxOf(cell, rule);
        return [
          [
            useCase,
            series[index]?.label ?? '',
            cell.iterations,
            cell.failed,
            rangeText(cell.requests),
            rangeText(cell.roundTrips),
            cell.socketsOpened,
            low,
            lower,
            median,
            upper,
            high,
            outliers.length,
            cell.setUpMedianMs,
          ],
        ];
      }),
    ),
  };
}

/** A median of the table, with its ratio to that of the baseline in the same use case. */
export interface MedianCell {
  readonly figures: UseCaseFigures;
  readonly isBaseline: boolean;
  /** Null for the baseline itself, and where it was not measured. */
  readonly ratio: Ratio | null;
}

export interface MedianRow {
  readonly useCase: string;
  /** One for each series. */
  readonly cells: readonly (MedianCell | null)[];
}

/** Medians by use case and series, each with its ratio to the series `baseline`. */
export function medianRows({ groups, series }: UseCaseFigure, baseline: string): MedianRow[] {
  const at = series.findIndex(({ key }) => key === baseline);
  return groups.map(({ useCase, cells }) => {
    const base = cells[at]?.medianMs ?? null;
    return {
      useCase,
      cells: cells.map((figures, index) => {
        if (!figures) return null;
        const isBaseline = index === at;
        return { figures, isBaseline, ratio: isBaseline ? null : ratioOf(figures.medianMs, base) };
      }),
    };
  });
}

/** The table of medians as figures: a column for each series. */
export function medianTable(figure: UseCaseFigure): FigureTable {
  return {
    caption: 'Median time of an iteration (ms)',
    header: ['Use case', ...figure.series.map(({ label }) => `${label} (ms)`)],
    rows: figure.groups.map(({ useCase, cells }) => [
      useCase,
      ...cells.map((cell) => cell?.medianMs ?? null),
    ]),
  };
}

/** The series that the others are compared with at first: of the usual protocol where there is one. */
export function firstBaseline({ series }: UseCaseFigure): string {
  return (series.find(({ protocol }) => protocol === defaultProtocol) ?? series[0])?.key ?? '';
}

/** A cell with the names of its use case and series. */
export interface IterationRow {
  readonly key: string;
  readonly useCase: string;
  readonly series: UseCaseSeries;
  readonly figures: UseCaseFigures;
}

/** A row for each cell, by use case. */
export function iterationRows({ groups, series }: UseCaseFigure): IterationRow[] {
  return groups.flatMap(({ useCase, cells }) =>
    cells.flatMap((figures, index) => {
      const own = series[index];
      return figures && own
        ? [{ key: `${useCase}/${own.key}`, useCase, series: own, figures }]
        : [];
    }),
  );
}

/** Whether the service counted what was sent, in a word or two. */
export function countedText({ countsAgree }: Pick<UseCaseFigures, 'countsAgree'>): string {
  if (countsAgree === null) return 'not reported';
  return countsAgree ? 'the same' : 'differs';
}
