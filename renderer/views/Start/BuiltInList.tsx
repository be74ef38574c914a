import { useMemo } from 'react';
import type { BuiltInExperiment } from '../../../contracts/engine-api.ts';
import { formatRoute } from '../../app/navigation.ts';
import { FailedState } from '../../components/FailedState.tsx';
import { Panel } from '../../components/Panel.tsx';
import { groupByStudy } from '../../data/studies.ts';
import { replaceExperiment } from '../Experiment/files/fileActions.ts';
import styles from './Start.module.css';

interface BuiltInListProps {
  readonly experiments: readonly BuiltInExperiment[] | undefined;
  readonly error: Error | null;
}

/** The experiments that come with Wirebench, by study; each opens in the editor. */
export function BuiltInList({ experiments = [], error }: BuiltInListProps) {
  const groups = useMemo(() => groupByStudy(experiments), [experiments]);
  return (
    <Panel
      title="Studies and examples"
      note="open one, change it, run it"
      padded={false}
      actions={
        <a className={styles.more} href={formatRoute({ view: 'experiments' })}>
          All experiments
        </a>
      }
    >
      {error && <FailedState title="The built-in experiments could not be read" error={error} />}
      {groups.map(({ key, title, experiments: ours }) => (
        <section key={key} aria-label={title}>
          <h3 className={styles.group}>{title}</h3>
          <ul className={styles.list}>
            {ours.map((experiment) => (
              <li key={experiment.id}>
                <OpenButton experiment={experiment} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function OpenButton({ experiment }: { experiment: BuiltInExperiment }) {
  const { name, description, text } = experiment;
  return (
    <button
      type="button"
      className={styles.item}
      onClick={() => replaceExperiment(text, { kind: 'built-in', name })}
    >
      <span className={styles.itemTitle}>{name}</span>
      <span className={styles.description}>{description}</span>
    </button>
  );
}
