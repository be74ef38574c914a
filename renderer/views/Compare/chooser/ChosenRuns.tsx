import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RunSummary } from '../../../../contracts/engine-api.ts';
import { formatAgo } from '../../../../metrics/format.ts';
import styles from '../Compare.module.css';
import { RunRole } from '../RunRole.tsx';
import { maxChosen, type Selection } from './selection.ts';

interface ChosenRunsProps {
  readonly runs: readonly RunSummary[];
  readonly selection: Selection;
  readonly onChange: (selection: Selection) => void;
}

/** The chosen runs, baseline first. */
export function ChosenRuns({ runs, selection, onChange }: ChosenRunsProps) {
  return (
    <section className={styles.tray} aria-label="Chosen runs">
      {selection.length === 0 && (
        <span className={styles.quiet}>
          The oldest run is the baseline. Choose up to {maxChosen} runs, or one alone to compare its
          cells with each other.
        </span>
      )}
      {selection.map((id, index) => {
        const run = runs.find((one) => one.id === id);
        const name = run?.name ?? id;
        return (
          <span key={id} className={styles.chosen} data-baseline={index === 0 || undefined}>
            <RunRole index={index} />
            <span className={styles.chosenName}>{name}</span>
            {run && <span className={styles.quiet}>{formatAgo(run.startedAt)}</span>}
            <ActionIcon
              size={20}
              aria-label={`Remove ${name}`}
              onClick={() => onChange(selection.filter((one) => one !== id))}
            >
              <IconX size={12} stroke={1.8} />
            </ActionIcon>
          </span>
        );
      })}
    </section>
  );
}
