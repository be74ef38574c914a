import type { ReactNode } from 'react';
import { Panel } from '../../../components/Panel.tsx';
import styles from './Form.module.css';

/** A part of the form with its heading. */
export function Section(props: { title: string; note?: string; children: ReactNode }) {
  return (
    <Panel title={props.title} note={props.note} padded={false}>
      <div className={styles.section}>{props.children}</div>
    </Panel>
  );
}
