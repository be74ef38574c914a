import { useState } from 'react';
import type { StudyResult } from '../../../../contracts/statistics.ts';
import { BootstrapChart } from '../../../charts/BootstrapChart.tsx';
import { ChartFrame } from '../../../charts/ChartFrame.tsx';
import { armLooks, EcdfChart } from '../../../charts/EcdfChart.tsx';
import { HowFacts } from '../../../charts/HowComputed.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { howBootstrap, howEcdf } from '../../../data/howStatistics.ts';
import {
  barsTable,
  bootstrapSummary,
  ecdfSummary,
  ecdfTable,
  isFarApart,
  type StudyRow,
  studyNoun,
  studyUnit,
} from '../../../data/statistics.ts';
import styles from './Statistics.module.css';
import { EnergyTable, PerformanceTable } from './StudyTables.tsx';

interface StudyFindingsProps {
  readonly found: StudyResult;
  readonly runName: string;
}

/** The decisions of a study's procedure, the samples of one of them, and notes. */
export function StudyFindings({ found, runName }: StudyFindingsProps) {
  const [wanted, setWanted] = useState<string | null>(null);
  const rows: readonly StudyRow[] = found.rows;
  const row = rows.find(({ name }) => name === wanted) ?? rows[0];
  if (row === undefined) {
    return (
      <EmptyState title="No pair of cells has the figures it needs">
        {found.remarks.at(-1) ?? ''}
      </EmptyState>
    );
  }
  const { name, decision, words } = row;
  const table = { onOpen: (one: StudyRow) => setWanted(one.name), selected: name, runName };
  return (
    <>
      {found.pipeline === 'isep-performance' ? (
        <PerformanceTable rows={found.rows} {...table} />
      ) : (
        <EnergyTable rows={found.rows} unit={studyUnit(found)} {...table} />
      )}
      <p className={styles.decision}>
        <strong>{decision}</strong>, {name}: {words}.
      </p>
      <Figures found={found} row={row} origin={runName} />
      <ul className={styles.remarks}>
        {found.remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </>
  );
}

interface FiguresProps {
  readonly found: StudyResult;
  readonly row: StudyRow;
  readonly origin: string;
}

function Figures({ found, row, origin }: FiguresProps) {
  const arms = [row.control, row.treatment];
  const [unit, noun] = [studyUnit(found), studyNoun(found)];
  const title = `Distribution of ${noun}, ${row.name}`;
  const looks = armLooks(arms);
  return (
    <div className={styles.holder}>
      <div className={styles.split} data-pair={'bars' in row || undefined}>
        <ChartFrame
          title={title}
          unit={unit}
          better={null}
          summary={ecdfSummary(noun, arms, unit)}
          legend={looks}
          height={260}
          table={() => ecdfTable(title, arms, unit)}
          origin={origin}
          how={<HowFacts facts={howEcdf(found.counts)} />}
          axes={[{ key: 'value', name: 'value', log: isFarApart(arms) }]}
          draw={(area) => <EcdfChart arms={arms} title={`${noun}, ${unit}`} {...area} />}
        />
        {'bars' in row && (
          <ChartFrame
            title={`Bootstrap distribution of the mean difference, ${row.name}`}
            unit={unit}
            better={null}
            summary={bootstrapSummary(row, unit)}
            legend={[]}
            height={260}
            table={() => barsTable(`Bootstrap distribution, ${row.name}`, row, unit)}
            footnotes={['Shaded: 95 % percentile interval. Hollow: at or above 0, the study’s p.']}
            origin={origin}
            how={<HowFacts facts={howBootstrap} />}
            draw={(area) => (
              <BootstrapChart
                row={row}
                title={`mean ${noun}, treatment minus control, ${unit}`}
                color={looks[1]?.color ?? ''}
                {...area}
              />
            )}
          />
        )}
      </div>
    </div>
  );
}
