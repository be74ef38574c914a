import type { TrialResult } from '../../../contracts/measurement.ts';
import { numbers } from '../../../metrics/columns.ts';
import { formatBytes, formatCount, groupDigits, joinSentences } from '../../../metrics/format.ts';
import { hasFigures, trialColumns } from '../../../metrics/trial-columns.ts';
import type { DataColumn } from '../../components/tableModel.ts';
import { drawnColumns, VerdictCell } from './trialColumns.tsx';

type Column = DataColumn<TrialResult>;
type Value = (trial: TrialResult) => number | null;

const percent = (id: string, header: string, value: Value): Column => ({
  id,
  ...numbers(header, '%', value, (share) => groupDigits(share, 1)),
});

/** CPU seconds in the window as cores in use. */
const cores = (
  id: string,
  header: string,
  process: (trial: TrialResult) => { readonly cpuSeconds: number } | null | undefined,
): Column => {
  const value: Value = (trial) => {
    const used = process(trial);
    return used && hasFigures(trial) ? used.cpuSeconds / trial.window.seconds : null;
  };
  return { id, ...numbers(header, 'cores', value, (used) => groupDigits(used, 2)) };
};

const verdictOrder = { ok: 0, suspect: 1, 'client-bound': 2 };

const verdict: readonly Column[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    value: (trial) => (hasFigures(trial) ? verdictOrder[trial.client.verdict] : null),
    render: (trial) => (hasFigures(trial) ? <VerdictCell trial={trial} /> : '–'),
  },
  {
    id: 'reasons',
    header: 'Why',
    value: ({ client }) => joinSentences(client.reasons),
    render: (trial) =>
      joinSentences(trial.client.reasons) ||
      (hasFigures(trial)
        ? 'The load generator kept up.'
        : joinSentences(trial.notes) || 'Nothing was measured.'),
  },
];

const client: readonly Column[] = [
  cores('client-cpu', 'Client CPU', (trial) => trial.client),
  percent('client-loop', 'Busiest loop', (trial) => 100 * trial.client.eventLoopUtilization),
];

const ofCeiling: Value = ({ client: { ceilingRps }, throughputRps }) =>
  ceilingRps === null || ceilingRps <= 0 ? null : (100 * throughputRps) / ceilingRps;

const service: readonly Column[] = [
  percent('ceiling', 'Of ceiling', ofCeiling),
  cores('service-cpu', 'Service CPU', ({ server }) => server),
  percent('service-loop', 'Service loop', ({ server }) =>
    server?.eventLoopUtilization == null ? null : 100 * server.eventLoopUtilization,
  ),
];

const hops = { gateway: 'Gateway', network: 'Network' } as const;

/** The columns of a process between client and service, if any trial has one. */
function hopColumns(trials: readonly TrialResult[], hop: keyof typeof hops): readonly Column[] {
  if (!trials.some((trial) => trial[hop])) return [];
  const name = hops[hop];
  const number = (
    id: string,
    header: string,
    unit: string | null,
    key: 'rssPeakBytes' | 'requests',
    write: (value: number | null) => string,
  ): Column => ({
    id: `${hop}-${id}`,
    ...numbers(header, unit, (trial) => trial[hop]?.[key] ?? null, write),
  });
  const counted = hop === 'gateway' ? 'Gateway requests' : 'Network connections';
  return [
    cores(`${hop}-cpu`, `${name} CPU`, (trial) => trial[hop]),
    percent(`${hop}-loop`, `${name} loop`, (trial) =>
      trial[hop] ? 100 * trial[hop].eventLoopUtilization : null,
    ),
    number('rss', `${name} memory`, 'peak', 'rssPeakBytes', formatBytes),
    number('count', counted, null, 'requests', formatCount),
  ];
}

/** Columns of the table of health: who, whether to trust it and why, the client, the service. */
export function healthColumns(trials: readonly TrialResult[]): readonly Column[] {
  const columns = (...ids: Parameters<typeof trialColumns>[1]) =>
    drawnColumns(trialColumns(trials, ids));
  return [
    ...columns('number'),
    ...verdict,
    ...columns('cell', 'repetition'),
    ...client,
    ...columns('client_gc_ms', 'client_lag_ms', 'client_workers'),
    ...service,
    ...columns('server_rss_peak_bytes', 'server_heap_peak_bytes'),
    ...(trials.some(({ server }) => server?.heapTotalPeakBytes)
      ? columns('server_heap_total_peak_bytes', 'server_heap_idle_peak_bytes')
      : []),
    ...(trials.some(({ server }) => server?.threadsPeak) ? columns('server_threads_peak') : []),
    ...hopColumns(trials, 'gateway'),
    ...hopColumns(trials, 'network'),
  ];
}

/** Columns of its CSV, with the verdict as a word instead of its rank. */
export function healthCsvColumns(trials: readonly TrialResult[]): readonly Column[] {
  return healthColumns(trials).flatMap((column) =>
    column.id === 'verdict'
      ? drawnColumns(trialColumns(trials, ['client_verdict'])).map(({ value }) => ({
          ...column,
          value,
        }))
      : column,
  );
}
