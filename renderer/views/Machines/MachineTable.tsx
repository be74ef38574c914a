import {
  IconBolt,
  IconCircleDashed,
  IconEye,
  IconLock,
  IconPlugConnectedX,
  IconServer,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { JoinedMachineInfo } from '../../../contracts/api/machines.ts';
import { numbers } from '../../../metrics/columns.ts';
import { formatBytes, formatCount, threeDigits } from '../../../metrics/format.ts';
import { placeName } from '../../../metrics/place-columns.ts';
import badge from '../../components/Badge.module.css';
import type { DataColumn } from '../../components/DataTable.tsx';
import { PageTable } from '../../components/PageTable.tsx';
import type { Tone } from '../../components/StatusBadge.tsx';
import {
  calibrationWords,
  defaultCalibration,
  goneWords,
  type ListedMachine,
  type MachineActivity,
  machineActivity,
} from '../../data/machines.ts';
import styles from './Machines.module.css';

interface ActivityLook {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
}

const looks: Record<MachineActivity, ActivityLook> = {
  free: { label: 'Free', tone: 'plain', icon: IconCircleDashed },
  held: { label: 'Held by a run', tone: 'plain', icon: IconLock },
  loading: { label: 'Generating load', tone: 'active', icon: IconBolt },
  serving: { label: 'Running the service', tone: 'active', icon: IconServer },
  watching: { label: 'Watching', tone: 'plain', icon: IconEye },
  gone: { label: 'Gone', tone: 'warn', icon: IconPlugConnectedX },
};

function Activity({ listed }: { listed: ListedMachine }) {
  const { label, tone, icon: Icon } = looks[machineActivity(listed)];
  return (
    <span className={styles.activity}>
      <span className={badge.badge} data-tone={tone}>
        <Icon size={14} stroke={1.8} />
        {label}
      </span>
      {listed.gone && <span className={styles.lastSeen}>{goneWords(listed.gone)}</span>}
    </span>
  );
}

function figure(
  id: string,
  header: string,
  unit: string | null,
  of: (machine: JoinedMachineInfo) => number | null,
  write: (value: number | null) => string,
  width: string,
): DataColumn<ListedMachine> {
  return {
    id,
    ...numbers<ListedMachine>(header, unit, ({ machine }) => of(machine), write),
    width,
  };
}

const columns: readonly DataColumn<ListedMachine>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ machine }) => machine.facts.name,
    render: ({ machine: { facts } }) => (
      <span className={styles.name} title={facts.name}>
        {facts.name}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    value: (listed) => looks[machineActivity(listed)].label,
    render: (listed) => <Activity listed={listed} />,
    width: '204px',
  },
  figure('cores', 'Cores', null, ({ facts }) => facts.cores, formatCount, '62px'),
  figure('memory', 'Memory', null, ({ facts }) => facts.memoryBytes, formatBytes, '84px'),
  figure('threads', 'Load workers', null, ({ facts }) => facts.threads, formatCount, '100px'),
  figure(
    'trip',
    'Round trip',
    'ms',
    ({ clock }) => clock?.roundTripMs ?? null,
    threeDigits,
    '106px',
  ),
  figure('clock', 'Clock ±', 'ms', ({ clock }) => clock?.errorMs ?? null, threeDigits, '84px'),
  {
    id: 'version',
    header: 'Wirebench',
    value: ({ machine }) => machine.facts.wirebench,
    width: '86px',
  },
  {
    id: 'computer',
    header: 'Computer',
    value: ({ machine: { facts } }) => `${facts.cpu}, ${facts.os}`,
    render: ({ machine: { facts } }) => (
      <span className={styles.computer} title={`${facts.cpu}, ${facts.os}, Node ${facts.node}`}>
        {facts.cpu}, {facts.os}
      </span>
    ),
  },
];

const placeColumn: DataColumn<ListedMachine> = {
  id: 'place',
  header: 'Place',
  value: ({ machine }) => placeName(machine.facts.place),
  width: '110px',
};

const calibrationColumn: DataColumn<ListedMachine> = {
  ...figure('calibrated', 'Calibrated', 'req/s', defaultCalibration, threeDigits, '124px'),
  render: ({ machine }) => (
    <span title={calibrationWords(machine)}>{threeDigits(defaultCalibration(machine))}</span>
  ),
};

/** With columns that only some machines report. */
function columnsFor(machines: readonly ListedMachine[]): readonly DataColumn<ListedMachine>[] {
  const anyHas = (of: (facts: JoinedMachineInfo['facts']) => unknown) =>
    machines.some(({ machine }) => of(machine.facts) !== undefined);
  const [name, ...others] = columns;
  const last = others.at(-1);
  return [
    name,
    anyHas(({ place }) => place) ? placeColumn : undefined,
    ...others.slice(0, -1),
    anyHas(({ calibration }) => calibration) ? calibrationColumn : undefined,
    last,
  ].filter((column) => column !== undefined);
}

/** The machines that have joined, and those that left recently. */
export function MachineTable({ machines }: { machines: readonly ListedMachine[] }) {
  return (
    <PageTable<ListedMachine>
      label="Machines that have joined"
      columns={columnsFor(machines)}
      rows={machines}
      rowKey={({ machine }) => machine.id}
      initialSort={{ id: 'name', desc: false }}
    />
  );
}
