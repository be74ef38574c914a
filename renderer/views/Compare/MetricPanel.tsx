import type { ComparedMetric } from '../../../contracts/compare.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { SaveCsvButton } from '../../components/SaveCsvButton.tsx';
import {
  type ComparedRow,
  comparedFacts,
  comparedTable,
  notComparableNotes,
  summaryText,
} from '../../data/compareRows.ts';
import { IntervalFigure } from '../../panels/intervals/IntervalFigure.tsx';
import styles from './Compare.module.css';
import { comparedColumns, comparedCsvColumns } from './comparedColumns.tsx';

interface MetricPanelProps {
  readonly rows: readonly ComparedRow[];
  readonly metric: ComparedMetric;
  readonly selectedKey?: string;
  readonly onOpen?: (row: ComparedRow) => void;
}

/** One metric: intervals of the ratios, the same in words, and all values in a table. */
export function MetricPanel({ rows, metric, selectedKey, onOpen }: MetricPanelProps) {
  const { title, noun, better, units } = comparedFacts(metric, rows);
  if (rows.length === 0) {
    return (
      <div className={styles.nothing}>
        <EmptyState title={`No figures of ${noun}`}>
          {metric === 'clientCpu'
            ? 'Client CPU is compared in closed load only: workers of open load wait without sleeping.'
            : 'No completed trial of these cells has any.'}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <Panel title={`${title} relative to the baseline`} note={summaryText(rows)}>
        <IntervalFigure
          title={`${title}, ratio to the baseline`}
          metric={metric}
          better={better}
          rows={rows}
          notes={notComparableNotes(rows)}
          table={() => comparedTable(metric, rows)}
          origin={`Wirebench comparison · ${title}`}
        />
      </Panel>
      <Panel
        title={units.baseline === units.other ? `Figures, ${units.other}` : 'Figures'}
        note={onOpen ? 'select a row to see its percentile curves below' : undefined}
        padded={false}
        actions={
          <SaveCsvButton
            name={`compare ${title}`}
            columns={comparedCsvColumns(units)}
            rows={rows}
          />
        }
      >
        <div style={{ height: Math.min(420, 31 + 34 * rows.length) }}>
          <DataTable<ComparedRow>
            label={`${title}, compared`}
            columns={comparedColumns(metric, rows)}
            rows={rows}
            rowKey={({ key }) => key}
            {...(selectedKey === undefined ? {} : { selectedKey })}
            {...(onOpen ? { onOpen } : {})}
          />
        </div>
      </Panel>
    </>
  );
}
