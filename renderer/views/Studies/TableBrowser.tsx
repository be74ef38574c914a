import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type {
  PublishedHead,
  PublishedTable,
  PublishedValue,
  StudyOverview,
} from '../../../contracts/published.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { ExportCsvButton } from '../../components/ExportCsvButton.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { formatCount } from '../../components/format.ts';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StudyTable, TableNotes } from '../../components/published/StudyTable.tsx';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Studies.module.css';
import { valueColumns } from './valueColumns.ts';

/** Tables with more figures are shown as a list, a line for each. */
const mostInGrid = 400;

/** The published tables of a study, one at a time; none of them needs a run. */
export function TableBrowser({ study }: { study: StudyOverview }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const head = study.tables.find(({ id }) => id === chosen) ?? study.tables[0];
  if (!head) return null;
  return (
    <Panel
      title="Published tables"
      note={`${head.source}, ${formatCount(head.figures)} figures`}
      actions={
        <>
          <Select
            aria-label="Published table"
            w={320}
            allowDeselect={false}
            data={study.tables.map(({ id, title }) => ({ value: id, label: title }))}
            value={head.id}
            onChange={setChosen}
          />
          <SaveTable head={head} />
        </>
      }
    >
      <Table key={head.id} head={head} />
    </Panel>
  );
}

function usePublishedTable({ study, id }: PublishedHead) {
  return useEngineQuery(
    ['published', 'table', study, id],
    (engine) => engine.published.table({ study, id }),
    { staleTime: Number.POSITIVE_INFINITY },
  );
}

function SaveTable({ head }: { head: PublishedHead }) {
  const { data } = usePublishedTable(head);
  const columns = useMemo(() => (data ? valueColumns(data) : []), [data]);
  const name = `${head.study}-${head.id}.csv`;
  return <ExportCsvButton name={name} columns={columns} rows={data?.values ?? []} />;
}

function Table({ head }: { head: PublishedHead }) {
  const query = usePublishedTable(head);
  if (query.isPending) return <LoadingState label="Reading the table" rows={6} />;
  if (query.isError) {
    return (
      <FailedState
        title="The table could not be read"
        error={query.error}
        onRetry={() => query.refetch()}
      />
    );
  }
  return <Figures table={query.data} />;
}

function Figures({ table }: { table: PublishedTable }) {
  const settings = table.settings.map(({ name, value }) => `${name}: ${value}.`);
  return (
    <div className={styles.table}>
      {table.figures > mostInGrid ? <Long table={table} /> : <StudyTable table={table} />}
      <TableNotes label="About the table" notes={[...settings, ...table.notes]} />
    </div>
  );
}

function Long({ table }: { table: PublishedTable }) {
  const columns = useMemo(() => valueColumns(table), [table]);
  return (
    <div className={styles.long}>
      <DataTable<PublishedValue>
        label={table.title}
        columns={columns}
        rows={table.values}
        rowKey={({ from }) => from}
      />
    </div>
  );
}
