import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/Panel.tsx';
import { shell } from '../../transport/shell.ts';
import { openRecent } from '../Experiment/files/fileActions.ts';
import styles from './Start.module.css';

/** Experiment files that were opened before; nothing where the shell may not know them (a browser). */
export function RecentFiles() {
  const { data = [] } = useQuery({
    queryKey: ['recent'],
    queryFn: () => shell.recentFiles(),
    staleTime: 0,
  });
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
