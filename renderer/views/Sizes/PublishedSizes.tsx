import type { PublishedSize } from '../../../contracts/sizes.ts';
import { formatChange, formatCount } from '../../../metrics/format.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../components/tableModel.ts';

const columns: readonly DataColumn<PublishedSize>[] = [
  { id: 'source', header: 'Published in', value: ({ source }) => source },
  { id: 'shape', header: 'Shape', value: ({ shape }) => shape },
  { id: 'side', header: 'Part', value: ({ side }) => side },
  { id: 'encoding', header: 'Encoding', value: ({ encoding }) => encoding },
  number('published', 'Published', ({ published }) => published),
  number('ours', 'Here', ({ ours }) => ours),
  {
    id: 'deviation',
    header: 'Deviation',
    unit: '%',
    numeric: true,
    value: ({ deviation }) => deviation,
    render: ({ deviation }) =>
      deviation === null ? '' : formatChange(deviation).replace(' %', ''),
  },
];

function number(
  id: string,
  header: string,
  value: (row: PublishedSize) => number,
): DataColumn<PublishedSize> {
  return { id, header, unit: 'B', numeric: true, value, render: (row) => formatCount(value(row)) };
}

const rowHeight = 28;

/** The tables of the studies next to the payloads measured here. */
export function PublishedSizes({ rows }: { rows: readonly PublishedSize[] }) {
  return (
    <Panel
      title="Published payloads"
      note="the studies’ figures next to ours; their code, field names and values differ"
      actions={<SaveCsvButton name="wirebench published sizes" columns={columns} rows={rows} />}
      padded={false}
    >
      <div style={{ height: (rows.length + 1) * rowHeight + 12 }}>
        <DataTable
          label="Published payloads and ours"
          columns={columns}
          rows={rows}
          rowKey={({ source, shape, side, encoding }) => `${source} ${shape} ${side} ${encoding}`}
          rowHeight={rowHeight}
        />
      </div>
    </Panel>
  );
}
