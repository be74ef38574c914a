import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { RunHead } from '../../../contracts/result.ts';
import { navigate } from '../../app/navigation.ts';
import {
  environmentLine,
  outcomeSentence,
  type ThresholdSummary,
  thresholdSummaries,
} from '../../data/run-summary.ts';
import styles from './Result.module.css';

interface RunFactsProps {
  readonly run: RunHead;
  readonly trials: readonly TrialResult[];
}

/** What a reader has to know before the figures: the machine, what went wrong, what was met. */
export function RunFacts({ run, trials }: RunFactsProps) {
  const outcome = outcomeSentence(run, trials);
  const untrusted = trials.filter(({ client }) => client.verdict !== 'ok');
  return (
    <div className={styles.facts}>
      <p className={styles.environment}>{environmentLine(run.environment)}</p>
      {outcome && (
        <Fact tone={run.status === 'failed' ? 'bad' : 'warn'}>
          {outcome}
          {run.status === 'running' && (
            <Button size="compact-xs" variant="default" onClick={() => navigate({ view: 'run' })}>
              Watch it
            </Button>
          )}
        </Fact>
      )}
      {run.warnings.map((warning) => (
        <Fact key={warning} tone="warn">
          {warning}
        </Fact>
      ))}
      {run.badCells.length > 0 && (
        <Fact tone="bad">Cells with a failed trial: {run.badCells.join('; ')}.</Fact>
      )}
      {untrusted.length > 0 && (
        <Fact tone="warn">
          In {untrusted.length} of {trials.length} trials the load generator was at or near its
          limit. They are hatched in the figures and marked in the tables.
        </Fact>
      )}
      <Thresholds summaries={thresholdSummaries(trials)} />
    </div>
  );
}

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertTriangle };

function Fact({ tone, children }: { tone: 'good' | 'warn' | 'bad'; children: ReactNode }) {
  const Icon = icons[tone] ?? IconInfoCircle;
  return (
    <p className={styles.fact} data-tone={tone}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <span className={styles.factText}>{children}</span>
    </p>
  );
}

function Thresholds({ summaries }: { summaries: readonly ThresholdSummary[] }) {
  return summaries.map(({ rule, checked, missed }) => (
    <Fact key={rule} tone={missed.length === 0 ? 'good' : 'bad'}>
      Threshold <span className="wb-mono">{rule}</span>{' '}
      {missed.length === 0
        ? `met by all ${checked} trials it applies to.`
        : `missed by ${missed.length} of ${checked} trials: ${listed(missed)}.`}
    </Fact>
  ));
}

/** The first few of a list; the table of all trials has the rest. */
function listed(items: readonly string[]): string {
  const rest = items.length - 3;
  return items.slice(0, 3).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}
