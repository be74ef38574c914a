import { Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import type {
  PublishedHead,
  PublishedTable,
  PublishedValue,
  StudyOverview,
} from '../../../contracts/published.ts';
import { formatCount } from '../../../metrics/format.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { FailedState } from '../../components/FailedState.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { StudyClaims, StudyTable, TableNotes } from '../../components/published/StudyTable.tsx';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { useEngineQuery } from '../../transport/engine.ts';
import styles from './Studies.module.css';

/** Tables with more values are shown as a list, a line for each. */
const maxInGrid = 400;

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
  const name = `${head.study} ${head.id}`;
  return <SaveCsvButton name={name} columns={columns} rows={data?.values ?? []} />;
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
      {table.figures > maxInGrid ? <Long table={table} /> : <StudyTable table={table} />}
      <TableNotes label="About the table" notes={[...settings, ...table.notes]} />
      <StudyClaims claims={table.claims} />
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

/** Columns of a published table as a list: a line for each value. */
function valueColumns(table: PublishedTable): readonly DataColumn<PublishedValue>[] {
  const unitOf = ({ metric }: PublishedValue) =>
    table.metrics.find(({ key }) => key === metric)?.unit ?? '';
  return [
    ...table.dimensions.map(({ key, name, levels }) => ({
      id: key,
      header: name,
      value: ({ at }: PublishedValue) =>
        levels.find((level) => level.key === at[key])?.name ?? at[key] ?? '',
    })),
    {
      id: 'metric',
      header: 'Figure',
      value: ({ metric }) => table.metrics.find(({ key }) => key === metric)?.name ?? metric,
    },
    {
      id: 'value',
      header: 'Published',
      numeric: true,
      value: ({ value }) => value,
      render: ({ printed }) => printed,
    },
    { id: 'unit', header: 'Unit', value: unitOf },
    {
      id: 'marks',
      header: 'Marks',
      value: ({ marks }) => marks.map(({ kind, note }) => `${kind}: ${note}`).join(' '),
    },
  ];
}
