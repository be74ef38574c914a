import { Button, Tooltip } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf, formatCount } from '../../../metrics/format.ts';
import { openRunFile } from '../../actions/runFiles.ts';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { runSeconds } from '../../data/runSummary.ts';
import { HistoryFilterBar } from './filters/FilterBar.tsx';
import { SearchField } from './filters/SearchField.tsx';
import styles from './History.module.css';
import { useHistory } from './historyStore.ts';
import { NoteDrawer } from './NoteDrawer.tsx';
import { RunList } from './RunList.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { type FoundRun, type Read, readFound, useRuns } from './useRuns.ts';

const nothingRead: Read = { runs: [], matching: 0, total: 0, tags: [], offset: 0 };

/** All runs, made or imported: to find, distinguish, compare and export. */
export function HistoryView() {
  const asked = useHistory((state) => state.asked);
  const hasChosen = useHistory((state) => state.chosen.size > 0);
  const [visible, setVisible] = useState({ start: 0, end: 0 });
  const query = useRuns(asked, visible);
  const read = query.data ?? nothingRead;
  return (
    <div className={styles.view}>
      <ViewHeader
        title="History"
        note={query.data ? runsFound(read) : undefined}
        actions={
          <>
            <SearchField />
            <ImportButton />
            <SaveCsvButton
              name="wirebench history"
              columns={csvColumns}
              rows={() => readFound(asked)}
              disabled={read.matching === 0}
            />
          </>
        }
      />
      {hasChosen ? (
        <SelectionBar />
      ) : (
        <HistoryFilterBar tags={read.tags} disabled={read.total === 0} />
      )}
      <RunList query={query} read={read} onVisible={setVisible} />
      <NoteDrawer runs={read.runs} tags={read.tags} />
    </div>
  );
}

function runsFound({ total, matching }: Pick<Read, 'total' | 'matching'>): string {
  const runs = countOf(total, 'run');
  return matching === total ? runs : `${formatCount(matching)} of ${runs}`;
}

function ImportButton() {
  return (
    <Tooltip label="Add a run from a run file (.wbrun), or drop the file on the window">
      <Button
        variant="default"
        leftSection={<IconFileImport size={14} stroke={1.7} />}
        onClick={() => void openRunFile()}
      >
        Import…
      </Button>
    </Tooltip>
  );
}

/** CSV columns of the history. */
const csvColumns: readonly DataColumn<FoundRun>[] = [
  { id: 'name', header: 'Name', value: (run) => run.name },
  { id: 'finding', header: 'Finding', value: ({ found }) => found?.sentences.join(' ') ?? null },
  { id: 'conditions', header: 'Conditions', value: ({ found }) => found?.conditions ?? null },
  { id: 'started', header: 'Started', value: (run) => run.startedAt },
  { id: 'duration', header: 'Duration', unit: 's', value: runSeconds },
  { id: 'status', header: 'Status', value: (run) => run.status },
  { id: 'protocols', header: 'Protocols', value: (run) => run.protocols.join(' ') },
  { id: 'cells', header: 'Cells', value: (run) => run.cells },
  { id: 'trials', header: 'Trials', value: (run) => run.trialsDone },
  { id: 'planned', header: 'Trials planned', value: (run) => run.trialsPlanned },
  { id: 'verdict', header: 'Health', value: (run) => run.verdict },
  { id: 'tags', header: 'Tags', value: (run) => run.tags.join(', ') },
  { id: 'note', header: 'Note', value: (run) => run.note },
  { id: 'pinned', header: 'Pinned', value: (run) => (run.pinned ? 'yes' : 'no') },
  { id: 'imported', header: 'Imported', value: (run) => (run.imported ? 'yes' : 'no') },
  { id: 'id', header: 'Id', value: (run) => run.id },
];
