import { type EnergyConsumer, energyConsumerSchema } from '../../contracts/energy.ts';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { ResultDocument, RunHead } from '../../contracts/result.ts';
import { workOf } from '../../contracts/work.ts';
import { errorShare } from './analysis.ts';

/** Null is an empty field: there is no such figure. */
type Field = string | number | boolean | null;
type Column = [name: string, value: (trial: TrialResult, run: RunHead) => Field];

const latencyNames = [
  'mean',
  'stddev',
  'min',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
  'p999',
  'max',
] as const;

/** Of a trial, as every row of a table begins. */
const identity: Column[] = [
  ['run_id', (_trial, run) => run.id],
  ['run_name', (_trial, run) => run.name],
  ['trial_id', (trial) => trial.id],
  ['trial_index', (trial) => trial.index],
  ['protocol', (trial) => trial.cell.protocol],
  ['shape', (trial) => trial.cell.shape],
  ['users', (trial) => trial.cell.users ?? null],
  ['tls', (trial) => trial.cell.tls],
  ['client', (trial) => trial.cell.client],
  ['repetition', (trial) => trial.repetition],
];

const columns: Column[] = [
  ...identity,
  ['status', (trial) => trial.status],
  ['started_at', (trial) => trial.startedAt],
  ['ended_at', (trial) => trial.endedAt],
  ['failure_code', (trial) => trial.failure?.code ?? null],
  ['failure_message', (trial) => trial.failure?.message ?? null],
  ['window_s', (trial) => trial.window.seconds],
  ['requests_ok', (trial) => trial.requests.ok],
  ['requests_failed', (trial) => trial.requests.failed],
  ['error_share', errorShare],
  ['errors', describeErrors],
  ['throughput_rps', (trial) => trial.throughputRps],
  ...latencyColumns('latency', 'latencyMs'),
  ...latencyColumns('service', 'serviceMs'),
  ['bytes_sent', (trial) => trial.bytes.sent],
  ['bytes_received', (trial) => trial.bytes.received],
  ['client_verdict', (trial) => trial.client.verdict],
  ['client_reasons', (trial) => trial.client.reasons.join('; ')],
  ['client_cpu_s', (trial) => trial.client.cpuSeconds],
  ['client_event_loop_utilization', (trial) => trial.client.eventLoopUtilization],
  ['client_gc_ms', (trial) => trial.client.gcMs],
  ['client_lag_ms', (trial) => trial.client.lagMs],
  ['client_workers', (trial) => trial.client.workers],
  ['server_cpu_s', (trial) => trial.server?.cpuSeconds ?? null],
  ['server_rss_peak_bytes', (trial) => trial.server?.rssPeakBytes ?? null],
  ['server_heap_peak_bytes', (trial) => trial.server?.heapPeakBytes ?? null],
  ['server_event_loop_utilization', (trial) => trial.server?.eventLoopUtilization ?? null],
  ['issued', (trial) => trial.accounting.issued],
  ['finished_warm_up', (trial) => trial.accounting.warmUp],
  ['finished_measured', (trial) => trial.accounting.measured],
  ['finished_drained', (trial) => trial.accounting.drained],
  ['abandoned', (trial) => trial.accounting.abandoned],
  ['succeeded', (trial) => trial.accounting.succeeded],
  ['server_counted', (trial) => trial.accounting.serverCounted],
  ['thresholds_passed', thresholdsPassed],
  ['notes', (trial) => trial.notes.join('; ')],
  // Columns are added at the end, so that those before keep their places.
  ['rate_rps', (trial) => trial.cell.rate ?? null],
  ['requests_dropped', (trial) => trial.requests.dropped],
  ['lag_p99_ms', (trial) => trial.lagMs?.p99 ?? null],
  ['gateway', (trial) => trial.cell.gateway ?? null],
  ['network', (trial) => trial.cell.network ?? null],
  ['gateway_cpu_s', (trial) => trial.gateway?.cpuSeconds ?? null],
  ['gateway_rss_peak_bytes', (trial) => trial.gateway?.rssPeakBytes ?? null],
  ['gateway_event_loop_utilization', (trial) => trial.gateway?.eventLoopUtilization ?? null],
  ['gateway_requests', (trial) => trial.gateway?.requests ?? null],
  ['network_cpu_s', (trial) => trial.network?.cpuSeconds ?? null],
  ['energy_source', (trial) => trial.energy?.source ?? null],
  ['energy_j', (trial) => trial.energy?.joules ?? null],
  ['energy_baseline_j', (trial) => trial.energy?.baselineJoules ?? null],
  ['energy_per_request_j', (trial) => trial.energy?.joulesPerRequest ?? null],
  ...energyConsumerSchema.options.map(energyColumn),
  ['energy_interval_ms', (trial) => trial.energy?.intervalMs ?? null],
  ['energy_samples', (trial) => trial.energy?.samples ?? null],
  ['energy_flags', (trial) => trial.energy?.flags.join('; ') ?? null],
  // What requests_…, throughput_rps, latency_… and energy_per_request_j speak of.
  ['counts', workOf],
];

