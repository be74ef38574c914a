import { describeCell } from '../../../../contracts/experiment/cell.ts';
import { findingText, intervalText } from '../../../../metrics/comparisons.ts';
import { certainDigits, groupDigits } from '../../../../metrics/format.ts';
import { type RatioWords, ratioWords } from '../../../../metrics/ratios.ts';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { trustColumn } from '../../../components/trustColumn.tsx';
import { pText, timesText } from '../../../data/compareRows.ts';
import { type CellRow, detectableText, type StatisticsRow } from '../../../data/statistics.ts';
import styles from './Statistics.module.css';

type Column = DataColumn<StatisticsRow>;

function ratioColumn(
  id: 'times' | 'percentOf' | 'percentChange',
  header: string,
  width: string,
  words: (row: StatisticsRow) => string,
): Column {
  return {
    id,
    header,
    width,
    numeric: true,
    value: ({ compared }) => compared.ratio?.[id] ?? null,
    render: words,
  };
}

const ratioIn = (way: keyof RatioWords) => (row: StatisticsRow) =>
  row.compared.ratio ? ratioWords(row.compared.ratio)[way] : '–';

const cell: Column = {
  id: 'cell',
  header: 'Cell',
  // With it all columns fit into a window of 1280 pixels.
  width: '184px',
  value: ({ label }) => label,
  render: ({ label, pair }) => (
    <span className={styles.name} title={describeCell(pair.other.cell)}>
      <ProtocolMarker protocol={pair.other.cell.protocol} />
      {label}
    </span>
  ),
};

/** Columns of the comparisons: three for each ratio. */
export const pairColumns: readonly Column[] = [
  cell,
  ratioColumn('times', 'Times', '66px', ({ compared }) => timesText(compared)),
  ratioColumn('percentOf', '% of', '66px', ratioIn('percentOf')),
  ratioColumn('percentChange', '% change', '84px', ratioIn('percentChange')),
  {
    id: 'interval',
    header: '95 % interval',
    width: '124px',
    numeric: true,
    value: ({ compared }) => compared.interval?.low ?? null,
    render: ({ compared }) => intervalText(compared),
  },
  {
    id: 'p',
    header: 'p corrected',
    width: '84px',
    numeric: true,
    value: ({ compared }) => compared.adjustedP,
    render: ({ compared }) => pText(compared.adjustedP),
  },
  {
    id: 'effect',
    header: 'Effect g',
    width: '70px',
    numeric: true,
    value: ({ compared }) => compared.effect,
    render: ({ compared }) => groupDigits(compared.effect, 1),
  },
  {
    id: 'detectable',
    header: 'Detectable rise',
    width: '104px',
    numeric: true,
    value: ({ detectable }) => detectable,
    render: ({ detectable }) => detectableText(detectable),
  },
  {
    id: 'finding',
    header: 'Finding',
    width: '166px',
    value: ({ compared }) => findingText(compared),
    render: ({ compared }) => <span title={compared.words}>{findingText(compared)}</span>,
  },
  {
    ...trustColumn(({ pair: { verdict, cautions } }) => ({ verdict, reasons: cautions })),
    width: '120px',
  },
];

/** Columns of their CSV: each value separately, and the sentence. */
export const pairCsvColumns: readonly Column[] = [
  { id: 'cell', header: 'Cell', value: ({ pair }) => describeCell(pair.other.cell) },
  { id: 'baseline', header: 'Baseline', value: ({ pair }) => describeCell(pair.baseline.cell) },
  ...pairColumns.slice(1, 4),
  { id: 'low', header: 'Times, low', value: ({ compared }) => compared.interval?.low ?? null },
  { id: 'high', header: 'Times, high', value: ({ compared }) => compared.interval?.high ?? null },
  { id: 'degrees', header: 'Degrees of freedom', value: ({ compared }) => compared.degrees },
  { id: 'p', header: 'p', value: ({ compared }) => compared.p },
  ...pairColumns.slice(5, 8),
  { id: 'words', header: 'In words', value: ({ compared }) => compared.words },
  { id: 'cautions', header: 'Cautions', value: ({ pair }) => pair.cautions.join(' ') },
];

const widthOf = ({ figure: { interval } }: CellRow) => interval && interval.high - interval.low;

/** Columns of the cells under one metric. */
export function cellIntervalColumns(unit: string): readonly DataColumn<CellRow>[] {
  return [
    {
      id: 'cell',
      header: 'Cell',
      value: ({ label }) => label,
      render: ({ cell: one, label }) => (
        <span className={styles.name} title={describeCell(one)}>
          <ProtocolMarker protocol={one.protocol} />
          {label}
        </span>
      ),
    },
    {
      id: 'trials',
      header: 'Trials',
      width: '80px',
      numeric: true,
      value: ({ figure }) => figure.trials,
    },
    {
      id: 'value',
      header: 'Mean',
      unit,
      width: '150px',
      numeric: true,
      value: ({ figure }) => figure.value,
      render: (row) => certainDigits(row.figure.value, widthOf(row)),
    },
    {
      id: 'low',
      header: '95 % from',
      width: '110px',
      numeric: true,
      value: ({ figure }) => figure.interval?.low ?? null,
      render: (row) => certainDigits(row.figure.interval?.low, widthOf(row)),
    },
    {
      id: 'high',
      header: 'to',
      width: '110px',
      numeric: true,
      value: ({ figure }) => figure.interval?.high ?? null,
      render: (row) => certainDigits(row.figure.interval?.high, widthOf(row)),
    },
  ];
}
