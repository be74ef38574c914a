import { memo, type Ref, useEffect, useRef } from 'react';
import type { Round } from '../../../contracts/measurement.ts';
import { threeDigits } from '../../../metrics/format.ts';
import { levelWords } from '../../../metrics/levels.ts';
import {
  roundLevel,
  roundLevelDigits,
  roundName,
  roundP95,
  roundRemarks,
  roundsUnit,
} from '../../../metrics/round-columns.ts';
import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import styles from './Rounds.module.css';
import { useRun } from './runStore.ts';

const none: readonly Round[] = [];

/** The rounds of the running trial, as they end; absent if the load has none. */
export function RoundsPanel() {
  const rounds = useRun((state) => state.progress?.rounds ?? none);
  const last = useRef<HTMLTableRowElement>(null);
  const [first] = rounds;
  useEffect(() => {
    last.current?.scrollIntoView({ block: 'nearest' });
  }, [rounds]);
  if (!first) return null;
  const unit = roundsUnit(rounds);
  return (
    <Panel title="Rounds" note="of this trial" padded={false}>
      <ScrollRegion className={styles.scroll} label="Rounds, scrollable">
        <table className={styles.table} aria-label="Rounds">
          <thead>
            <tr>
              <th scope="col">Round</th>
              <th scope="col" data-numeric>
                {levelWords(unit).header}
                {unit === 'rate' && <span className={styles.unit}>requests/s</span>}
              </th>
              <th scope="col" data-numeric>
                Throughput
                <span className={styles.unit}>requests/s</span>
              </th>
              <th scope="col" data-numeric>
                p95
                <span className={styles.unit}>ms</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rounds.map((round, index) => (
              <RoundRows
                key={round.index}
                round={round}
                ref={index === rounds.length - 1 ? last : null}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Panel>
  );
}

interface RoundRowsProps {
  readonly round: Round;
  readonly ref: Ref<HTMLTableRowElement>;
}

/** The metrics of a round, with its conclusions below. */
const RoundRows = memo(function RoundRows({ round, ref }: RoundRowsProps) {
  const remarks = roundRemarks(round);
  return (
    <tr ref={ref}>
      <th scope="row">
        {roundName(round)}
        {remarks.length > 0 && <span className={styles.remark}>{remarks.join(' · ')}</span>}
      </th>
      <td data-numeric>{roundLevelDigits(roundLevel(round))}</td>
      <td data-numeric>{threeDigits(round.throughputRps)}</td>
      <td data-numeric>{threeDigits(roundP95(round))}</td>
    </tr>
  );
});
