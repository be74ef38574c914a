import { useMemo } from 'react';
import { countOf } from '../../../metrics/format.ts';
import { Panel } from '../../components/Panel.tsx';
import { type DecisionRow, decisionRows } from '../../data/decision.ts';
import styles from './Decision.module.css';
import { useRun } from './runStore.ts';

/** The comparisons of the run as they are decided; absent where the number of repetitions is fixed. */
export function DecisionPanel() {
  const decision = useRun((state) => state.progress?.decision ?? null);
  const rows = useMemo(() => (decision ? decisionRows(decision) : []), [decision]);
  if (!decision) return null;
  const note =
    decision.repetitions === 0
      ? 'after three repetitions'
      : `after ${countOf(decision.repetitions, 'repetition')}`;
  return (
    <Panel title="Who is faster" note={note} scroll>
      {rows.length === 0 ? (
        <p className={styles.waiting}>Each cell is measured once, and then again.</p>
      ) : (
        <ul className={styles.rows} aria-label="Comparisons">
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Row({ row: { name, range, state, judgement, bars } }: { row: DecisionRow }) {
  return (
    <li className={styles.row} data-judgement={judgement}>
      <span className={styles.name}>{name}</span>
      <span className={styles.range}>{range}</span>
      <svg className={styles.track} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
        <line className={styles.equal} x1="50" x2="50" y1="0" y2="10" />
        {bars.map(({ repetitions, from, to }, index) => (
          <rect
            key={repetitions}
            className={styles.bar}
            opacity={index === bars.length - 1 ? 1 : 0.12}
            x={100 * from}
            width={Math.max(0.8, 100 * (to - from))}
            y="3"
            height="4"
          />
        ))}
      </svg>
      <span className={styles.state}>{state}</span>
    </li>
  );
}
