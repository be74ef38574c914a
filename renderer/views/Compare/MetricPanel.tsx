import type { ComparedMetric } from '../../../contracts/compare.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { IntervalChart, intervalChartHeight } from '../../charts/IntervalChart.tsx';
import { SaveCsvButton } from '../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import {
  type ComparedRow,
  chartSummary,
  comparedFacts,
  comparedTable,
  summaryText,
  unlikeNotes,
} from '../../data/compareRows.ts';
import styles from './Compare.module.css';
import { comparedColumns, comparedCsvColumns } from './comparedColumns.tsx';
import { WordsList } from './WordsList.tsx';

/** Rows that a figure can show and still be read. */
const mostDrawn = 40;

interface MetricPanelProps {
  readonly rows: readonly ComparedRow[];
  readonly metric: ComparedMetric;
  /** Tests that the correction covers. */
  readonly tests: number;
  readonly selectedKey?: string;
  readonly onOpen?: (row: ComparedRow) => void;
}

/** One metric: intervals of the ratios, the same in words, and all figures in a table. */
export function MetricPanel({ rows, metric, tests, selectedKey, onOpen }: MetricPanelProps) {
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
  const drawn = rows.slice(0, mostDrawn);
  return (
    <>
      <Panel title={`${title} against the baseline`} note={summaryText(rows)}>
        <div className={styles.metric}>
          <ChartFrame
            title={`${title}, ratio to the baseline`}
            unit="times the baseline"
            better={better}
            summary={chartSummary(metric, drawn)}
            legend={[]}
            height={intervalChartHeight(drawn.length)}
            leastPlot={intervalChartHeight(drawn.length)}
            table={() => comparedTable(metric, rows)}
            footnotes={[...footnotes(rows.length, tests), ...unlikeNotes(rows)]}
            origin={`Wirebench comparison · ${title}`}
            draw={({ width, height }) => (
              <IntervalChart rows={drawn} width={width} height={height} />
            )}
          />
          <WordsList rows={drawn} />
        </div>
      </Panel>
      <Panel
        title={units.baseline === units.other ? `Figures, ${units.other}` : 'Figures'}
        note={onOpen ? 'a row opens its percentile curves below' : undefined}
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

function footnotes(rows: number, tests: number): string[] {
  const notes = [
    'Ratios of geometric means over trials, with 95 % intervals (Welch on logarithms).',
    'Filled: clear of 1. Dashed: may be chance.',
  ];
  if (tests > 1) notes.push(`Corrected for ${tests} tests (Holm).`);
  if (rows > mostDrawn) notes.push(`The first ${mostDrawn} of ${rows} cells; the table has all.`);
  return notes;
}
