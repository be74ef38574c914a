import { metricFacts } from '../../../contracts/compare.ts';
import { type Work, workWords } from '../../../contracts/work.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { ratioWords } from '../../../metrics/ratios.ts';
import { protocolColumn } from '../../components/protocolColumn.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { trustColumn } from '../../components/trustColumn.tsx';
import { microseconds } from '../../data/clientTax.ts';
import type { FactorPair, PairMetric } from '../../data/factorPairs.ts';
import styles from './Result.module.css';

type Column = DataColumn<FactorPair>;

interface MetricWords {
  readonly metric: PairMetric;
  readonly header: string;
  readonly unit: string;
  readonly write: (value: number) => string;
}

function metricsFor(counts: Work): readonly MetricWords[] {
  const { throughput, mean, p95 } = metricFacts[counts];
  const cpu = `µs/${workWords[counts].one}`;
  return [
    {
      metric: 'throughputRps',
      header: throughput.title,
      unit: throughput.unit,
      write: threeDigits,
    },
    { metric: 'meanMs', header: mean.title, unit: mean.unit, write: threeDigits },
    { metric: 'p95Ms', header: p95.title, unit: p95.unit, write: threeDigits },
    { metric: 'clientUs', header: 'Client CPU', unit: cpu, write: microseconds },
    { metric: 'serviceUs', header: 'Service CPU', unit: cpu, write: microseconds },
  ];
}

const names: readonly Column[] = [
  protocolColumn(({ protocol }) => protocol),
  { id: 'pair', header: 'Compared', value: ({ pair }) => pair },
  // The protocol has a column of its own.
  {
    id: 'common',
    header: 'Where',
    value: ({ common }) => common.split(' · ').slice(1).join(' · '),
  },
];

/** Sorts by what the factor changes. */
function pairColumn({ metric, header, unit, write }: MetricWords): Column {
  const digits = (value: number | null) => (value === null ? '–' : write(value));
  return {
    id: metric,
    header,
    unit,
    numeric: true,
    value: ({ ratios }) => ratios[metric]?.times ?? null,
    render: ({ none, having, ratios }) => {
      const ratio = ratios[metric];
      const words = ratio ? ratioWords(ratio) : null;
      return (
        <span className={styles.pairCell}>
          <span>
            {digits(none[metric])} → <strong>{digits(having[metric])}</strong>
          </span>
          <span className={styles.ratio}>
            <span>{words?.times ?? '–'}</span>
            <span>{words?.percentOf ?? '–'}</span>
            <span>{words?.percentChange ?? '–'}</span>
          </span>
        </span>
      );
    },
  };
}

/** Columns of only some pairs: the gateway's own CPU, and energy. */
function more(counts: Work): readonly MetricWords[] {
  const { one } = workWords[counts];
  return [
    { metric: 'gatewayUs', header: 'Gateway CPU', unit: `µs/${one}`, write: microseconds },
    { metric: 'energyUj', header: 'Energy', unit: `µJ/${one}`, write: microseconds },
  ];
}

/** All pairs of a run count the same. */
function metricsOf(pairs: readonly FactorPair[]): readonly MetricWords[] {
  const counts = pairs[0]?.counts ?? 'requests';
  const known = more(counts).filter(({ metric }) =>
    pairs.some(({ none, having }) => none[metric] !== null || having[metric] !== null),
  );
  return [...metricsFor(counts), ...known];
}

/** Columns of a table of pairs. */
export function factorPairColumns(pairs: readonly FactorPair[]): readonly Column[] {
  return [...names, ...metricsOf(pairs).map(pairColumn), trustColumn((row) => row)];
}

const ways = [
  ['times', 'times'],
  ['percentOf', '% of none'],
  ['percentChange', '% change'],
] as const;

/** Columns of its CSV: both sides of each metric, and each way of its ratio. @param what the pairs differ in. */
export function factorPairCsvColumns(
  pairs: readonly FactorPair[],
  what: string,
): readonly Column[] {
  return [
    ...names,
    ...metricsOf(pairs).flatMap(({ metric, header, unit }): Column[] => [
      {
        id: `${metric}-none`,
        header: `${header}, no ${what}`,
        unit,
        value: ({ none }) => none[metric],
      },
      {
        id: `${metric}-with`,
        header: `${header}, ${what}`,
        unit,
        value: ({ having }) => having[metric],
      },
      ...ways.map(
        ([way, words]): Column => ({
          id: `${metric}-${way}`,
          header,
          unit: words,
          value: ({ ratios }) => ratios[metric]?.[way] ?? null,
        }),
      ),
    ]),
    trustColumn((row) => row),
  ];
}
