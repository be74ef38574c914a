import type { TrialResult } from '../../../contracts/measurement.ts';
import { formatBytes, formatCount, msDigits } from '../../components/format.ts';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import { levelUnit } from '../../data/loadLevel.ts';
import { hasFigures } from '../../data/runSummary.ts';
import { cellColumns } from './cellColumns.tsx';

type Column = DataColumn<TrialResult>;

function number(
  id: string,
  header: string,
  unit: string | null,
  value: (trial: TrialResult) => number | null,
  write: (value: number) => string,
): Column {
  return {
    id,
    header,
    ...(unit === null ? {} : { unit }),
    numeric: true,
    value,
    render: (trial) => {
      const found = value(trial);
      return found === null ? '–' : write(found);
    },
  };
}

const fixed = (digits: number) => (value: number) => value.toFixed(digits);
const percent = fixed(1);

/** CPU seconds in the window as cores in use. */
function cores(trial: TrialResult, cpuSeconds: number | undefined): number | null {
  return cpuSeconds === undefined || !hasFigures(trial) ? null : cpuSeconds / trial.window.seconds;
}

const verdictOrder = { ok: 0, suspect: 1, 'client-bound': 2 };

const verdict: readonly Column[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    value: (trial) => (hasFigures(trial) ? verdictOrder[trial.client.verdict] : null),
    render: (trial) =>
      hasFigures(trial) ? (
        <VerdictBadge bare verdict={trial.client.verdict} reasons={trial.client.reasons} />
      ) : (
        '–'
      ),
  },
  {
    id: 'reasons',
    header: 'Why',
    value: ({ client }) => client.reasons.join(' '),
    render: (trial) =>
      trial.client.reasons.join(' ') ||
      (hasFigures(trial) ? 'The load generator kept up.' : 'It measured nothing.'),
  },
];

const client: readonly Column[] = [
  number('client-cpu', 'Client CPU', 'cores', (t) => cores(t, t.client.cpuSeconds), fixed(2)),
  number('client-loop', 'Busiest loop', '%', (t) => 100 * t.client.eventLoopUtilization, percent),
  number('client-gc', 'GC', 'ms', (t) => t.client.gcMs, msDigits),
  number('client-lag', 'Timer lag', 'ms', (t) => t.client.lagMs, msDigits),
  number('workers', 'Workers', null, (t) => t.client.workers, formatCount),
  number(
    'ceiling',
    'Of ceiling',
    '%',
    ({ client: { ceilingRps }, throughputRps }) =>
      ceilingRps === null || ceilingRps <= 0 ? null : (100 * throughputRps) / ceilingRps,
    percent,
  ),
];

const service: readonly Column[] = [
  number('service-cpu', 'Service CPU', 'cores', (t) => cores(t, t.server?.cpuSeconds), fixed(2)),
  number(
    'service-loop',
    'Service loop',
    '%',
    ({ server }) => (server ? 100 * server.eventLoopUtilization : null),
    percent,
  ),
  number('rss', 'Memory', 'peak', ({ server }) => server?.rssPeakBytes ?? null, formatBytes),
  number('heap', 'Heap', 'peak', ({ server }) => server?.heapPeakBytes ?? null, formatBytes),
];

/** The columns of a process between client and service, where any trial has one. */
function hopColumns(trials: readonly TrialResult[], hop: 'gateway' | 'network'): readonly Column[] {
  if (!trials.some((trial) => trial[hop])) return [];
  const name = hop === 'gateway' ? 'Gateway' : 'Network';
  return [
    number(`${hop}-cpu`, `${name} CPU`, 'cores', (t) => cores(t, t[hop]?.cpuSeconds), fixed(2)),
    number(
      `${hop}-loop`,
      `${name} loop`,
      '%',
      (t) => (t[hop] ? 100 * t[hop].eventLoopUtilization : null),
      percent,
    ),
    number(
      `${hop}-rss`,
      `${name} memory`,
      'peak',
      (t) => t[hop]?.rssPeakBytes ?? null,
      formatBytes,
    ),
    number(
      `${hop}-count`,
      hop === 'gateway' ? 'Gateway requests' : 'Network connections',
      null,
      (t) => t[hop]?.requests ?? null,
      formatCount,
    ),
  ];
}

/** Columns of the table of health: who, whether to trust it and why, the client, the service. */
export function healthColumns(trials: readonly TrialResult[]): readonly Column[] {
  const unit = levelUnit(trials.map(({ cell }) => cell));
  return [
    number('index', '#', null, ({ index }) => index + 1, formatCount),
    ...verdict,
    ...cellColumns<TrialResult>(unit, ({ cell }) => cell),
    number('repetition', 'Rep.', null, ({ repetition }) => repetition, formatCount),
    ...client,
    ...service,
    ...hopColumns(trials, 'gateway'),
    ...hopColumns(trials, 'network'),
  ];
}

/** Columns of its CSV, with the verdict as a word instead of its rank. */
export function healthCsvColumns(trials: readonly TrialResult[]): readonly Column[] {
  return healthColumns(trials).map((column) =>
    column.id === 'verdict'
      ? {
          ...column,
          value: (trial: TrialResult) => (hasFigures(trial) ? trial.client.verdict : null),
        }
      : column,
  );
}
