import type { ReactNode } from 'react';
import styles from './ViewHeader.module.css';

interface ViewHeaderProps {
  readonly title: ReactNode;
  /** Badges and subdued remarks next to the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

/** The bar at the top of every view: title, state and actions. */
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
