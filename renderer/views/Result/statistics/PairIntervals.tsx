import { useMemo } from 'react';
import { metricFacts } from '../../../../contracts/compare.ts';
import type { Statistics, StatisticsMetric } from '../../../../contracts/statistics.ts';
import { levelLabel } from '../../../../metrics/cell-columns.ts';
import { HowFacts } from '../../../charts/HowComputed.tsx';
import { TablePanel } from '../../../components/PageTable.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { summaryText } from '../../../data/compareRows.ts';
import { howIntervals } from '../../../data/howStatistics.ts';
import { type StatisticsRow, statisticsRows, statisticsTable } from '../../../data/statistics.ts';
import { IntervalFigure } from '../../../panels/intervals/IntervalFigure.tsx';
import { pairColumns, pairCsvColumns } from './columns.tsx';

interface PairIntervalsProps {
  readonly found: Statistics;
  readonly metric: StatisticsMetric;
  readonly runName: string;
}

/** Cells that differ in one factor: their ratios with intervals, and the same as a table, each ratio in three forms. */
export function PairIntervals({ found, metric, runName }: PairIntervalsProps) {
  const rows = useMemo(() => statisticsRows(found, metric), [found, metric]);
  const { factor, against, comparison } = found;
  if (rows.length === 0 || comparison === null || factor === null || against === null) return null;
  const { title, better } = metricFacts[found.counts][metric];
  const other = levelLabel(factor, against);
  return (
    <>
      <Panel title={`${title} vs ${other}`} note={summaryText(rows)}>
        <IntervalFigure
          title={`${title}, ratio to ${other}`}
          metric={metric}
          better={better}
          rows={rows}
          table={() => statisticsTable(metric, rows)}
          origin={runName}
          how={<HowFacts facts={howIntervals} />}
        />
      </Panel>
      <TablePanel<StatisticsRow>
        title={`${title}, each ratio in three forms`}
        label={`${title}, compared within the run`}
        note="“detectable rise”: the smallest rise detectable with 80 % power"
        file={`${runName} statistics`}
        columns={pairColumns}
        csvColumns={pairCsvColumns}
        rows={rows}
        rowKey={({ key }) => key}
      />
    </>
  );
}
