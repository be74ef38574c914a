import { IconAlertTriangle } from '@tabler/icons-react';
import { ProtocolMarker } from '../../components/ProtocolMarker.tsx';
import { type ComparedRow, rowName } from '../../data/compareRows.ts';
import styles from './Compare.module.css';

/** Each comparison in a sentence, with what to know before it is believed. */
export function WordsList({ rows }: { rows: readonly ComparedRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key
    <section className={styles.words} aria-label="In words" tabIndex={0}>
      <ul>
        {rows.map((row) => (
          <li key={row.key} data-finding={row.compared.finding}>
            <span className={styles.wordsName}>
              <ProtocolMarker protocol={row.pair.other.cell.protocol} />
              {rowName(row)}
            </span>
            <span className={styles.wordsText}>{sentence(row.compared.words)}</span>
            {row.pair.cautions.map((caution) => (
              <span key={caution} className={styles.caution}>
                <IconAlertTriangle size={12} stroke={1.8} aria-hidden />
                {caution}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
