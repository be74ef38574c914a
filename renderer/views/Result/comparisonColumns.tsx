import type { Ratio } from '../../../contracts/result.ts';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import type { ComparisonRow } from '../../data/comparisons.ts';
import { type RatioWords, ratioWords } from '../../data/ratios.ts';

type Column = DataColumn<ComparisonRow>;
type Way = keyof RatioWords & keyof Ratio;

function ratioColumn(
  metric: 'throughput' | 'mean' | 'p95',
  header: string,
  way: Way,
  unit: string,
): Column {
  return {
    id: `${metric}-${way}`,
    header,
    unit,
    numeric: true,
    value: ({ comparison }) => comparison[metric][way],
    render: ({ comparison }) => ratioWords(comparison[metric])[way],
  };
}

/** The three ways of one metric's ratio. */
function ratioColumns(metric: 'throughput' | 'mean' | 'p95', header: string): Column[] {
  return [
    ratioColumn(metric, header, 'times', 'times'),
    ratioColumn(metric, header, 'percentOf', '% of'),
    ratioColumn(metric, header, 'percentChange', '% change'),
  ];
}

/** Columns of the table of comparisons. */
export const comparisonColumns: readonly Column[] = [
  { id: 'pair', header: 'Compared', value: ({ pair }) => pair },
  { id: 'common', header: 'Where', value: ({ common }) => common },
  ...ratioColumns('throughput', 'Throughput'),
  ...ratioColumns('mean', 'Mean latency'),
  ...ratioColumns('p95', 'p95 latency'),
  {
    id: 'health',
    header: 'Health',
    value: ({ verdict }) => verdict,
    render: ({ verdict, reasons }) => <VerdictBadge bare verdict={verdict} reasons={reasons} />,
  },
];
