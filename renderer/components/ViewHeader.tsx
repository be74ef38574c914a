import type { ReactNode } from 'react';
import styles from './ViewHeader.module.css';

interface ViewHeaderProps {
  readonly title: ReactNode;
  /** Badges and quiet remarks beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

/** The bar at the top of every view: what this is, how it is, what can be done. */
export function ViewHeader({ title, note, actions }: ViewHeaderProps) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title} title={typeof title === 'string' ? title : undefined}>
        {title}
      </h1>
      {note !== undefined && <div className={styles.note}>{note}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
