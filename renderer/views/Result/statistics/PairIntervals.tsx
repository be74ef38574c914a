import { useMemo } from 'react';
import { metricFacts } from '../../../../contracts/compare.ts';
import type { Statistics, StatisticsMetric } from '../../../../contracts/statistics.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { HowFacts } from '../../../charts/HowComputed.tsx';
import { IntervalChart, intervalChartHeight } from '../../../charts/IntervalChart.tsx';
import { SaveCsvButton } from '../../../charts/SaveCsvButton.tsx';
import { DataTable } from '../../../components/DataTable.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { chartSummary, summaryText } from '../../../data/compareRows.ts';
import { howIntervals } from '../../../data/howStatistics.ts';
import { type StatisticsRow, statisticsRows, statisticsTable } from '../../../data/statistics.ts';
import compareStyles from '../../Compare/Compare.module.css';
import { WordsList } from '../../Compare/WordsList.tsx';
import { tableHeight } from '../tableHeight.ts';
import { pairColumns, pairCsvColumns } from './columns.tsx';

/** Rows that a figure can show and still be read. */
const mostDrawn = 40;

interface PairIntervalsProps {
  readonly found: Statistics;
  readonly metric: StatisticsMetric;
  readonly runName: string;
}

/** Cells that differ in one factor: their ratios with intervals, and the same as a table, each ratio three ways. */
export function PairIntervals({ found, metric, runName }: PairIntervalsProps) {
  const rows = useMemo(() => statisticsRows(found, metric), [found, metric]);
  const { factor, against, comparison } = found;
  if (rows.length === 0 || comparison === null) return null;
  const { title, better } = metricFacts[found.counts][metric];
  const drawn = rows.slice(0, mostDrawn);
  const name = `${title} against ${factor} ${against}`;
  return (
    <>
      <Panel title={name} note={summaryText(rows)}>
        <div className={compareStyles.metric}>
          <ChartFrame
            title={`${title}, ratio to ${factor} ${against}`}
            unit="times the baseline"
            better={better}
            summary={chartSummary(metric, drawn)}
            legend={[]}
            height={intervalChartHeight(drawn.length)}
            leastPlot={intervalChartHeight(drawn.length)}
            table={() => statisticsTable(metric, rows)}
            footnotes={footnotes(rows.length, comparison.tests)}
            origin={runName}
            how={<HowFacts facts={howIntervals} />}
            draw={({ width, height }) => (
              <IntervalChart rows={drawn} width={width} height={height} />
            )}
          />
          <WordsList rows={drawn} />
        </div>
      </Panel>
      <Panel
        title={`${title}, each ratio three ways`}
        note="“would be seen”: the rise that would have been found with a chance of 80 %"
        padded={false}
        actions={
          <SaveCsvButton name={`${runName} statistics`} columns={pairCsvColumns} rows={rows} />
        }
      >
        <div style={{ height: tableHeight(rows.length) }}>
          <DataTable<StatisticsRow>
            label={`${title}, compared within the run`}
            columns={pairColumns}
            rows={rows}
            rowKey={({ key }) => key}
          />
        </div>
      </Panel>
    </>
  );
}

function footnotes(rows: number, tests: number): string[] {
  return [
    'Ratios of geometric means over trials, with 95 % intervals (Welch on logarithms).',
    'Filled: clear of 1. Dashed: may be chance.',
    ...(tests > 1 ? [`Corrected for ${tests} tests (Holm).`] : []),
    ...(rows > mostDrawn ? [`The first ${mostDrawn} of ${rows} cells; the table has all.`] : []),
  ];
}
