import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Header, HeaderGroup } from '@tanstack/react-table';
import styles from './DataTable.module.css';
import type { features } from './tableModel.ts';

type Features = typeof features;

/** The header row, with buttons that sort. */
export function TableHead<Row extends object>({
  groups,
}: {
  groups: HeaderGroup<Features, Row>[];
}) {
  return (
    <thead>
      {groups.map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => (
            <HeadCell key={header.id} header={header} />
          ))}
        </tr>
      ))}
    </thead>
  );
}

const directions = { asc: 'ascending', desc: 'descending' } as const;

function HeadCell<Row extends object>({ header }: { header: Header<Features, Row, unknown> }) {
  const { column } = header;
  const { meta } = column.columnDef;
  const sorted = column.getIsSorted();
  const title = String(column.columnDef.header ?? '');
  const unit = meta?.unit === undefined ? null : <span className={styles.unit}>{meta.unit}</span>;
  return (
    <th
      className={styles.head}
      scope="col"
      data-numeric={meta?.numeric || undefined}
      style={{ width: meta?.width }}
      aria-sort={sorted ? directions[sorted] : undefined}
    >
      {column.getCanSort() ? (
        <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
          {title}
          {unit}
          {sorted === 'asc' && <IconArrowUp size={12} aria-hidden />}
          {sorted === 'desc' && <IconArrowDown size={12} aria-hidden />}
        </button>
      ) : (
        <span className={meta?.hideHeader ? styles.hidden : undefined}>
          {title}
          {unit}
        </span>
      )}
    </th>
  );
}
