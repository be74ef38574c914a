import { Button, Tooltip } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../components/format.ts';
import { ViewHeader } from '../../components/ViewHeader.tsx';
import { ExportHistoryButton } from './ExportHistoryButton.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { SearchField } from './filters/SearchField.tsx';
import styles from './History.module.css';
import { useHistory } from './historyStore.ts';
import { NoteDrawer } from './NoteDrawer.tsx';
import { RunList } from './RunList.tsx';
import { openRunFile } from './runFiles.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { type Read, useRuns } from './useRuns.ts';

const nothingRead: Read = { runs: [], matching: 0, total: 0, tags: [], offset: 0 };

/** Every run that was made or imported: to be found, told apart, compared and taken along. */
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
        note={query.data ? countOf(read) : undefined}
        actions={
          <>
            <SearchField />
            <ImportButton />
            <ExportHistoryButton asked={asked} disabled={read.matching === 0} />
          </>
        }
      />
      {hasChosen ? <SelectionBar /> : <FilterBar tags={read.tags} disabled={read.total === 0} />}
      <RunList query={query} read={read} onVisible={setVisible} />
      <NoteDrawer runs={read.runs} tags={read.tags} />
    </div>
  );
}

function countOf({ total, matching }: Pick<Read, 'total' | 'matching'>): string {
  const runs = `${formatCount(total)} ${total === 1 ? 'run' : 'runs'}`;
  return matching === total ? runs : `${formatCount(matching)} of ${runs}`;
}

function ImportButton() {
  return (
    <Tooltip label="Add a run from a run file (.wbrun); dropping it on the window does the same">
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
