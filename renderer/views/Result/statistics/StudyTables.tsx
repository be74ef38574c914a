import type { EnergyRow, PerformanceRow } from '../../../../contracts/statistics.ts';
import { groupDigits, threeDigits } from '../../../../metrics/format.ts';
import { plainRatio, ratioWords } from '../../../../metrics/ratios.ts';
import { PageTable } from '../../../components/PageTable.tsx';
import { SaveCsvButton } from '../../../components/SaveCsvButton.tsx';
import type { DataColumn } from '../../../components/tableModel.ts';
import { pText } from '../../../data/compareRows.ts';
import type { StudyRow } from '../../../data/statistics.ts';

interface StudyTableProps {
  readonly onOpen: (row: StudyRow) => void;
  /** Name of the row whose samples are shown. */
  readonly selected: string;
  readonly runName: string;
}

/** A number with a true minus sign. */
const signed = (value: number) => plainRatio(value).replace('-', '−');

const name = {
  id: 'name',
  header: 'Where',
  width: '212px',
  value: ({ name: words }: StudyRow) => words,
  render: ({ name: words }: StudyRow) => <span title={words}>{words}</span>,
};

/** The forms of a ratio, a column each. */
const ratios = (['times', 'percentOf', 'percentChange'] as const).map((way) => ({
  id: way,
  header: { times: 'Times', percentOf: '% of', percentChange: '% change' }[way],
  width: '78px',
  numeric: true,
  value: ({ ratio }: StudyRow) => ratio?.[way] ?? null,
  render: ({ ratio }: StudyRow) => (ratio ? ratioWords(ratio)[way] : '–'),
}));

const p = {
  id: 'p',
  header: 'p',
  width: '84px',
  numeric: true,
  value: (row: StudyRow) => row.p,
  render: (row: StudyRow) => pText(row.p),
};
const decision = {
  id: 'decision',
  header: 'Decision',
  width: '126px',
  value: ({ decision: words }: StudyRow) => words,
};

const performanceColumns: readonly DataColumn<PerformanceRow>[] = [
  name,
  decision,
  p,
  {
    id: 'control',
    header: 'Control',
    unit: 'ms',
    width: '92px',
    numeric: true,
    value: ({ control }) => control.median,
    render: ({ control }) => threeDigits(control.median),
  },
  {
    id: 'treatment',
    header: 'Treatment',
    unit: 'ms',
    width: '104px',
    numeric: true,
    value: ({ treatment }) => treatment.median,
    render: ({ treatment }) => threeDigits(treatment.median),
  },
  ...ratios,
  {
    id: 'normality',
    header: 'Normality p',
    width: '140px',
    numeric: true,
    value: ({ normality }) => normality.map((one) => pText(one?.p ?? null)).join(' / '),
  },
  {
    id: 'levene',
    header: 'Levene p',
    width: '84px',
    numeric: true,
    value: ({ equalVariance }) => equalVariance?.p ?? null,
    render: ({ equalVariance }) => pText(equalVariance?.p ?? null),
  },
  {
    id: 'test',
    header: 'Test',
    width: '160px',
    value: ({ test, side }) => `${test}, ${side}`,
  },
  {
    id: 'effect',
    header: 'Cliff’s δ',
    width: '78px',
    numeric: true,
    value: ({ effect }) => effect,
    render: ({ effect }) => groupDigits(effect, 2),
  },
];

/** Decisions on single requests. */
export function PerformanceTable(props: StudyTableProps & { rows: readonly PerformanceRow[] }) {
  const label = 'Decisions of the performance procedure';
  return <StudyTable {...props} label={label} columns={performanceColumns} />;
}

function energyColumns(unit: string): readonly DataColumn<EnergyRow>[] {
  const mean = (id: 'control' | 'treatment', header: string): DataColumn<EnergyRow> => ({
    id,
    header,
    unit,
    width: '158px',
    numeric: true,
    value: (row) => row[id].mean,
    render: (row) => signed(row[id].mean),
  });
  return [
    name,
    decision,
    p,
    { id: 'pairs', header: 'Pairs', width: '64px', numeric: true, value: ({ pairs }) => pairs },
    mean('control', 'Control'),
    mean('treatment', 'Treatment'),
    ...ratios,
    {
      id: 'interval',
      header: 'Difference, 95 %',
      width: '150px',
      numeric: true,
      value: ({ interval }) => `${signed(interval.low)} to ${signed(interval.high)}`,
    },
    {
      id: 'bca',
      header: 'BCa, 95 %',
      width: '150px',
      numeric: true,
      value: ({ bca }) => (bca ? `${signed(bca.low)} to ${signed(bca.high)}` : '–'),
    },
    {
      id: 'below',
      header: 'P(less)',
      width: '78px',
      numeric: true,
      value: ({ below }) => below,
      render: ({ below }) => groupDigits(below, 4),
    },
  ];
}

/** Decisions on metrics of trials. */
export function EnergyTable({
  unit,
  ...props
}: StudyTableProps & { rows: readonly EnergyRow[]; unit: string }) {
  const label = 'Decisions of the energy procedure';
  return <StudyTable {...props} label={label} columns={energyColumns(unit)} />;
}

interface TableProps<Row extends StudyRow> extends StudyTableProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
}

function StudyTable<Row extends StudyRow>(props: TableProps<Row>) {
  const { label, rows, columns, onOpen, selected, runName } = props;
  return (
    <div>
      <SaveCsvButton name={`${runName} ${label}`} columns={columns} rows={rows} />
      <PageTable<Row>
        label={label}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.name}
        onOpen={onOpen}
        selectedKey={selected}
      />
    </div>
  );
}
