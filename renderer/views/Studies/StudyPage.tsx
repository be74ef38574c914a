import type { StudyOverview } from '../../../contracts/published.ts';
import { Panel } from '../../components/Panel.tsx';
import { ExperimentList } from './ExperimentList.tsx';
import styles from './Studies.module.css';
import { TableBrowser } from './TableBrowser.tsx';

/** One study from top to bottom. */
export function StudyPage({ study }: { study: StudyOverview }) {
  const { title, author, institution, year, machine, about, experiments } = study;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
    <section className={styles.page} aria-label={study.label} tabIndex={0}>
      <header className={styles.head}>
        <h2>{title}</h2>
        <p className={styles.by}>
          {author}, {institution}, {year}
        </p>
        <p className={styles.about}>{about}</p>
        <p className={styles.machine}>Measured on: {machine}.</p>
      </header>
      <Panel
        title="Experiments"
        note="at the published size, each with a quick twin that shows in a minute that everything works"
        padded={false}
      >
        <ExperimentList experiments={experiments} label={study.label} />
      </Panel>
      <TableBrowser study={study} />
    </section>
  );
}
