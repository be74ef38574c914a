import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { HistorySort } from '../../../contracts/history.ts';
import { notifyError } from '../../components/notify.tsx';
import styles from './History.module.css';
import { type Asked, choose, sortBy } from './historyStore.ts';
import { readAll } from './useRuns.ts';

interface HeadColumn {
  readonly header: string;
  readonly sort?: HistorySort;
  readonly width?: number | string;
  readonly numeric?: boolean;
  /** For screen readers only. */
  readonly hidden?: boolean;
  readonly from?: From;
  /** Content of the cells' second line, while there is no room for its own column. */
  readonly second?: SortHead;
}

/** Sort keys of the list. */
interface SortHead {
  readonly header: string;
  readonly sort: HistorySort;
}

/** Minimum table width for a column. */
type From = 'small' | 'middle' | 'wide';

const duration: SortHead = { header: 'Duration', sort: 'duration' };
const trials: SortHead = { header: 'Trials', sort: 'trials' };

const columns: readonly HeadColumn[] = [
  { header: 'Pinned', width: 28, hidden: true },
  { header: 'Name', sort: 'name' },
  { header: 'Finding', width: '36%' },
  { header: 'Started', sort: 'started', width: 96, second: duration },
  { ...duration, width: 90, numeric: true, from: 'wide' },
  { header: 'Status', sort: 'status', width: 106, from: 'small', second: trials },
  { ...trials, width: 74, numeric: true, from: 'wide' },
  { header: 'Health', sort: 'verdict', width: 112, from: 'middle' },
  { header: 'Actions', width: 114, hidden: true, from: 'small' },
];

interface RunTableHeadProps {
  readonly asked: Asked;
  readonly chosen: number;
  readonly matching: number;
}

async function chooseAll(asked: Asked): Promise<void> {
  try {
    choose(await readAll(asked));
  } catch (error) {
    notifyError(error, 'The runs could not be selected');
  }
}

/** The header row: a box for all runs, and buttons that sort. */
export function RunTableHead({ asked, chosen, matching }: RunTableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th className={styles.head} scope="col" style={{ width: 34 }}>
          <input
            type="checkbox"
            className={styles.check}
            aria-label="Choose all runs that match"
            checked={chosen > 0 && chosen >= matching}
            ref={(box) => {
              if (box) box.indeterminate = chosen > 0 && chosen < matching;
            }}
            onChange={() => (chosen > 0 ? choose([]) : void chooseAll(asked))}
          />
        </th>
        {columns.map((column) => (
          <HeadCell key={column.header} column={column} asked={asked} />
        ))}
      </tr>
    </thead>
  );
}

function HeadCell({ column, asked }: { column: HeadColumn; asked: Asked }) {
  const { header, sort, width, numeric, hidden, from, second } = column;
  const sorted = sort !== undefined && asked.sort === sort;
  const direction = asked.descending ? 'descending' : 'ascending';
  return (
    <th
      className={styles.head}
      scope="col"
      data-numeric={numeric || undefined}
      data-from={from}
      style={{ width }}
      aria-sort={sorted ? direction : undefined}
    >
      {sort === undefined ? (
        <span className={hidden ? styles.hidden : undefined}>{header}</span>
      ) : (
        <SortButton head={{ header, sort }} asked={asked} />
      )}
      {second && (
        <div className={styles.secondHead}>
          <SortButton head={second} asked={asked}>
            {/* A header announces one order: that of its first line. */}
            {asked.sort === second.sort && <span className={styles.hidden}>{direction}</span>}
          </SortButton>
        </div>
      )}
    </th>
  );
}

interface SortButtonProps {
  readonly head: SortHead;
  readonly asked: Asked;
  readonly children?: ReactNode;
}

function SortButton({ head: { header, sort }, asked, children }: SortButtonProps) {
  const sorted = asked.sort === sort;
  return (
    <button type="button" className={styles.sort} onClick={() => sortBy(sort)}>
      {header}
      {children}
      {sorted && !asked.descending && <IconArrowUp size={12} aria-hidden />}
      {sorted && asked.descending && <IconArrowDown size={12} aria-hidden />}
    </button>
  );
}
