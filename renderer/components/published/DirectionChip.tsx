import {
  IconArrowsDiff,
  IconCircleCheck,
  IconCircleDashed,
  IconEqual,
  IconHelpCircle,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { type Direction, directionWords } from '../../../contracts/published-judgement.ts';
import styles from '../Badge.module.css';
import type { Tone } from '../StatusBadge.tsx';

const looks: Readonly<
  Record<Direction, { tone: Tone; icon: ComponentType<{ size?: number; stroke?: number }> }>
> = {
  same: { tone: 'good', icon: IconCircleCheck },
  opposite: { tone: 'warn', icon: IconArrowsDiff },
  'only-here': { tone: 'warn', icon: IconArrowsDiff },
  undetected: { tone: 'plain', icon: IconEqual },
  'leans-same': { tone: 'plain', icon: IconCircleDashed },
  'leans-opposite': { tone: 'plain', icon: IconCircleDashed },
  untold: { tone: 'plain', icon: IconCircleDashed },
};

interface DirectionChipProps {
  readonly direction: Direction;
  /** Whether our result is valid; a doubtful one gets a neutral colour. */
  readonly sound: boolean;
  /** Number of this kind, before the word. */
  readonly count?: number;
  /** Without a background, for dense tables. */
  readonly bare?: boolean;
}

/** Whether our results point the same way as the published ones, shown by icon, word and colour. */
export function DirectionChip({ direction, sound, count, bare = false }: DirectionChipProps) {
  const { tone, icon: Icon } = looks[direction];
  return (
    <span className={styles.badge} data-tone={sound ? tone : 'plain'} data-bare={bare || undefined}>
      <Icon size={14} stroke={1.8} />
      {count === undefined ? '' : `${count} × `}
      {directionWords[direction]}
    </span>
  );
}

/** Number of our results in doubt. */
export function DoubtChip({ count }: { readonly count: number }) {
  return (
    <span className={styles.badge} data-tone="warn">
      <IconHelpCircle size={14} stroke={1.8} />
      {count} × in doubt
    </span>
  );
}