/**
 * One row per trial after a header row, as RFC 4180 has it (CRLF, quotes doubled). Units stand
 * in the column names. Figures that a trial does not have are empty fields.
 */
export function toCsv(document: ResultDocument): string {
  const header = columns.map(([name]) => name);
  const rows = document.trials.map((trial) =>
    columns.map(([, value]) => writeField(value(trial, document.run))),
  );
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** What tells the cells of a plan apart, besides its identity. */
const planSurroundings: Column[] = [
  ['network', (trial) => trial.cell.network ?? null],
  ['gateway', (trial) => trial.cell.gateway ?? null],
  ['database', (trial) => trial.cell.database ?? null],
  ['fields', (trial) => trial.cell.fields ?? null],
  ['dates', (trial) => trial.cell.dates ?? null],
];

/**
 * One row per successful iteration of a plan, in the order in which they ended, numbered from 1 within
 * their trial; a header alone where no trial has iterations. Written as {@link toCsv} writes.
 */
export function toSamplesCsv(document: ResultDocument): string {
  const own = [...identity, ...planSurroundings];
  const header = [...own.map(([name]) => name), ...sampleNames];
  const rows = document.trials.flatMap((trial) => {
    const cell = own.map(([, value]) => writeField(value(trial, document.run)));
    return samplesOf(trial).map((sample) => [...cell, ...sample.map(writeField)]);
  });
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

const sampleNames = ['iteration', 'duration_us', 'set_up_us', 'requests'] as const;

function samplesOf({ plan }: TrialResult): Field[][] {
  const { durationUs = [], setUpUs = [], requests = [] } = plan?.samples ?? {};
  return durationUs.map((duration, index) => [
    index + 1,
    duration,
    setUpUs[index] ?? null,
    requests[index] ?? null,
  ]);
}

function latencyColumns(prefix: string, key: 'latencyMs' | 'serviceMs'): Column[] {
  return latencyNames.map((name) => [
    `${prefix}_${name}_ms`,
    (trial) => (trial.requests.ok === 0 ? null : trial[key][name]),
  ]);
}

function energyColumn(who: EnergyConsumer): Column {
  return [
    `energy_${who}_j`,
    (trial) => trial.energy?.processes.find((part) => part.who === who)?.joules ?? null,
  ];
}

function describeErrors(trial: TrialResult): string {
  return trial.errors.map(({ kind, code, count }) => `${count} × ${kind} ${code}`).join('; ');
}

function thresholdsPassed(trial: TrialResult): boolean | null {
  return trial.thresholds.length === 0 ? null : trial.thresholds.every((one) => one.passed);
}

/** A spreadsheet takes a text that begins so for a formula; an apostrophe makes it text again. */
const formulaStart = /^[=+\-@\t\r\n]/;
const needsQuotes = /[",\r\n]|^\s|\s$/;

function writeField(field: Field): string {
  if (field === null) return '';
  if (typeof field !== 'string') return String(field);
  const safe = formulaStart.test(field) ? `'${field}` : field;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
