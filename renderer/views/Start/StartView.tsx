import { openRecent } from '../../actions/fileActions.ts';
import { Panel } from '../../components/Panel.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { useRecentFiles } from '../../transport/openable.ts';
import { StartExperiments } from './ExperimentList.tsx';
import { Hero } from './Hero.tsx';
import { RecentRuns } from './RecentRuns.tsx';
import styles from './Start.module.css';

/** The first view for newcomers: what Wirebench is, one button to try it, and next steps. */
export function StartView() {
  return (
    <ScrollRegion className={styles.view} label="Start">
      <div className={styles.page}>
        <Hero />
        <div className={styles.columns}>
          <div className={styles.column}>
            <RecentRuns />
            <RecentFiles />
          </div>
          <StartExperiments />
        </div>
      </div>
    </ScrollRegion>
  );
}

/** Recent experiment files; nothing in a browser, whose shell cannot know them. */
function RecentFiles() {
  const { data = [] } = useRecentFiles();
  if (data.length === 0) return null;
  return (
    <Panel title="Recent files" padded={false}>
      <ul className={styles.list}>
        {data.map(({ path, name }) => (
          <li key={path}>
            <button type="button" className={styles.item} onClick={() => openRecent(path)}>
              <span className={styles.itemTitle}>{name}</span>
              <span className={styles.path}>{path}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
