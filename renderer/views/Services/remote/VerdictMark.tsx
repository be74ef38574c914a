import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconLoader2 } from '@tabler/icons-react';
import badges from '../../../components/Badge.module.css';
import type { CheckState } from './targetChecks.ts';

const looks = {
  checking: { label: 'Checking', tone: 'active', icon: IconLoader2 },
  reachable: { label: 'Reachable', tone: 'good', icon: IconCircleCheck },
  doubtful: { label: 'Doubtful', tone: 'warn', icon: IconAlertTriangle },
  unreachable: { label: 'Unreachable', tone: 'bad', icon: IconCircleX },
} as const;

/** Result of the last check of an address, in a word. */
export function VerdictMark({ check }: { check: CheckState | undefined }) {
  if (check === undefined) return null;
  const { label, tone, icon: Icon } = looks[check === 'checking' ? check : check.verdict];
  return (
    <span className={badges.badge} data-tone={tone} data-bare>
      <Icon size={14} stroke={1.8} className={check === 'checking' ? (badges.pulse ?? '') : ''} />
      {label}
    </span>
  );
}
