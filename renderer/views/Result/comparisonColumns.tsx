import {
  type Comparison,
  type ComparisonMetric,
  comparisonMetrics,
} from '../../../contracts/result.ts';
import { intervalText } from '../../../metrics/comparisons.ts';
import { ratioWords } from '../../../metrics/ratios.ts';
import type { DataColumn } from '../../components/tableModel.ts';
import { trustColumn } from '../../components/trustColumn.tsx';
import type { ComparisonRow } from '../../data/comparisons.ts';
import styles from './Result.module.css';

type Column = DataColumn<ComparisonRow>;

const headers: Record<ComparisonMetric, string> = {
  throughput: 'Throughput',
  mean: 'Mean',
  p95: 'p95',
};
const ways = [
  ['times', 'times'],
  ['percentOf', '% of baseline'],
  ['percentChange', '% change'],
] as const;

const names: readonly Column[] = [
  { id: 'pair', header: 'Compared', value: ({ pair }) => pair },
  { id: 'common', header: 'Where', value: ({ common }) => common },
];

/** Certainty of a ratio: `0.31 to 1.24, no detectable difference`. */
function certainty({ intervals, findings }: Comparison, metric: ComparisonMetric): string {
  const [interval, finding] = [intervals?.[metric] ?? null, findings?.[metric]];
  if (interval === null) return 'no interval';
  const doubt =
    finding === 'different'
      ? ''
      : finding === 'tentative'
        ? ', may be chance'
        : ', no detectable difference';
  return `${intervalText({ interval })}${doubt}`;
}

/** On screen, the three forms of a ratio are side by side in one column. */
function ratioColumn(metric: ComparisonMetric): Column {
  return {
    id: metric,
    header: headers[metric],
    unit: 'times, % of, % change',
    numeric: true,
    value: ({ comparison }) => comparison[metric].times,
    render: ({ comparison }) => {
      const words = ratioWords(comparison[metric]);
      const { findings } = comparison;
      return (
        <span className={styles.ratio} data-sure={findings?.[metric] === 'different' || undefined}>
          <span>{words.times}</span>
          <span>{words.percentOf}</span>
          <span>{words.percentChange}</span>
          <span className={styles.ratioInterval}>{certainty(comparison, metric)}</span>
        </span>
      );
    },
  };
}

/** Columns of the table of comparisons. */
export const comparisonColumns: readonly Column[] = [
  ...names,
  ...comparisonMetrics.map(ratioColumn),
  trustColumn((row) => row),
];

/** Columns of its CSV: one for each form of each ratio. */
export const comparisonCsvColumns: readonly Column[] = [
  ...names,
  ...comparisonMetrics.flatMap((metric) =>
    ways.map(
      ([way, unit]): Column => ({
        id: `${metric}-${way}`,
        header: headers[metric],
        unit,
        value: ({ comparison }) => comparison[metric][way],
      }),
    ),
  ),
  trustColumn((row) => row),
  ...comparisonMetrics.flatMap((metric): Column[] => [
    ...(['low', 'high'] as const).map(
      (end): Column => ({
        id: `${metric}-${end}`,
        header: headers[metric],
        unit: `95 % interval, ${end}`,
        value: ({ comparison }) => comparison.intervals?.[metric]?.[end] ?? null,
      }),
    ),
    {
      id: `${metric}-finding`,
      header: headers[metric],
      unit: 'finding',
      value: ({ comparison }) => comparison.findings?.[metric] ?? '',
    },
  ]),
];
