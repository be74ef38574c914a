import { Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconGaugeOff, IconShieldCheck } from '@tabler/icons-react';
import type { Verdict } from '../../contracts/words.ts';
import { tipText } from '../data/tipLines.ts';
import styles from './Badge.module.css';

const looks = {
  ok: {
    label: 'Trusted',
    tone: 'plain',
    icon: IconShieldCheck,
    help: 'The load generator kept up: nothing suggests that it distorted these results.',
  },
  suspect: {
    label: 'Suspect',
    tone: 'warn',
    icon: IconAlertTriangle,
    help: 'These results may not reflect the service alone: interpret them with caution.',
  },
  'client-bound': {
    label: 'Client-bound',
    tone: 'bad',
    icon: IconGaugeOff,
    help: 'The load generator was the bottleneck: the service may be able to do more.',
  },
} as const;

interface VerdictBadgeProps {
  readonly verdict: Verdict;
  /** The reasons; shown instead of the general explanation. */
  readonly reasons?: readonly string[];
  readonly bare?: boolean;
}

/** Whether results can be trusted, with the reason on hover and focus. */
export function VerdictBadge({ verdict, reasons = [], bare = false }: VerdictBadgeProps) {
  const { label, tone, icon: Icon, help } = looks[verdict];
  const explanation = reasons.length === 0 ? help : tipText(reasons);
  return (
    <Tooltip
      label={explanation}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <span className={styles.badge} data-tone={tone} data-bare={bare || undefined}>
        <Icon size={14} stroke={1.8} />
        {label}
      </span>
    </Tooltip>
  );
}
