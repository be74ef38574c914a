import { Select } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type {
  ComparedTable,
  PublishedComparison,
  PublishedPair,
} from '../../../../contracts/published.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { FailedState } from '../../../components/FailedState.tsx';
import { LoadingState } from '../../../components/LoadingState.tsx';
import { PageTable } from '../../../components/PageTable.tsx';
import { Panel } from '../../../components/Panel.tsx';
import {
  StudyClaims,
  StudyTable,
  TableKey,
  TableNotes,
} from '../../../components/published/StudyTable.tsx';
import { TallyChips } from '../../../components/published/TallyChips.tsx';
import { SaveCsvButton } from '../../../components/SaveCsvButton.tsx';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from './Published.module.css';
import { PublishedFigures } from './PublishedFigures.tsx';
import { publishedPairColumns } from './pairColumns.tsx';

interface PublishedSectionProps {
  readonly runId: string;
  readonly runName: string;
}

/** The run compared with the published tables that its experiment names. */
export function PublishedSection({ runId, runName }: PublishedSectionProps) {
  const query = useEngineQuery(['published', 'compare', runId], (engine) =>
    engine.published.compare({ runId }),
  );
  if (query.isPending) {
    return (
      <Panel title="Published">
        <LoadingState label="Reading the published tables" rows={6} />
      </Panel>
    );
  }
  if (query.isError) {
    return (
      <Panel title="Published">
        <FailedState
          title="The published tables could not be read"
          error={query.error}
          onRetry={() => query.refetch()}
        />
      </Panel>
    );
  }
  return query.data === null ? <None /> : <Beside comparison={query.data} runName={runName} />;
}

function None() {
  return (
    <Panel title="Published">
      <EmptyState
        icon={<IconBooks size={20} stroke={1.6} aria-hidden />}
        title="No published table to compare this run with"
      >
        Its experiment does not name a study that this version knows.
      </EmptyState>
    </Panel>
  );
}

function Beside({ comparison, runName }: { comparison: PublishedComparison; runName: string }) {
  const { study, tables, run, tally, words } = comparison;
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = tables.find(({ table }) => table.id === chosen) ?? tables[0];
  return (
    <Panel
      title={`Published: ${study.label}`}
      note="another machine"
      actions={
        tables.length > 1 && (
          <Select
            aria-label="Published table"
            w={280}
            allowDeselect={false}
            data={tables.map(({ table }) => ({ value: table.id, label: table.title }))}
            value={shown?.table.id ?? null}
            onChange={setChosen}
          />
        )
      }
    >
      <div className={styles.section}>
        <div className={styles.head}>
          <p className={styles.words}>{words}</p>
          <TallyChips tally={tally} />
          <dl className={styles.machines}>
            <dt>Published</dt>
            <dd>
              {study.title}, {study.author}, {study.institution} {study.year}; measured on{' '}
              {study.machine}.
            </dd>
            <dt>Here</dt>
            <dd>{run.machine}.</dd>
            <dt>Measured</dt>
            <dd>{run.size}.</dd>
          </dl>
        </div>
        {shown && <Table key={shown.table.id} compared={shown} runName={runName} />}
      </div>
    </Panel>
  );
}

function Table({ compared, runName }: { compared: ComparedTable; runName: string }) {
  const { table, ours, pairs, notes, tally } = compared;
  const columns = useMemo(() => publishedPairColumns(table, pairs), [table, pairs]);
  return (
    <>
      <PublishedFigures compared={compared} origin={runName} />
      <section className={styles.part} aria-label={table.title}>
        <header className={styles.partHead}>
          <h3>{table.title}</h3>
          <span>{table.source}</span>
          <TableKey />
        </header>
        <StudyTable table={table} ours={ours} />
        <TableNotes label="About the published figures" notes={table.notes} />
        <TableNotes label="About these figures" notes={notes} />
        <StudyClaims claims={table.claims} />
      </section>
      {pairs.length > 0 && (
        <section className={styles.part} aria-label="Ratios">
          <header className={styles.partHead}>
            <h3>Ratios, published and here</h3>
            <TallyChips tally={tally} />
            <SaveCsvButton name={`${runName} ${table.id} ratios`} columns={columns} rows={pairs} />
          </header>
          <PageTable<PublishedPair>
            label="Ratios, published and here"
            columns={columns}
            rows={pairs}
            rowKey={({ at, metric, compared: name }) => JSON.stringify([at, metric, name])}
          />
        </section>
      )}
    </>
  );
}
