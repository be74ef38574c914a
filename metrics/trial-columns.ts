import { type EnergyConsumer, energyConsumerSchema } from '../contracts/energy.ts';
import type { LatencySummary, TrialResult } from '../contracts/measurement.ts';
import type { WatchedMachine } from '../contracts/watched.ts';
import { workOf, workOfTrials, workWords } from '../contracts/work.ts';
import { cellColumns, factorColumns, ofCell } from './cell-columns.ts';
import { type Column, numbers } from './columns.ts';
import type { CsvValue } from './csv.ts';
import { formatBytes, formatCount, groupDigits, joinSentences, threeDigits } from './format.ts';
import { warmUpColumn } from './warm-up.ts';

export type TrialColumn = Column<TrialResult>;

/** A column without its name. */
type Unnamed = Omit<TrialColumn, 'id' | 'header'> & { readonly header?: string };

/** Whether a trial measured anything; otherwise there is nothing to trust or doubt. */
export function hasFigures({ window }: Pick<TrialResult, 'window'>): boolean {
  return window.seconds > 0;
}

const number = numbers<TrialResult>;
const twoDecimals = (value: number | null) => groupDigits(value, 2);

/** Columns of files only. */
const plain = (value: (trial: TrialResult) => CsvValue): Unnamed => ({ value });

const cellOf = ({ cell }: TrialResult) => cell;
/** The factors of a trial's cell, in the order in which experiments list them. */
export const trialFactors = factorColumns.map((column) => ofCell(column, cellOf));

function factor(name: string): Unnamed {
  return trialFactors.find(({ id }) => id === name) ?? plain(() => null);
}

/** Columns of a trial's latency summary, empty if nothing succeeded. */
function latencies<P extends 'latency' | 'service'>(prefix: P) {
  const summary = prefix === 'latency' ? 'latencyMs' : 'serviceMs';
  const names: Record<keyof LatencySummary, string> = {
    mean: 'Mean',
    stddev: 'Std. dev.',
    min: 'Min',
    p50: 'p50',
    p75: 'p75',
    p90: 'p90',
    p95: 'p95',
    p99: 'p99',
    p999: 'p99.9',
    max: 'Max',
  };
  const columns = (Object.keys(names) as (keyof LatencySummary)[]).map((name) => [
    `${prefix}_${name}_ms`,
    number(
      prefix === 'latency' ? names[name] : `Service ${names[name]}`,
      'ms',
      (trial) => (trial.requests.ok === 0 ? null : trial[summary][name]),
      threeDigits,
    ),
  ]);
  return Object.fromEntries(columns) as Record<`${P}_${keyof LatencySummary}_ms`, Unnamed>;
}

/** Usage of a process between client and service, empty without one. */
const cpuSeconds = (header: string, value: (trial: TrialResult) => number | null) =>
  number(header, 's', value, twoDecimals);
const loop = (header: string, value: (trial: TrialResult) => number | null) =>
  number(header, '0–1', value, twoDecimals);
const memory = (header: string, value: (trial: TrialResult) => number | null) =>
  number(header, 'peak', value, formatBytes);
const joules = (value: (trial: TrialResult) => number | null) => plain(value);

/**
 * All columns of a trial, by name in `result.csv` and in the order of that file, which other programs read:
 * new columns are appended so that existing ones keep their positions.
 */
