import { Popover } from '@mantine/core';
import { IconFileImport, IconNote } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import type { HistoryPage, RunSummary } from '../../../../contracts/history.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from '../History.module.css';
import { stopEditing, useHistory } from '../historyStore.ts';
import { TagField } from '../TagField.tsx';

interface RunLabelsProps {
  readonly run: RunSummary;
  readonly tags: HistoryPage['tags'];
}

function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** Lines below the name of a run: its protocols and origin, then its tags and the start of its note. */
export function RunLabels({ run, tags }: RunLabelsProps) {
  const tagging = useHistory(({ editing }) => editing?.part === 'tags' && editing.runId === run.id);
  if (!tagging) return <Labels run={run} />;
  return (
    <Popover
      withRoles={false}
      opened
      onChange={stopEditing}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <div className={styles.anchor}>
          <Labels run={run} />
        </div>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        onClick={keep}
        onKeyDown={keep}
        aria-label={`Tags of ${run.name}`}
      >
        <TagField run={run} tags={tags} onDone={stopEditing} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Labels({ run }: { run: RunSummary }) {
  const protocols = run.protocols.map((protocol) => protocolStyle(protocol).label).join(', ');
  return (
    <>
      <div className={styles.labels}>
        <span className={styles.protocols} title={protocols}>
          {protocols}
        </span>
        {run.imported && (
          <span
            className={styles.imported}
            title="Measured on another machine and imported from a run file"
          >
            <IconFileImport size={11} stroke={1.8} aria-hidden />
            Imported
          </span>
        )}
      </div>
      {(run.tags.length > 0 || run.note !== '') && (
        <div className={styles.labels}>
          <Tags tags={run.tags} />
          {run.note !== '' && (
            <span className={styles.note} title={run.note}>
              <IconNote size={11} stroke={1.8} aria-hidden />
              {run.note.split('\n', 1)[0]}
            </span>
          )}
        </div>
      )}
    </>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span className={styles.tags} title={tags.join(', ')}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}
