import { Button, Drawer, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type HistoryPage, longestNote, type RunSummary } from '../../../contracts/history.ts';
import { formatCount, formatExactTime } from '../../../metrics/format.ts';
import { notifyUndo } from '../../components/notify.tsx';
import { setNote } from './historyActions.ts';
import { stopEditing, useHistory } from './historyStore.ts';
import styles from './NoteDrawer.module.css';
import { TagField } from './TagField.tsx';

interface NoteDrawerProps {
  readonly runs: readonly RunSummary[];
  readonly tags: HistoryPage['tags'];
}

/** The user's note on a run, in a drawer next to the list. Closing it saves. */
export function NoteDrawer({ runs, tags }: NoteDrawerProps) {
  const runId = useHistory(({ editing }) => (editing?.part === 'note' ? editing.runId : null));
  const run = runs.find(({ id }) => id === runId);
  if (!run) return null;
  return <OpenDrawer key={run.id} run={run} tags={tags} />;
}

async function save(run: RunSummary, note: string): Promise<boolean> {
  if (note === run.note) return true;
  const saved = await setNote(run, note);
  if (saved) notifyUndo(`Saved the note on “${run.name}”`, () => void setNote(run, run.note));
  return saved;
}

function OpenDrawer({ run, tags }: { run: RunSummary; tags: HistoryPage['tags'] }) {
  const [draft, setDraft] = useState(run.note);
  // Undo restores the note from when the drawer opened.
  const [before] = useState(run);
  const done = async () => {
    // Unsaved text stays in the field.
    if (await save(before, draft)) stopEditing();
  };
  return (
    <Drawer
      opened
      onClose={() => void done()}
      position="right"
      size={440}
      padding="lg"
      classNames={{ title: styles.drawerTitle ?? '' }}
      title={run.name}
      closeButtonProps={{ 'aria-label': 'Save and close', size: 24, iconSize: 14 }}
      transitionProps={{ duration: 120 }}
    >
      <div className={styles.drawer}>
        <p className={styles.drawerFacts}>
          {formatExactTime(run.startedAt)} · <span className="wb-mono">{run.id}</span>
        </p>
        <Textarea
          label="Note"
          description={`Plain text, included in search. ${formatCount(draft.length)} of ${formatCount(longestNote)} characters`}
          data-autofocus
          autosize
          minRows={8}
          maxRows={24}
          maxLength={longestNote}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              event.stopPropagation();
              void done();
            }
          }}
        />
        <TagField run={run} tags={tags} />
        <div className={styles.drawerActions}>
          <Button onClick={() => void done()}>Save</Button>
          <Button variant="default" onClick={stopEditing}>
            Discard
          </Button>
        </div>
      </div>
    </Drawer>
  );
}
