import type { RunSummary } from '../../../../contracts/history.ts';
import { useEngineQuery } from '../../../transport/engine.ts';
import styles from '../History.module.css';

/** The findings and conditions of a run; visible rows fetch them. */
export function OutcomeLines({ run }: { run: RunSummary }) {
  const { data } = useEngineQuery(
    ['runs', 'outcome', run.id],
    (engine) => engine.history.outcome({ runId: run.id }),
    { enabled: run.status !== 'running' },
  );
  if (!data) return null;
  const sentence = data.sentences.join(' ');
  return (
    <div title={`${sentence}\n${data.conditions}`}>
      <div className={styles.sentence}>{sentence}</div>
      <div className={styles.conditions}>{data.conditions}</div>
    </div>
  );
}
