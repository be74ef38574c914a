import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type SyntheticEvent, useState } from 'react';
import { longestName, type RunSummary } from '../../../../contracts/history.ts';
import { formatRoute } from '../../../navigation/navigation.ts';
import styles from '../History.module.css';
import { renameRun } from '../historyActions.ts';
import { stopEditing, useHistory } from '../historyStore.ts';

/** Clicks and keys within a row that are not meant for the row. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** The name of a run, which leads to its result, or the field that changes it. */
export function RunName({ run, tabIndex }: { run: RunSummary; tabIndex: number }) {
  const renaming = useHistory(
    ({ editing }) => editing?.part === 'name' && editing.runId === run.id,
  );
  if (renaming) return <NameField key={run.id} run={run} />;
  return (
    <a
      className={styles.name}
      href={formatRoute({ view: 'result', runId: run.id })}
      title={run.name}
      tabIndex={tabIndex}
      onClick={keep}
    >
      {run.name}
    </a>
  );
}

function NameField({ run }: { run: RunSummary }) {
  const [draft, setDraft] = useState(run.name);
  const save = () => {
    stopEditing();
    const name = draft.trim();
    if (name !== '' && name !== run.name) void renameRun(run, name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Enter') save();
    if (event.key === 'Escape') stopEditing();
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
