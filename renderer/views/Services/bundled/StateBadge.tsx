import { IconBolt, IconCircleDashed, IconLoader2, IconPlayerPlay } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { ServiceState } from '../../../../contracts/services.ts';
import styles from '../../../components/Badge.module.css';

interface Look {
  readonly label: string;
  readonly tone: 'plain' | 'good' | 'bad' | 'active';
  readonly icon: ComponentType<{ size?: number; stroke?: number; className?: string }>;
}

const looks: Record<ServiceState, Look> = {
  stopped: { label: 'Stopped', tone: 'plain', icon: IconCircleDashed },
  starting: { label: 'Starting', tone: 'active', icon: IconLoader2 },
  running: { label: 'Running', tone: 'good', icon: IconPlayerPlay },
  stopping: { label: 'Stopping', tone: 'plain', icon: IconLoader2 },
  crashed: { label: 'Crashed', tone: 'bad', icon: IconBolt },
};

/** The state of a service, shown by icon, word and colour. */
export function StateBadge({ state }: { state: ServiceState }) {
  const { label, tone, icon: Icon } = looks[state];
  const moves = state === 'starting' || state === 'stopping';
  return (
    <span className={styles.badge} data-tone={tone} data-bare>
      <Icon size={14} stroke={1.8} className={moves ? (styles.pulse ?? '') : ''} />
      {label}
    </span>
  );
}
