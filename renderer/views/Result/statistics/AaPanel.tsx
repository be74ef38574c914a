import { useMemo } from 'react';
import { metricFacts } from '../../../../contracts/compare.ts';
import type { Statistics, StatisticsMetric } from '../../../../contracts/statistics.ts';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { HowFacts } from '../../../charts/HowComputed.tsx';
import { IntervalChart, intervalChartHeight } from '../../../charts/IntervalChart.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { chartSummary } from '../../../data/compareRows.ts';
import { howAaCheck } from '../../../data/howStatistics.ts';
import { aaRows, statisticsTable } from '../../../data/statistics.ts';
import styles from './Statistics.module.css';

const maxDrawn = 40;
const verdicts = {
  quiet: 'no false differences found',
  alarming: 'false differences found',
  untold: 'too few repetitions',
};

interface AaPanelProps {
  readonly found: Statistics;
  readonly metric: StatisticsMetric;
  readonly runName: string;
}

/** Odd against even repetitions of each cell: whether the workbench finds differences between identical cells. */
export function AaPanel({ found, metric, runName }: AaPanelProps) {
  const { aa } = found;
  const rows = useMemo(() => aaRows(aa, metric), [aa, metric]);
  const drawn = rows.slice(0, maxDrawn);
  const height = (width: number) => intervalChartHeight(drawn, width);
  const { title } = metricFacts[found.counts][metric];
  return (
    <Panel title="A/A check" note={verdicts[aa.verdict]}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{aa.words}</p>
      ) : (
        <ChartFrame
          title={`${title}, even vs odd repetitions`}
          unit="times the odd repetitions"
          better={null}
          summary={chartSummary(metric, drawn)}
          legend={[]}
          height={height}
          minPlot={height}
          table={() =>
            statisticsTable(
              metric,
              rows.map((row) => ({ ...row, detectable: null })),
            )
          }
          footnotes={[
            aa.words,
            ...(rows.length > maxDrawn ? [`The first ${maxDrawn} of ${rows.length} cells.`] : []),
          ]}
          origin={runName}
          how={<HowFacts facts={howAaCheck} />}
          draw={(area) => <IntervalChart rows={drawn} {...area} />}
        />
      )}
    </Panel>
  );
}
