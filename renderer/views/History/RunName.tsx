import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import type { RunSummary } from '../../../contracts/engine-api.ts';
import { formatRoute } from '../../app/navigation.ts';
import styles from './History.module.css';
import { removeRun, renameRun } from './historyActions.ts';
import { useRenaming } from './renaming.ts';

const longestName = 200;

/** Clicks and keys within a row that are not meant for the row. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** The name of a run, which leads to its result, or the field that changes it. */
export function RunName({ run }: { run: RunSummary }) {
  const renaming = useRenaming((state) => state.runId === run.id);
  if (renaming) return <NameField run={run} />;
  return (
    <a className={styles.name} href={formatRoute({ view: 'result', runId: run.id })} onClick={keep}>
      {run.name}
    </a>
  );
}

function NameField({ run }: { run: RunSummary }) {
  const [draft, setDraft] = useState(run.name);
  const stop = () => useRenaming.setState({ runId: null });
  const save = () => {
    stop();
    const name = draft.trim();
    if (name !== '' && name !== run.name) void renameRun(run, name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') stop();
  };
  return (
    <TextInput
      autoFocus
      size="xs"
      aria-label={`New name of ${run.name}`}
      maxLength={longestName}
      value={draft}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onClick={keep}
      onKeyDown={onKeyDown}
    />
  );
}

/** Rename and delete. */
export function RowActions({ run }: { run: RunSummary }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks from the row
    <span className={styles.actions} onClick={keep} onKeyDown={keep}>
      <Tooltip label="Rename">
        <ActionIcon
          size={24}
          aria-label={`Rename ${run.name}`}
          onClick={() => useRenaming.setState({ runId: run.id })}
        >
          <IconPencil size={14} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={run.status === 'running' ? 'A run in progress cannot be deleted' : 'Delete'}>
        <ActionIcon
          size={24}
          aria-label={`Delete ${run.name}`}
          disabled={run.status === 'running'}
          onClick={() => removeRun(run)}
        >
          <IconTrash size={14} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    </span>
  );
}
