import { IconNote, IconPencil, IconTag, IconTrash } from '@tabler/icons-react';
import type { ComponentType, SyntheticEvent } from 'react';
import type { RunSummary } from '../../../../contracts/history.ts';
import styles from '../History.module.css';
import { removeRuns } from '../historyActions.ts';
import { edit } from '../historyStore.ts';

/** Clicks and keys within a row that are not meant for the row. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

interface RowActionProps {
  readonly label: string;
  readonly title: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly tabIndex: number;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function RowAction({ label, title, icon: Icon, tabIndex, disabled, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      className={styles.icon}
      aria-label={label}
      title={title}
      tabIndex={tabIndex}
      disabled={disabled ?? false}
      onClick={onClick}
    >
      <Icon size={14} stroke={1.7} />
    </button>
  );
}

/** Actions for one run. */
export function RowActions({ run, tabIndex }: { run: RunSummary; tabIndex: number }) {
  const { id, name } = run;
  const running = run.status === 'running';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks from the row
    <span className={styles.actions} onClick={keep} onKeyDown={keep}>
      <RowAction
        label={`Tag ${name}`}
        title="Tags"
        icon={IconTag}
        tabIndex={tabIndex}
        onClick={() => edit(id, 'tags')}
      />
      <RowAction
        label={`Note on ${name}`}
        title="Note"
        icon={IconNote}
        tabIndex={tabIndex}
        onClick={() => edit(id, 'note')}
      />
      <RowAction
        label={`Rename ${name}`}
        title="Rename (F2)"
        icon={IconPencil}
        tabIndex={tabIndex}
        onClick={() => edit(id, 'name')}
      />
      <RowAction
        label={`Delete ${name}`}
        title={running ? 'A run in progress cannot be deleted' : 'Delete (Del)'}
        icon={IconTrash}
        tabIndex={tabIndex}
        disabled={running}
        onClick={() => void removeRuns([run])}
      />
    </span>
  );
}
