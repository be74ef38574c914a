import type { PublishedTable, PublishedValue } from '../../../contracts/published.ts';
import type { DataColumn } from '../../components/tableModel.ts';

/** Columns of a published table as a list: a line for each figure. */
export function valueColumns(table: PublishedTable): readonly DataColumn<PublishedValue>[] {
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
