import { formatRoute } from '../../../app/navigation.ts';
import { formatExactTime } from '../../../components/format.ts';
import { Panel } from '../../../components/Panel.tsx';
import type { TrendFigure } from '../../../data/compareTrend.ts';
import styles from '../Compare.module.css';
import { DifferenceList } from '../Differences.tsx';

/** What the numbers in the chart stand for: changes since the run before. */
export function TrendChanges({ figure: { marks } }: { figure: TrendFigure }) {
  if (marks.length === 0) {
    return <p className={styles.quiet}>Nothing is known to have changed between these runs.</p>;
  }
  return (
    <Panel title="What changed" note="each since the run before" padded={false}>
      <div className={styles.differing}>
        {marks.map(({ number, run, changes }) => (
          <div key={number} className={styles.differingRun}>
            <h3 className={styles.differingName}>
              <span className={styles.markNumber}>{number}</span>
              <a className={styles.runName} href={formatRoute({ view: 'result', runId: run.id })}>
                {run.name}
              </a>
              <span className={styles.quiet}>{formatExactTime(run.startedAt)}</span>
            </h3>
            <DifferenceList label={`What changed before run ${number}`} items={changes} />
          </div>
        ))}
      </div>
    </Panel>
  );
}
