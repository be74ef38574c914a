import type { LatencySummary, TrialResult } from '../../../contracts/measurement.ts';
import type { LevelUnit } from '../../../contracts/words.ts';
import { workOfTrials, workWords } from '../../../contracts/work.ts';
import { formatBytes, formatCount, msDigits, rpsDigits } from '../../components/format.ts';
import { protocolColumn } from '../../components/protocolColumn.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import { levelDigits, levelOf, levelUnit, levelWords } from '../../data/loadLevel.ts';
import { errorsText, hasFigures } from '../../data/runSummary.ts';
import { tlsLabel } from '../../data/series.ts';

type Column = DataColumn<TrialResult>;

function number(
  id: string,
  header: string,
  unit: string | null,
  value: (trial: TrialResult) => number | null,
  write: (value: number | null) => string,
): Column {
  return {
    id,
    header,
    ...(unit === null ? {} : { unit }),
    numeric: true,
    value,
    render: (trial) => write(value(trial)),
  };
}

/** A figure of the latency summary; empty when no request succeeded. */
function latency(id: keyof LatencySummary, header: string): Column {
  return number(
    id,
    header,
    'ms',
    ({ requests, latencyMs }) => (requests.ok > 0 ? latencyMs[id] : null),
    msDigits,
  );
}

/** A figure of the service time; empty when no request succeeded. */
function service(id: keyof LatencySummary, header: string): Column {
  return number(
    `service-${id}`,
    header,
    'ms',
    ({ requests, serviceMs }) => (requests.ok > 0 ? serviceMs[id] : null),
    msDigits,
  );
}

const decimals = (digits: number) => (value: number | null) =>
  value === null ? '–' : value.toFixed(digits);

function levelColumn(unit: LevelUnit): Column {
  const write = (level: number | null) => (level === null ? '–' : levelDigits(level));
  const perSecond = unit === 'rate' ? 'req/s' : null;
  return number(unit, levelWords(unit).header, perSecond, ({ cell }) => levelOf(cell), write);
}

const identity = (unit: LevelUnit | null): readonly Column[] => [
  number('index', '#', null, ({ index }) => index + 1, formatCount),
  protocolColumn(({ cell }) => cell.protocol),
  { id: 'shape', header: 'Shape', value: ({ cell }) => cell.shape },
  ...(unit === null ? [] : [levelColumn(unit)]),
  {
    id: 'tls',
    header: 'TLS',
    value: ({ cell }) => cell.tls,
    render: ({ cell }) => tlsLabel(cell.tls),
  },
  { id: 'client', header: 'Client', value: ({ cell }) => cell.client },
  number('repetition', 'Rep.', null, ({ repetition }) => repetition, formatCount),
];

const health: readonly Column[] = [
  {
    id: 'status',
    header: 'Status',
    value: ({ status }) => status,
    render: ({ status }) => <StatusBadge bare status={status} />,
  },
  {
    id: 'health',
    header: 'Health',
    value: (trial) => (hasFigures(trial) ? trial.client.verdict : null),
    render: (trial) =>
      hasFigures(trial) ? (
        <VerdictBadge bare verdict={trial.client.verdict} reasons={trial.client.reasons} />
      ) : (
        '–'
      ),
  },
];

/** What only open load has: service time beside latency, lateness, and what was dropped. */
const open: readonly Column[] = [
  service('p50', 'Service p50'),
  service('p95', 'Service p95'),
  service('p99', 'Service p99'),
  number('late', 'Sent late p99', 'ms', ({ lagMs }) => lagMs?.p99 ?? null, msDigits),
  number('dropped', 'Dropped', null, ({ requests }) => requests.dropped, formatCount),
];

const outcome = (isOpen: boolean, rate: string): readonly Column[] => [
  number('throughput', 'Throughput', rate, (trial) => trial.throughputRps, rpsDigits),
  latency('mean', 'Mean'),
  latency('p50', 'p50'),
  latency('p95', 'p95'),
  latency('p99', 'p99'),
  latency('max', 'Max'),
  ...(isOpen ? open : []),
  number('failed', 'Failed', null, ({ requests }) => requests.failed, formatCount),
  { id: 'errors', header: 'Errors', value: ({ errors }) => errorsText(errors) },
  { id: 'reasons', header: 'Reasons', value: ({ client }) => client.reasons.join(' ') },
  latency('stddev', 'Std. dev.'),
  latency('min', 'Min'),
  latency('p75', 'p75'),
  latency('p90', 'p90'),
  latency('p999', 'p99.9'),
  number('ok', 'Succeeded', null, ({ requests }) => requests.ok, formatCount),
  number('window', 'Window', 's', ({ window }) => window.seconds, decimals(2)),
];

const machine: readonly Column[] = [
  number('client-cpu', 'Client CPU', 's', ({ client }) => client.cpuSeconds, decimals(2)),
  number(
    'client-loop',
    'Client loop',
    '0–1',
    ({ client }) => client.eventLoopUtilization,
    decimals(2),
  ),
  number('client-gc', 'Client GC', 'ms', ({ client }) => client.gcMs, msDigits),
  number('client-lag', 'Client lag', 'ms', ({ client }) => client.lagMs, msDigits),
  number('ceiling', 'Ceiling', 'req/s', ({ client }) => client.ceilingRps, rpsDigits),
  number('server-cpu', 'Service CPU', 's', ({ server }) => server?.cpuSeconds ?? null, decimals(2)),
  number(
    'server-loop',
    'Service loop',
    '0–1',
    ({ server }) => server?.eventLoopUtilization ?? null,
    decimals(2),
  ),
  number(
    'server-rss',
    'Service memory',
    null,
    ({ server }) => server?.rssPeakBytes ?? null,
    formatBytes,
  ),
  number('sent', 'Sent', null, ({ bytes }) => bytes.sent, formatBytes),
  number('received', 'Received', null, ({ bytes }) => bytes.received, formatBytes),
];

/** Columns of the table of all trials: who, how it went, what was measured, how the machine was. */
export function trialColumns(trials: readonly TrialResult[]): readonly Column[] {
  const unit = levelUnit(trials.map(({ cell }) => cell));
  const isOpen = trials.some(({ lagMs }) => lagMs !== null);
  const rate = workWords[workOfTrials(trials)].shortRate;
  return [...identity(unit), ...health, ...outcome(isOpen, rate), ...machine];
}