const columns = {
  trial_id: plain(({ id }) => id),
  trial_index: plain(({ index }) => index),
  protocol: factor('protocol'),
  shape: factor('shape'),
  users: factor('users'),
  tls: factor('tls'),
  client: factor('client'),
  repetition: number('Rep.', null, (trial) => trial.repetition, formatCount, 'rep'),
  status: { header: 'Status', value: (trial) => trial.status },
  started_at: plain(({ startedAt }) => startedAt),
  ended_at: plain(({ endedAt }) => endedAt),
  failure_code: plain(({ failure }) => failure?.code ?? null),
  failure_message: plain(({ failure }) => failure?.message ?? null),
  window_s: number('Window', 's', ({ window }) => window.seconds, twoDecimals),
  requests_ok: number('Succeeded', null, ({ requests }) => requests.ok, formatCount, 'ok'),
  requests_failed: number('Failed', null, ({ requests }) => requests.failed, formatCount, 'errors'),
  error_share: plain(errorShare),
  errors: { header: 'Errors', value: errorsText },
  throughput_rps: number('Throughput', 'req/s', (trial) => trial.throughputRps, threeDigits),
  ...latencies('latency'),
  ...latencies('service'),
  bytes_sent: number('Sent', null, ({ bytes }) => bytes.sent, formatBytes),
  bytes_received: number('Received', null, ({ bytes }) => bytes.received, formatBytes),
  client_verdict: { header: 'Health', short: 'trust', value: ({ client }) => client.verdict },
  client_reasons: sentences('Reasons', ({ client }) => client.reasons),
  client_cpu_s: cpuSeconds('Client CPU', ({ client }) => client.cpuSeconds),
  client_event_loop_utilization: loop('Client loop', (trial) => trial.client.eventLoopUtilization),
  client_gc_ms: number('Client GC', 'ms', ({ client }) => client.gcMs, threeDigits),
  client_lag_ms: number('Client lag', 'ms', ({ client }) => client.lagMs, threeDigits),
  client_workers: number('Workers', null, ({ client }) => client.workers, formatCount),
  server_cpu_s: cpuSeconds('Service CPU', ({ server }) => server?.cpuSeconds ?? null),
  server_rss_peak_bytes: memory('Service memory', ({ server }) => server?.rssPeakBytes ?? null),
  server_heap_peak_bytes: memory('Service heap', ({ server }) => server?.heapPeakBytes ?? null),
  server_event_loop_utilization: loop(
    'Service loop',
    ({ server }) => server?.eventLoopUtilization ?? null,
  ),
  issued: plain(({ accounting }) => accounting.issued),
  finished_warm_up: plain(({ accounting }) => accounting.warmUp),
  finished_measured: plain(({ accounting }) => accounting.measured),
  finished_drained: plain(({ accounting }) => accounting.drained),
  abandoned: plain(({ accounting }) => accounting.abandoned),
  succeeded: plain(({ accounting }) => accounting.succeeded),
  server_counted: plain(({ accounting }) => accounting.serverCounted),
  thresholds_passed: plain(thresholdsPassed),
  notes: sentences('Notes', ({ notes }) => notes),
  rate_rps: factor('rate'),
  requests_dropped: number('Dropped', null, ({ requests }) => requests.dropped, formatCount),
  lag_p99_ms: number(
    'Sent late p99',
    'ms',
    ({ lagMs }) => lagMs?.p99 ?? null,
    threeDigits,
    'lag p99 ms',
  ),
  gateway: factor('gateway'),
  network: factor('network'),
  gateway_cpu_s: cpuSeconds('Gateway CPU', ({ gateway }) => gateway?.cpuSeconds ?? null),
  gateway_rss_peak_bytes: memory('Gateway memory', ({ gateway }) => gateway?.rssPeakBytes ?? null),
  gateway_event_loop_utilization: loop(
    'Gateway loop',
    ({ gateway }) => gateway?.eventLoopUtilization ?? null,
  ),
  gateway_requests: number(
    'Gateway requests',
    null,
    ({ gateway }) => gateway?.requests ?? null,
    formatCount,
  ),
  network_cpu_s: cpuSeconds('Network CPU', ({ network }) => network?.cpuSeconds ?? null),
  energy_source: plain(({ energy }) => energy?.source ?? null),
  energy_j: joules(({ energy }) => energy?.joules ?? null),
  energy_baseline_j: joules(({ energy }) => energy?.baselineJoules ?? null),
  energy_per_request_j: joules(({ energy }) => energy?.joulesPerRequest ?? null),
  ...energyParts(),
  energy_interval_ms: plain(({ energy }) => energy?.intervalMs ?? null),
  energy_samples: plain(({ energy }) => energy?.samples ?? null),
  energy_flags: plain(({ energy }) => energy?.flags.join('; ') ?? null),
  // The unit counted by requests_…, throughput_rps, latency_… and energy_per_request_j.
  counts: plain(workOf),
  database: factor('database'),
  fields: factor('fields'),
  dates: factor('dates'),
  connections: factor('connections'),
  resumption: factor('resumption'),
  text: factor('text'),
  server: factor('server'),
  stack: factor('stack'),
  server_threads_peak: number(
    'Service threads',
    'peak',
    ({ server }) => server?.threadsPeak ?? null,
    formatCount,
  ),
  // For a warm-up that ends by itself.
  warm_up_s: { ...warmUpColumn(({ warmUp }: TrialResult) => warmUp) },
  warm_up_ended: plain(({ warmUp }) => warmUp?.ended ?? null),
  server_heap_total_peak_bytes: memory(
    'Heap allocated',
    ({ server }) => server?.heapTotalPeakBytes ?? null,
  ),
  server_heap_idle_peak_bytes: memory(
    'Heap idle',
    ({ server }) => server?.heapIdlePeakBytes ?? null,
  ),
  service_on: plain(({ serviceOn }) => serviceOn?.name ?? null),
  service_on_cores: plain(({ serviceOn }) => serviceOn?.cores ?? null),
  service_on_round_trip_ms: plain(({ serviceOn }) => serviceOn?.roundTripMs ?? null),
  // Of several machines, in the same order.
  watched: ofWatched(({ name }) => name),
  watched_cpu_cores: ofWatched(({ measured }) => measured?.cpuCores?.mean),
  watched_cpu_cores_max: ofWatched(({ measured }) => measured?.cpuCores?.max),
  watched_memory_max_bytes: ofWatched(({ measured }) => measured?.memoryBytes?.max),
  watched_received_bytes_per_s: ofWatched(({ measured }) => measured?.receivedPerSecond?.mean),
  watched_sent_bytes_per_s: ofWatched(({ measured }) => measured?.sentPerSecond?.mean),
} satisfies Record<string, Unnamed>;

