import { ratioWords } from '../../../figures/ratios.ts';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import type { ComparisonRow } from '../../data/comparisons.ts';
import styles from './Result.module.css';

type Column = DataColumn<ComparisonRow>;
type Metric = 'throughput' | 'mean' | 'p95';

const headers: Record<Metric, string> = {
  throughput: 'Throughput',
  mean: 'Mean',
  p95: 'p95',
};
const metricNames: readonly Metric[] = ['throughput', 'mean', 'p95'];
const ways = [
  ['times', 'times'],
  ['percentOf', '% of baseline'],
  ['percentChange', '% change'],
] as const;

const names: readonly Column[] = [
  { id: 'pair', header: 'Compared', value: ({ pair }) => pair },
  { id: 'common', header: 'Where', value: ({ common }) => common },
];

const health: Column = {
  id: 'health',
  header: 'Health',
  value: ({ verdict }) => verdict,
  render: ({ verdict, reasons }) => <VerdictBadge bare verdict={verdict} reasons={reasons} />,
};

/** On screen the three ways of a ratio stand side by side in one column. */
function ratioColumn(metric: Metric): Column {
  return {
    id: metric,
    header: headers[metric],
    unit: 'times, % of, % change',
    numeric: true,
    value: ({ comparison }) => comparison[metric].times,
    render: ({ comparison }) => {
      const words = ratioWords(comparison[metric]);
      return (
        <span className={styles.ratio}>
          <span>{words.times}</span>
          <span>{words.percentOf}</span>
          <span>{words.percentChange}</span>
        </span>
      );
    },
  };
}

/** Columns of the table of comparisons. */
export const comparisonColumns: readonly Column[] = [
  ...names,
  ...metricNames.map(ratioColumn),
  health,
];

/** Columns of its CSV: one for each way of each ratio. */
export const comparisonCsvColumns: readonly Column[] = [
  ...names,
  ...metricNames.flatMap((metric) =>
    ways.map(
      ([way, unit]): Column => ({
        id: `${metric}-${way}`,
        header: headers[metric],
        unit,
        value: ({ comparison }) => comparison[metric][way],
      }),
    ),
  ),
  health,
];
