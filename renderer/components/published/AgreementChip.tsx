import { IconArrowsDiff, IconCircleCheck, IconCircleDashed, IconEqual } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { type Agreement, agreementWords } from '../../../contracts/published.ts';
import styles from '../Badge.module.css';
import type { Tone } from '../StatusBadge.tsx';

const looks: Readonly<
  Record<Agreement, { tone: Tone; icon: ComponentType<{ size?: number; stroke?: number }> }>
> = {
  agrees: { tone: 'good', icon: IconCircleCheck },
  disagrees: { tone: 'warn', icon: IconArrowsDiff },
  undetected: { tone: 'plain', icon: IconEqual },
  untold: { tone: 'plain', icon: IconCircleDashed },
};

interface AgreementChipProps {
  readonly agreement: Agreement;
  /** How many of this kind, before the word. */
  readonly count?: number;
  /** Without a background, for dense tables. */
  readonly bare?: boolean;
}

/** Whether ours points the same way as the published figures, told by icon, word and colour. */
export function AgreementChip({ agreement, count, bare = false }: AgreementChipProps) {
  const { tone, icon: Icon } = looks[agreement];
  return (
    <span className={styles.badge} data-tone={tone} data-bare={bare || undefined}>
      <Icon size={14} stroke={1.8} />
      {count === undefined ? '' : `${count} × `}
      {agreementWords[agreement]}
    </span>
  );
}