/** Columns that are shown but not exported. `number` is the trial's position in its run, from 1. */
const shownOnly = {
  number: number('#', null, ({ index }) => index + 1, formatCount),
  client_ceiling_rps: number('Ceiling', 'req/s', ({ client }) => client.ceilingRps, threeDigits),
} satisfies Record<string, Unnamed>;

/** A column of trials by its name, which most have in `result.csv`. */
export type TrialColumnId = keyof typeof columns | keyof typeof shownOnly;

const shown = { ...columns, ...shownOnly };

function named(id: string, column: Unnamed): TrialColumn {
  return { header: id.replaceAll('_', ' '), ...column, id };
}

/** All columns of `result.csv` in order; factors without a column above follow at the end. */
export const fileColumns: readonly TrialColumn[] = inFile(trialFactors);

/** The columns of a file for all of these factors. */
export function inFile(all: readonly TrialColumn[]): TrialColumn[] {
  const own = Object.entries(columns).map(([id, column]) => named(id, column));
  return [...own, ...all.filter(({ id }) => !(id in columns) && id !== 'rate')];
}

/** Columns by name, in the unit of work of the trials; `cell` stands for the columns that distinguish cells. */
export function trialColumns(
  trials: readonly TrialResult[],
  ids: readonly (TrialColumnId | 'cell')[],
): TrialColumn[] {
  const unit = workWords[workOfTrials(trials)].shortRate;
  return ids.flatMap((id) => {
    if (id === 'cell') return cellColumns(trials, cellOf);
    const column = named(id, shown[id]);
    return [id === 'throughput_rps' ? { ...column, unit, short: unit } : column];
  });
}

/** Whether open load was measured, whose requests can be late and dropped. */
export function isOpenLoad(trials: readonly TrialResult[]): boolean {
  return trials.some(({ lagMs }) => lagMs !== null);
}

/** Failed ÷ all; 0 if nothing ended. */
export function errorShare({ requests: { ok, failed } }: Pick<TrialResult, 'requests'>): number {
  return ok + failed === 0 ? 0 : failed / (ok + failed);
}

/** Errors as one text: `12 × timeout ETIMEDOUT; 3 × status 503`. */
export function errorsText({ errors }: Pick<TrialResult, 'errors'>): string {
  return errors.map(({ kind, code, count }) => `${count} × ${kind} ${code}`.trim()).join('; ');
}

/** Sentences; `result.csv` separates them by `; `, as its first version did. */
function sentences(header: string, of: (trial: TrialResult) => readonly string[]): Unnamed {
  return {
    header,
    value: (trial) => of(trial).join('; '),
    text: (trial) => joinSentences(of(trial)),
  };
}

/** Values of each watched machine, separated by `; `; a missing value is empty. */
function ofWatched(of: (machine: WatchedMachine) => string | number | undefined): Unnamed {
  return plain(({ watched }) => {
    const values = watched?.map(of) ?? [];
    return values.length < 2 ? (values[0] ?? null) : values.map((one) => one ?? '').join('; ');
  });
}

function thresholdsPassed({ thresholds }: TrialResult): string | null {
  return thresholds.length === 0 ? null : String(thresholds.every(({ passed }) => passed));
}

function energyParts() {
  const part = (who: EnergyConsumer) =>
    joules(({ energy }) => energy?.processes.find((one) => one.who === who)?.joules ?? null);
  const parts = energyConsumerSchema.options.map((who) => [`energy_${who}_j`, part(who)]);
  return Object.fromEntries(parts) as Record<`energy_${EnergyConsumer}_j`, Unnamed>;
}
