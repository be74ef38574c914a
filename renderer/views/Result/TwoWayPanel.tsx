import { useMemo, useState } from 'react';
import { metricFacts } from '../../../contracts/compare.ts';
import type { TwoWay, VariedMetric } from '../../../contracts/result.ts';
import type { Work } from '../../../contracts/work.ts';
import { gridName, gridPlace } from '../../../metrics/two-way.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { HowFacts } from '../../charts/HowComputed.tsx';
import { MeansChart, meansChartHeight } from '../../charts/MeansChart.tsx';
import { VarianceChart, varianceChartHeight } from '../../charts/VarianceChart.tsx';
import { Panel } from '../../components/Panel.tsx';
import { howCellMeans, howTwoWay } from '../../data/howStatistics.ts';
import { distinct } from '../../data/series.ts';
import {
  chosenGrid,
  type DrawnSplit,
  drawnParts,
  meansHeat,
  meansSummary,
  meansTable,
  meansTitle,
  splitSummary,
  splitTable,
  splitTitle,
} from '../../data/twoWay.ts';
import { Picker } from './Picker.tsx';
import styles from './Result.module.css';

interface TwoWayPanelProps {
  readonly grids: readonly TwoWay[];
  readonly counts: Work;
  readonly origin: string;
}

/** Which of two factors decides: how the variance of a metric is split between them, and the means of their cells. */
export function TwoWayPanel({ grids, counts, origin }: TwoWayPanelProps) {
  const [name, setName] = useState<string | null>(null);
  const [place, setPlace] = useState<string | null>(null);
  const [metric, setMetric] = useState<VariedMetric | null>(null);
  const grid = chosenGrid(grids, name, place);
  const split = grid?.metrics.find((one) => one.metric === metric) ?? grid?.metrics[0];
  const drawn = useMemo(
    (): DrawnSplit | null => (grid && split ? { grid, split, counts } : null),
    [grid, split, counts],
  );
  if (!drawn) return null;
  const own = grids.filter((one) => gridName(one) === gridName(drawn.grid));
  const pickers = (
    <div className={styles.pickers}>
      <Choice
        label="Factors"
        value={gridName(drawn.grid)}
        values={grids.map(gridName)}
        onChange={setName}
        width={180}
      />
      <Choice
        label="At"
        value={gridPlace(drawn.grid)}
        values={own.map(gridPlace)}
        onChange={setPlace}
        width={240}
      />
      <Picker
        label="Metric"
        value={drawn.split.metric}
        values={drawn.grid.metrics.map((one) => ({
          value: one.metric,
          label: metricFacts[counts][one.metric].title,
        }))}
        width={190}
        onChange={(value) =>
          setMetric(drawn.grid.metrics.find((one) => one.metric === value)?.metric ?? null)
        }
      />
    </div>
  );
  return (
    <Panel title="Which factor decides" note="of these levels, on this machine" actions={pickers}>
      <p className={styles.twoWayFinding}>{drawn.split.finding}</p>
      <div className={styles.twoWay}>
        <Shares drawn={drawn} origin={origin} />
        <Means drawn={drawn} origin={origin} />
      </div>
    </Panel>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly width: number;
  readonly onChange: (value: string) => void;
}

/** A picker, if there is a choice. */
function Choice({ values, ...props }: ChoiceProps) {
  const several = distinct(values);
  return several.length > 1 ? <Picker values={several} {...props} /> : null;
}

interface PartProps {
  readonly drawn: DrawnSplit;
  readonly origin: string;
}

function Shares({ drawn, origin }: PartProps) {
  const height = varianceChartHeight(drawnParts(drawn).length);
  return (
    <ChartFrame
      title={splitTitle(drawn)}
      unit="%"
      better={null}
      summary={splitSummary(drawn)}
      legend={[]}
      height={height}
      minPlot={height}
      table={() => splitTable(drawn)}
      origin={`${origin} · ${gridPlace(drawn.grid)}`}
      how={<HowFacts facts={howTwoWay} />}
      draw={(area) => <VarianceChart drawn={drawn} {...area} />}
    />
  );
}

function Means({ drawn, origin }: PartProps) {
  const height = meansChartHeight(meansHeat(drawn).rows.length);
  const { unit, better } = metricFacts[drawn.counts][drawn.split.metric];
  return (
    <ChartFrame
      title={meansTitle(drawn)}
      unit={unit}
      better={better}
      summary={meansSummary(drawn)}
      legend={[]}
      height={height}
      minPlot={height}
      table={() => meansTable(drawn)}
      origin={`${origin} · ${gridPlace(drawn.grid)}`}
      how={<HowFacts facts={howCellMeans} />}
      draw={(area) => <MeansChart drawn={drawn} {...area} />}
    />
  );
}
