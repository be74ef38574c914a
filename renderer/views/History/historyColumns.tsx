import type { RunSummary } from '../../../contracts/engine-api.ts';
import { formatAgo, formatCount, formatExactTime } from '../../components/format.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { DataColumn } from '../../components/tableModel.ts';
import { VerdictBadge } from '../../components/VerdictBadge.tsx';
import styles from './History.module.css';
import { RowActions, RunName } from './RunName.tsx';
import { describeSpan, secondsOf } from './runTimes.ts';

/** What each line of the history shows, sorts by and exports. */
export const historyColumns: readonly DataColumn<RunSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    value: (run) => run.name,
    render: (run) => <RunName run={run} />,
  },
  {
    id: 'started',
    header: 'Started',
    width: '108px',
    value: (run) => run.startedAt,
    render: (run) => <time title={formatExactTime(run.startedAt)}>{formatAgo(run.startedAt)}</time>,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '96px',
    numeric: true,
    value: secondsOf,
    render: describeSpan,
  },
  {
    id: 'status',
    header: 'Status',
    width: '112px',
    value: (run) => run.status,
    render: (run) => <StatusBadge status={run.status} bare />,
  },
  {
    id: 'protocols',
    header: 'Protocols',
    width: '208px',
    value: (run) => run.protocols.join(' '),
    render: (run) => (
      <span className={styles.chips}>
        {run.protocols.map((protocol) => (
          <ProtocolChip key={protocol} protocol={protocol} />
        ))}
      </span>
    ),
  },
  {
    id: 'cells',
    header: 'Cells',
    width: '60px',
    numeric: true,
    value: (run) => run.cells,
    render: (run) => formatCount(run.cells),
  },
  {
    id: 'trials',
    header: 'Trials',
    width: '80px',
    numeric: true,
    value: (run) => run.trialsDone,
    render: (run) =>
      run.trialsDone === run.trialsPlanned
        ? formatCount(run.trialsDone)
        : `${formatCount(run.trialsDone)} of ${formatCount(run.trialsPlanned)}`,
  },
  {
    id: 'verdict',
    header: 'Figures',
    width: '116px',
    value: (run) => run.verdict,
    render: (run) => (run.trialsDone > 0 ? <VerdictBadge verdict={run.verdict} bare /> : '–'),
  },
  {
    id: 'actions',
    header: 'Actions',
    hideHeader: true,
    width: '76px',
    sortable: false,
    skipCsv: true,
    value: () => null,
    render: (run) => <RowActions run={run} />,
  },
];
