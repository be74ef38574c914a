import {
  IconAlertTriangle,
  IconBolt,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPlayerStop,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { RunStatus, TrialStatus } from '../../contracts/words.ts';
import { engineEnded, useConnection } from '../transport/connection.ts';
import styles from './Badge.module.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad' | 'active';

interface StatusLook {
  readonly label: string;
  readonly tone: Tone;
  readonly icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
}

const looks: Record<RunStatus | TrialStatus, StatusLook> = {
  waiting: { label: 'Waiting', tone: 'plain', icon: IconCircleDashed },
  running: { label: 'Running', tone: 'active', icon: IconPlayerPlay },
  completed: { label: 'Completed', tone: 'good', icon: IconCircleCheck },
  failed: { label: 'Failed', tone: 'bad', icon: IconCircleX },
  stopped: { label: 'Stopped', tone: 'plain', icon: IconPlayerStop },
  skipped: { label: 'Skipped', tone: 'plain', icon: IconPlayerSkipForward },
  interrupted: { label: 'Interrupted', tone: 'warn', icon: IconBolt },
};

const completedFailing: StatusLook = {
  label: 'Requests failed',
  tone: 'bad',
  icon: IconAlertTriangle,
};

interface StatusBadgeProps {
  readonly status: RunStatus | TrialStatus;
  /** Without a background, for dense tables. */
  readonly bare?: boolean;
  /** Of a run: whether more than 1 % of the requests of a cell failed. */
  readonly failing?: boolean;
}

/** The state of a run or trial, shown by icon, word and colour. Runs end with their engine. */
export function StatusBadge({ status: given, bare = false, failing = false }: StatusBadgeProps) {
  const ended = useConnection(engineEnded);
  const status = ended && given === 'running' ? 'interrupted' : given;
  const {
    label,
    tone,
    icon: Icon,
  } = (failing && status === 'completed' ? completedFailing : looks[status]) ?? {
    label: status,
    tone: 'warn',
    icon: IconAlertTriangle,
  };
  return (
    <span className={styles.badge} data-tone={tone} data-bare={bare || undefined}>
      <Icon size={14} stroke={1.8} className={status === 'running' ? (styles.pulse ?? '') : ''} />
      {label}
    </span>
  );
}
