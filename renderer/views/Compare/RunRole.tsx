import styles from './Compare.module.css';

/** Role of a run in the comparison; the baseline differs by form, not colour. */
export function RunRole({ index }: { index: number }) {
  return (
    <span className={styles.role} data-baseline={index === 0 || undefined}>
      <svg width={10} height={10} viewBox="0 0 10 10" aria-hidden focusable="false">
        <path
          d={index === 0 ? 'M5 .8L9.200 5L5 9.200L.8 5Z' : 'M1.5 5h7'}
          fill={index === 0 ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth={1.6}
        />
      </svg>
      {index === 0 ? 'Baseline' : `Run ${index}`}
    </span>
  );
}
