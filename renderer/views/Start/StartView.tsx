import { useEngineQuery } from '../../transport/engine.ts';
import { ExperimentList } from './ExperimentList.tsx';
import { Hero } from './Hero.tsx';
import { RecentFiles } from './RecentFiles.tsx';
import { RecentRuns } from './RecentRuns.tsx';
import styles from './Start.module.css';

/** What a newcomer sees first: what this is, one button that shows it, and where to go on. */
export function StartView() {
  const builtIn = useEngineQuery(
    ['experiments', 'builtIn'],
    (engine) => engine.experiments.builtIn(),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
    <section className={styles.view} aria-label="Start" tabIndex={0}>
      <div className={styles.page}>
        <Hero firstLook={builtIn.data?.[0]} />
        <div className={styles.columns}>
          <div className={styles.column}>
            <RecentRuns />
            <RecentFiles />
          </div>
          <ExperimentList />
        </div>
      </div>
    </section>
  );
}
