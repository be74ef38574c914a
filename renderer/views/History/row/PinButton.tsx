import { IconPin, IconPinFilled } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import type { RunSummary } from '../../../../contracts/history.ts';
import styles from '../History.module.css';
import { setPinned } from '../historyActions.ts';

function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** Pins a run to the top, or unpins it. */
export function PinButton({ run, tabIndex }: { run: RunSummary; tabIndex: number }) {
  const Icon = run.pinned ? IconPinFilled : IconPin;
  return (
    <button
      type="button"
      className={`${styles.icon} ${styles.pin}`}
      aria-label={`Pin ${run.name}`}
      aria-pressed={run.pinned}
      title={run.pinned ? 'Unpin' : 'Pin: keep at the top'}
      tabIndex={tabIndex}
      onKeyDown={keep}
      onClick={(event) => {
        keep(event);
        void setPinned(run, !run.pinned);
      }}
    >
      <Icon size={14} stroke={1.7} />
    </button>
  );
}
