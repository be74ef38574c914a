import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

interface PanelProps {
  readonly title: string;
  /** A subdued remark next to the title, such as a unit or a count. */
  readonly note?: ReactNode;
  /** Buttons to the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** False for content that extends to the edges: charts, tables, editors. */
  readonly padded?: boolean;
  readonly scroll?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** A titled surface; the unit that every view is built of. */
export function Panel({ padded = true, scroll = false, ...props }: PanelProps) {
  const titleId = useId();
  return (
    <section
      className={`${styles.panel} ${props.className ?? ''}`}
      style={props.style}
      aria-labelledby={titleId}
    >
      <header className={styles.header}>
        <h2 className={styles.title} id={titleId}>
          {props.title}
        </h2>
        {props.note !== undefined && <span className={styles.note}>{props.note}</span>}
        {props.actions !== undefined && <div className={styles.actions}>{props.actions}</div>}
      </header>
      <div
        className={styles.body}
        data-padded={padded || undefined}
        data-scroll={scroll || undefined}
      >
        {props.children}
      </div>
    </section>
  );
}
