import { msDigits, rpsDigits } from '../../components/format.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import { microseconds } from '../../data/clientTax.ts';
import { ratioWords } from '../../data/ratios.ts';
import type { TlsMetric, TlsPair } from '../../data/tlsPairs.ts';
import styles from './Result.module.css';

type Column = DataColumn<TlsPair>;

interface MetricWords {
  readonly metric: TlsMetric;
  readonly header: string;
  readonly unit: string;
  readonly write: (value: number) => string;
}

const metrics: readonly MetricWords[] = [
  { metric: 'throughputRps', header: 'Throughput', unit: 'requests/s', write: rpsDigits },
  { metric: 'meanMs', header: 'Mean latency', unit: 'ms', write: msDigits },
  { metric: 'p95Ms', header: 'p95 latency', unit: 'ms', write: msDigits },
  { metric: 'clientUs', header: 'Client CPU', unit: 'µs/request', write: microseconds },
  { metric: 'serviceUs', header: 'Service CPU', unit: 'µs/request', write: microseconds },
];

const names: readonly Column[] = [
  {
    id: 'protocol',
    header: 'Protocol',
    value: ({ protocol }) => protocol,
    render: ({ protocol }) => <ProtocolChip protocol={protocol} />,
  },
  { id: 'pair', header: 'Compared', value: ({ pair }) => pair },
  // The protocol has a column of its own.
  {
    id: 'common',
    header: 'Where',
    value: ({ common }) => common.split(' · ').slice(1).join(' · '),
  },
];

const health: Column = {
  id: 'health',
  header: 'Health',
  value: ({ verdict }) => verdict,
  render: ({ verdict, reasons }) => <VerdictBadge bare verdict={verdict} reasons={reasons} />,
};

/** Sorts by what TLS changes. */
function pairColumn({ metric, header, unit, write }: MetricWords): Column {
  const digits = (value: number | null) => (value === null ? '–' : write(value));
  return {
    id: metric,
    header,
    unit,
    numeric: true,
    value: ({ ratios }) => ratios[metric]?.times ?? null,
    render: ({ none, tls, ratios }) => {
      const ratio = ratios[metric];
      const words = ratio ? ratioWords(ratio) : null;
      return (
        <span className={styles.pairCell}>
          <span>
            {digits(none[metric])} → <strong>{digits(tls[metric])}</strong>
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

/** Columns of the table of TLS pairs. */
export const tlsColumns: readonly Column[] = [...names, ...metrics.map(pairColumn), health];

const ways = [
  ['times', 'times'],
  ['percentOf', '% of none'],
  ['percentChange', '% change'],
] as const;

/** Columns of its CSV: both sides of each metric, and each way of its ratio. */
export const tlsCsvColumns: readonly Column[] = [
  ...names,
  ...metrics.flatMap(({ metric, header, unit }): Column[] => [
    { id: `${metric}-none`, header: `${header}, no TLS`, unit, value: ({ none }) => none[metric] },
    { id: `${metric}-tls`, header: `${header}, TLS`, unit, value: ({ tls }) => tls[metric] },
    ...ways.map(
      ([way, words]): Column => ({
        id: `${metric}-${way}`,
        header,
        unit: words,
        value: ({ ratios }) => ratios[metric]?.[way] ?? null,
      }),
    ),
  ]),
  health,
];
