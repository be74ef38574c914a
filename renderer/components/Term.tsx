import { HoverCard } from '@mantine/core';
import type { ReactNode } from 'react';
import { glossaryTerm } from '../data/glossary.ts';
import { formatRoute } from '../navigation/navigation.ts';
import styles from './Term.module.css';

interface TermProps {
  /** Of the glossary, such as `p99`. */
  readonly id: string;
  /** The words to show; the term itself when left out. */
  readonly children?: ReactNode;
}

/** A word that explains itself: its meaning on hover or focus, and a way to the glossary. */
export function Term({ id, children }: TermProps) {
  const term = glossaryTerm(id);
  if (!term) return children;
  return (
    <HoverCard width={300} openDelay={250} shadow="md" withinPortal>
      <HoverCard.Target>
        <a
          className={styles.term}
          href={formatRoute({ view: 'help', topic: `glossary/${id}` })}
          aria-description={term.short}
        >
          {children ?? term.term}
        </a>
      </HoverCard.Target>
      <HoverCard.Dropdown className={styles.card}>
        <strong>{term.term}</strong>
        <p>{term.short}</p>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
