import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../components/useReturnFocus.ts';
import type { HowFact } from '../data/how.ts';
import { formatRoute } from '../navigation/navigation.ts';
import styles from './charts.module.css';

interface HowComputedProps {
  /** Of the figure. */
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

const methodology = formatRoute({ view: 'help', topic: 'measuring' });

/** Explains what a figure shows and how it is computed, with a link to the methodology. */
export function HowComputed({ title, children, onClose }: HowComputedProps) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title={`How this was computed: ${title}`} size={620}>
      <div className={styles.how}>{children}</div>
      <p className={styles.howLink}>
        <a href={methodology} onClick={onClose}>
          Methodology in the help
        </a>
      </p>
    </Modal>
  );
}

/** Definition, window, trials and formula, each under a heading. */
export function HowFacts({ facts }: { facts: readonly HowFact[] }) {
  return (
    <dl className={styles.howFacts}>
      {facts.map(({ name, text, formula }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={formula ? 'wb-mono' : ''}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
