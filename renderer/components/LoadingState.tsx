import styles from './States.module.css';

/** Placeholder rows, shown while data is loading. */
export function LoadingState({ label, rows = 8 }: { label: string; rows?: number }) {
  return (
    <div className={styles.bars} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className={styles.bar} style={{ opacity: 1 - index / rows }} />
      ))}
    </div>
  );
}
