import type { ComparedMetric } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { certainDigits, groupDigits } from '../../../metrics/format.ts';
import { ratioWords } from '../../../metrics/ratios.ts';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { trustColumn } from '../../components/trustColumn.tsx';
import {
  type ComparedFacts,
  type ComparedRow,
  comparedFacts,
  pText,
  rowName,
  shortFinding,
  timesText,
} from '../../data/compareRows.ts';
import styles from './Compare.module.css';

type Column = DataColumn<ComparedRow>;

type Units = ComparedFacts['units'];

/** Columns of the table on screen; values in the units of the metric, given in the header if the sides differ. */
export function comparedColumns(
  metric: ComparedMetric,
  rows: readonly ComparedRow[],
): readonly Column[] {
  const { units } = comparedFacts(metric, rows);
  const named = units.baseline !== units.other;
  // Columns that are empty in every row only waste space.
  const hasRatios = rows.some(({ compared }) => compared.finding !== 'unlike');
  return [
    // Names end with the last factor, such as the stack: cut off, they would look equal.
    rows.some((row) => rowName(row).length > longName) ? { ...cell, width: '220px' } : cell,
    // Next to the name: after the values, a narrow window would hide their verdict.
    {
      ...trustColumn(({ pair: { verdict, cautions } }) => ({ verdict, reasons: cautions })),
      width: '120px',
    },
    figure('baseline', 'Baseline', named ? units.baseline : null),
    figure('other', 'Compared', named ? units.other : null),
    ...(hasRatios ? ratioColumns : []),
    {
      id: 'finding',
      header: 'Finding',
      value: ({ compared }) => shortFinding(compared),
      render: ({ compared }) => <span title={compared.words}>{shortFinding(compared)}</span>,
    },
  ];
}

/** Characters of a name that fit in a default column. */
const longName = 20;

const cell: Column = {
  id: 'cell',
  header: 'Cell',
  width: '160px',
  value: rowName,
  render: (row) => (
    <span className={styles.cellName} title={describeCell(row.pair.other.cell)}>
      <ProtocolMarker protocol={row.pair.other.cell.protocol} />
      {rowName(row)}
    </span>
  ),
};

function figure(side: 'baseline' | 'other', header: string, unit: string | null): Column {
  return {
    id: side,
    header,
    ...(unit === null ? {} : { unit }),
    width: unit === null ? '84px' : '152px',
    numeric: true,
    value: ({ compared }) => compared[side].mean,
    render: ({ compared }) => {
      const { mean, low, high } = compared[side];
      return certainDigits(mean, (high ?? 0) - (low ?? 0));
    },
  };
}

/** The three forms of a ratio side by side. */
const ratio: Column = {
  id: 'ratio',
  header: 'Ratio',
  unit: 'times, % of, change',
  width: '206px',
  numeric: true,
  value: ({ compared }) => compared.ratio?.times ?? null,
  render: ({ compared }) => {
    if (!compared.ratio) return '–';
    const words = ratioWords(compared.ratio);
    return (
      <span className={styles.ratio}>
        <span>{timesText(compared)}</span>
        <span>{words.percentOf}</span>
        <span>{words.percentChange}</span>
      </span>
    );
  },
};

/** The ratio and its certainty. */
const ratioColumns: readonly Column[] = [
  ratio,
  {
    id: 'interval',
    header: '95 % interval',
    width: '116px',
    numeric: true,
    value: ({ compared }) => compared.interval?.low ?? null,
    render: ({ compared }) => intervalText(compared),
  },
  {
    id: 'p',
    header: 'p corrected',
    width: '88px',
    numeric: true,
    value: ({ compared }) => compared.adjustedP,
    render: ({ compared }) => pText(compared.adjustedP),
  },
  {
    id: 'effect',
    header: 'Effect g',
    width: '72px',
    numeric: true,
    value: ({ compared }) => compared.effect,
    render: ({ compared }) => groupDigits(compared.effect, 1),
  },
];

/** Columns of the CSV: each value separately, and the sentence. */
export function comparedCsvColumns(units: Units): readonly Column[] {
  const plain = (id: string, header: string, value: Column['value'], unit?: string): Column => ({
    id,
    header,
    value,
    ...(unit === undefined ? {} : { unit }),
  });
  return [
    plain('cell', 'Cell', ({ pair }) => describeCell(pair.other.cell)),
    plain('runId', 'Run', ({ pair }) => pair.other.runId),
    plain('baseCell', 'Baseline cell', ({ pair }) => describeCell(pair.baseline.cell)),
    plain('baseRun', 'Baseline run', ({ pair }) => pair.baseline.runId),
    plain('baseline', 'Baseline', ({ compared }) => compared.baseline.mean, units.baseline),
    plain('other', 'Compared', ({ compared }) => compared.other.mean, units.other),
    plain('baselineTrials', 'Baseline trials', ({ compared }) => compared.baseline.trials),
    plain('trials', 'Trials', ({ compared }) => compared.other.trials),
    plain('times', 'Times', ({ compared }) => compared.ratio?.times ?? null),
    plain('percentOf', '% of baseline', ({ compared }) => compared.ratio?.percentOf ?? null),
    plain('change', '% change', ({ compared }) => compared.ratio?.percentChange ?? null),
    plain('low', 'Interval low', ({ compared }) => compared.interval?.low ?? null),
    plain('high', 'Interval high', ({ compared }) => compared.interval?.high ?? null),
    plain('degrees', 'Degrees of freedom', ({ compared }) => compared.degrees),
    plain('p', 'p', ({ compared }) => compared.p),
    plain('adjusted', 'p corrected', ({ compared }) => compared.adjustedP),
    plain('effect', 'Effect g', ({ compared }) => compared.effect),
    plain('words', 'In words', ({ compared }) => compared.words),
    plain('verdict', 'Health', ({ pair }) => pair.verdict),
    plain('cautions', 'Cautions', ({ pair }) => pair.cautions.join(' ')),
  ];
}
