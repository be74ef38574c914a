import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { Finding } from '../../../contracts/result.ts';
import styles from './Result.module.css';

/** Limits that are seen without a click: the most important come first. */
const shown = 2;

/** The answer of the run, then what limits it, then the machine and the conditions. */
export function FindingPanel({ finding }: { finding: Finding }) {
  const { sentences, limits, conditions } = finding;
  const rest = limits.slice(shown);
  return (
    <section className={styles.finding} aria-label="Finding">
      <div className={styles.answer}>
        <div>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        <CopyFinding text={[...sentences, conditions].join('\n')} />
      </div>
      {limits.length > 0 && (
        <ul className={styles.limits} aria-label="Limits">
          {limits.slice(0, shown).map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{rest.length === 1 ? '1 more limit' : `${rest.length} more limits`}</summary>
          <ul className={styles.limits}>
            {rest.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        </details>
      )}
      <p className={styles.environment}>{conditions}</p>
    </section>
  );
}

/** Copies the sentences with the conditions that they hold under. */
function CopyFinding({ text }: { text: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label="Copy the finding"
          leftSection={
            copied ? <IconCheck size={13} stroke={1.8} /> : <IconCopy size={13} stroke={1.7} />
          }
          onClick={copy}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      )}
    </CopyButton>
  );
}
