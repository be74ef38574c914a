import { TextInput } from '@mantine/core';
import type { Report } from '../../../contracts/report.ts';
import { Panel } from '../../components/Panel.tsx';
import styles from './Reports.module.css';
import type { Composition } from './useComposer.ts';

const fields = [
  { name: 'title', label: 'Title', length: 200 },
  { name: 'subtitle', label: 'Subtitle', length: 300 },
  { name: 'authors', label: 'Authors', length: 300 },
] as const;

/** What stands at the top of the page. */
export function HeadFields({ report, change }: { report: Report; change: Composition['change'] }) {
  return (
    <Panel title="Head" className={styles.panel ?? ''}>
      <div className={styles.fields}>
        {fields.map(({ name, label, length }) => (
          <TextInput
            key={name}
            label={label}
            maxLength={length}
            value={report[name]}
            error={
              name === 'title' && report.title.trim() === '' ? 'A report needs a title.' : null
            }
            onChange={(event) => {
              const { value } = event.currentTarget;
              change((old) => ({ ...old, [name]: value }));
            }}
          />
        ))}
      </div>
    </Panel>
  );
}
