import type { TrialResult } from '../../../contracts/measurement.ts';
import {
  hasFigures,
  isOpenLoad,
  type TrialColumn,
  type TrialColumnId,
  trialColumns,
} from '../../../metrics/trial-columns.ts';
import { hasOwnWarmUps } from '../../../metrics/warm-up.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';

type Column = DataColumn<TrialResult>;

/** Content of columns that the window shows instead of the text. */
const drawn: Partial<Record<string, Pick<Column, 'render'> & Partial<Column>>> = {
  protocol: { render: ({ cell }) => <ProtocolChip protocol={cell.protocol} /> },
  status: { render: ({ status }) => <StatusBadge bare status={status} /> },
  client_verdict: {
    value: (trial) => (hasFigures(trial) ? trial.client.verdict : null),
    render: (trial) => (hasFigures(trial) ? <VerdictCell trial={trial} /> : '–'),
  },
};

export function VerdictCell({ trial: { client } }: { readonly trial: TrialResult }) {
  return <VerdictBadge bare verdict={client.verdict} reasons={client.reasons} />;
}

/** Columns of trials in the window. */
export function drawnColumns(columns: readonly TrialColumn[]): Column[] {
  return columns.map((column) => ({ ...column, ...drawn[column.id] }));
}

/** Columns only for open load: service time next to latency, lateness, and dropped arrivals. */
const open: readonly TrialColumnId[] = [
  'service_p50_ms',
  'service_p95_ms',
  'service_p99_ms',
  'lag_p99_ms',
  'requests_dropped',
];

/** Columns of the table of all trials: cell, outcome, results, and health of the machine. */
export function allTrialsColumns(trials: readonly TrialResult[]): readonly Column[] {
  return drawnColumns(
    trialColumns(trials, [
      ...(['number', 'cell', 'repetition', 'status', 'client_verdict', 'throughput_rps'] as const),
      ...(['latency_mean_ms', 'latency_p50_ms', 'latency_p95_ms', 'latency_p99_ms'] as const),
      'latency_max_ms',
      ...(isOpenLoad(trials) ? open : []),
      ...(hasOwnWarmUps(trials) ? (['warm_up_s'] as const) : []),
      ...(['requests_failed', 'errors', 'client_reasons', 'latency_stddev_ms'] as const),
      ...(['latency_min_ms', 'latency_p75_ms', 'latency_p90_ms', 'latency_p999_ms'] as const),
      ...(['requests_ok', 'window_s', 'client_cpu_s', 'client_event_loop_utilization'] as const),
      ...(['client_gc_ms', 'client_lag_ms', 'client_ceiling_rps', 'server_cpu_s'] as const),
      ...(['server_event_loop_utilization', 'server_rss_peak_bytes'] as const),
      ...(['bytes_sent', 'bytes_received'] as const),
    ]),
  );
}
