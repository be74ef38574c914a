import { ActionIcon, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReportSummary } from '../../../contracts/report.ts';
import { formatAgo, formatExactTime } from '../../../metrics/format.ts';
import type { DataColumn } from '../../components/DataTable.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import styles from './Reports.module.css';
import { removeReport } from './reportActions.ts';

/** Columns of the list of reports. */
export const reportColumns: readonly DataColumn<ReportSummary>[] = [
  {
    id: 'title',
    header: 'Title',
    value: ({ title }) => title,
    render: ({ id, title }) => (
      <a className={styles.name} href={formatRoute({ view: 'reports', reportId: id })}>
        {title}
      </a>
    ),
  },
  {
    id: 'runs',
    header: 'Runs',
    value: ({ runs }) => runs.join(', '),
    render: ({ runs }) =>
      runs.length === 0 ? <span className={styles.quiet}>deleted</span> : runs.join(', '),
  },
  {
    id: 'figures',
    header: 'Figures',
    width: '84px',
    numeric: true,
    value: ({ figures }) => figures,
  },
  {
    id: 'changed',
    header: 'Changed',
    width: '120px',
    value: ({ changedAt }) => changedAt,
    render: ({ changedAt }) => (
      <time title={formatExactTime(changedAt)}>{formatAgo(changedAt)}</time>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: '52px',
    sortable: false,
    skipCsv: true,
    value: () => null,
    render: (report) => <RemoveButton report={report} />,
  },
];

function RemoveButton({ report }: { report: ReportSummary }) {
  return (
    <Tooltip label="Delete">
      <ActionIcon
        size={24}
        className={styles.rowAction ?? ''}
        aria-label={`Delete ${report.title}`}
        onClick={(event) => {
          event.stopPropagation();
          void removeReport(report);
        }}
      >
        <IconTrash size={14} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
