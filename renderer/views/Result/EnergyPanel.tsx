import { useMemo } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { CellEnergy } from '../../../contracts/result.ts';
import { ChartFrame } from '../../charts/ChartFrame.tsx';
import { EnergyChart, energyChartHeight, energyLegend } from '../../charts/EnergyChart.tsx';
import { HowFacts } from '../../charts/HowComputed.tsx';
import { PageTable } from '../../components/PageTable.tsx';
import { Panel } from '../../components/Panel.tsx';
import {
  type DrawnEnergy,
  energyNotes,
  energyRows,
  energySummary,
  energyTable,
  energyTitle,
  energyUnit,
} from '../../data/energy.ts';
import { howEnergy } from '../../data/how.ts';
import { energyColumns } from './energyColumns.tsx';
import styles from './Result.module.css';

interface EnergyPanelProps {
  readonly energy: readonly CellEnergy[];
  readonly trials: readonly TrialResult[];
  readonly origin: string;
}

/** Energy of each cell's requests, by consumer. */
export function EnergyPanel({ energy, trials, origin }: EnergyPanelProps) {
  const rows = useMemo(() => energyRows(energy, trials), [energy, trials]);
  const isEstimate = energy.some((one) => one.source === 'estimate');
  return (
    <Panel
      title={isEstimate ? 'Energy, estimated' : 'Energy'}
      note={
        isEstimate
          ? 'CPU time × a stated power per core; nothing was measured'
          : 'above what the machine draws when idle, divided by CPU time'
      }
    >
      <div className={styles.energy}>
        <Figure rows={rows} trials={trials} origin={origin} />
        <Table rows={rows} />
      </div>
    </Panel>
  );
}

interface PartProps {
  readonly rows: readonly DrawnEnergy[];
}

function Figure({ rows, trials, origin }: PartProps & Pick<EnergyPanelProps, 'trials' | 'origin'>) {
  const energy = rows.map((row) => row.energy);
  const height = (width: number) => energyChartHeight(rows, width);
  return (
    <ChartFrame
      title={energyTitle(rows)}
      unit={energyUnit(energy.flatMap((one) => one.joulesPerRequest?.mean ?? [])).unit}
      better="lower"
      summary={energySummary(rows)}
      legend={energyLegend(rows)}
      height={height}
      minPlot={height}
      table={() => energyTable(rows)}
      origin={origin}
      how={<HowFacts facts={howEnergy(trials, energy)} />}
      footnotes={energyNotes(energy)}
      draw={(area) => <EnergyChart rows={rows} {...area} />}
    />
  );
}

function Table({ rows }: PartProps) {
  const columns = useMemo(() => energyColumns(rows), [rows]);
  return (
    <PageTable<DrawnEnergy>
      label="Energy of the cells"
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
    />
  );
}
