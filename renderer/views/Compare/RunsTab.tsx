import { Button } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { ComparedMetric, ComparisonReport } from '../../../contracts/compare.ts';
import { describeCell } from '../../../contracts/experiment/cell.ts';
import { countOf } from '../../../metrics/format.ts';
import { mostLoaded } from '../../../metrics/levels.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { runLabels } from '../../data/compareLabels.ts';
import { comparedRows, refKey } from '../../data/compareRows.ts';
import styles from './Compare.module.css';
import { ComparedCurves } from './ComparedCurves.tsx';
import { MetricPanel } from './MetricPanel.tsx';

interface RunsTabProps {
  readonly report: ComparisonReport;
  readonly metric: ComparedMetric;
  /** Whether the report is still for the previous metric. */
  readonly stale: boolean;
  /** Link to the comparison of single cells. */
  readonly onCells: () => void;
}

/** Every cell of the other runs against the equal cell of the baseline. */
export function RunsTab({ report, metric, stale, onCells }: RunsTabProps) {
  const shown = stale ? (report.rows[0]?.metrics[0]?.metric ?? metric) : metric;
  const rows = useMemo(() => comparedRows(report, shown), [report, shown]);
  const [opened, setOpened] = useState<string | null>(null);
  const row =
    report.rows.find(({ other }) => refKey(other) === opened) ??
    mostLoaded(report.rows, ({ other }) => other.cell);
  if (!row) {
    return (
      <>
        <div className={styles.nothing}>
          <EmptyState
            icon={<IconScale size={20} stroke={1.6} />}
            title="No cell matches"
            actions={
              <Button variant="default" onClick={onCells}>
                Choose individual cells
              </Button>
            }
          >
            A cell is compared with the cell of the baseline that has the same value of every
            factor, and none of the chosen runs has such a cell.
          </EmptyState>
        </div>
        <Unmatched report={report} />
      </>
    );
  }
  const name = describeCell(row.baseline.cell);
  const alike = report.rows.filter(({ baseline }) => describeCell(baseline.cell) === name);
  return (
    <>
      <MetricPanel
        rows={rows}
        metric={shown}
        onOpen={({ key }) => setOpened(key)}
        selectedKey={refKey(row.other)}
      />
      <ComparedCurves
        what={`, ${name}`}
        counts={alike.flatMap(({ counts }) => [counts.baseline, counts.other])}
        refs={[row.baseline, ...alike.map(({ other }) => other)]}
        choices={report.rows.map(({ other }) => other)}
        chosen={refKey(row.other)}
        onChoose={setOpened}
        runs={report.runs}
      />
      <Unmatched report={report} />
    </>
  );
}

/** Note on cells that are omitted because only one side has them. */
function Unmatched({ report: { unmatched, runs } }: { report: ComparisonReport }) {
  if (unmatched.length === 0) return null;
  const names = runLabels(runs);
  const count = countOf(unmatched.length, 'cell');
  return (
    <Panel title="Without a counterpart" note={`${count} not compared`}>
      <ul className={styles.unmatched} aria-label="Cells without a counterpart">
        {unmatched.map(({ cell, runId, missingIn }) => (
          <li key={`${runId} ${missingIn} ${describeCell(cell)}`}>
            {describeCell(cell)}
            <span className={styles.quiet}>
              {` in ${names.get(runId)}, not in ${names.get(missingIn)}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
