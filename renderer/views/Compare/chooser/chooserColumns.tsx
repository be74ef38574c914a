import { Button, Checkbox, VisuallyHidden } from '@mantine/core';
import type { RunSummary } from '../../../../contracts/engine-api.ts';
import { formatAgo, formatCount, formatExactTime } from '../../../../metrics/format.ts';
import { ProtocolChip } from '../../../components/ProtocolChip.tsx';
import { ProtocolMarker } from '../../../components/ProtocolMarker.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { protocolStyle } from '../../../look/protocols.ts';
import styles from '../Compare.module.css';
import { RunRole } from '../RunRole.tsx';
import type { Selection } from './selection.ts';

interface ChooserActions {
  readonly selection: Selection;
  readonly onToggle: (id: string) => void;
  readonly onBaseline: (id: string) => void;
}

/** The columns of the history while runs are chosen. */
export function chooserColumns({
  selection,
  onToggle,
  onBaseline,
}: ChooserActions): readonly DataColumn<RunSummary>[] {
  return [
    {
      id: 'chosen',
      header: 'Chosen',
      width: '70px',
      value: ({ id }) => (selection.includes(id) ? selection.indexOf(id) : null),
      render: ({ id, name }) => (
        // A click on the row does the same, so the box stops its own.
        // biome-ignore lint/a11y/noStaticElementInteractions: only stops the click of the box inside
        // biome-ignore lint/a11y/useKeyWithClickEvents: only stops the click of the box inside
        <span onClick={(event) => event.stopPropagation()}>
          <Checkbox
            size="xs"
            aria-label={`Compare ${name}`}
            checked={selection.includes(id)}
            onChange={() => onToggle(id)}
          />
        </span>
      ),
    },
    { id: 'name', header: 'Name', value: ({ name }) => name },
    {
      id: 'role',
      header: 'Role',
      width: '128px',
      sortable: false,
      value: ({ id }) => selection.indexOf(id),
      render: ({ id, name }) => (
        <RoleCell index={selection.indexOf(id)} name={name} onBaseline={() => onBaseline(id)} />
      ),
    },
    {
      id: 'started',
      header: 'Started',
      width: '112px',
      value: ({ startedAt }) => startedAt,
      render: ({ startedAt }) => (
        <time title={formatExactTime(startedAt)}>{formatAgo(startedAt)}</time>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      width: '112px',
      value: ({ status }) => status,
      render: ({ status }) => <StatusBadge status={status} bare />,
    },
    {
      id: 'protocols',
      header: 'Protocols',
      width: '208px',
      value: ({ protocols }) => protocols.join(' '),
      render: ({ protocols }) => <Protocols protocols={protocols} />,
    },
    {
      id: 'cells',
      header: 'Cells',
      width: '64px',
      numeric: true,
      value: ({ cells }) => cells,
      render: ({ cells }) => formatCount(cells),
    },
    {
      id: 'trials',
      header: 'Trials',
      width: '68px',
      numeric: true,
      value: ({ trialsDone }) => trialsDone,
      render: ({ trialsDone }) => formatCount(trialsDone),
    },
  ];
}

/** Chips that fit in a column; more protocols are shown by their markers. */
const maxChips = 2;

function Protocols({ protocols }: Pick<RunSummary, 'protocols'>) {
  const names = protocols.map((protocol) => protocolStyle(protocol).label).join(', ');
  const Sign = protocols.length > maxChips ? ProtocolMarker : ProtocolChip;
  return (
    <span className={styles.chips} title={names}>
      {protocols.map((protocol) => (
        <Sign key={protocol} protocol={protocol} />
      ))}
      {Sign === ProtocolMarker && <VisuallyHidden>{names}</VisuallyHidden>}
    </span>
  );
}

interface RoleCellProps {
  /** −1 if not chosen. */
  readonly index: number;
  readonly name: string;
  readonly onBaseline: () => void;
}

function RoleCell({ index, name, onBaseline }: RoleCellProps) {
  if (index === 0) return <RunRole index={0} />;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      aria-label={`Make baseline: ${name}`}
      onClick={(event) => {
        event.stopPropagation();
        onBaseline();
      }}
    >
      Make baseline
    </Button>
  );
}
