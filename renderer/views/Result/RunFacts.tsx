import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';
import { Children, type ReactNode } from 'react';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { Finding, RunHead } from '../../../contracts/result.ts';
import { countOf } from '../../../metrics/format.ts';
import { cautions, ownLimits } from '../../data/cautions.ts';
import { failureSentences } from '../../data/failures.ts';
import { runNotes } from '../../data/runNotes.ts';
import {
  outcomeSentence,
  type ThresholdSummary,
  thresholdSummaries,
} from '../../data/runSummary.ts';
import { stackNames, stacksWanted } from '../../data/stacks.ts';
import { workloadOfRun } from '../../data/workload.ts';
import { navigate } from '../../navigation/navigation.ts';
import styles from './Result.module.css';

interface RunFactsProps {
  readonly run: RunHead;
  readonly trials: readonly TrialResult[];
  readonly finding: Finding | undefined;
}

/** Problems and remedies, expanded; limits, met thresholds and notes, each once, collapsed to their count. */
export function RunFacts({ run, trials, finding }: RunFactsProps) {
  const outcome = outcomeSentence(run, trials);
  const thresholds = thresholdSummaries(trials);
  const missed = thresholds.filter((one) => one.missed.length > 0);
  const untold = thresholds.filter((one) => one.missed.length === 0 && one.untold.length > 0);
  const met = thresholds.filter((one) => one.missed.length === 0 && one.untold.length === 0);
  const notes = cautions({
    // The first one stands with a finding that does not say how sure it is.
    limits: ownLimits(finding?.limits ?? []).slice(finding?.certainty ? 0 : 1),
    warnings: run.warnings,
    notes: runNotes(trials),
    saysShared: finding?.sharedCores !== undefined,
    saysMissing: outcome !== '',
  });
  const cells =
    run.badCells.length > 0 ? [`Cells with a failed trial: ${run.badCells.join('; ')}.`] : [];
  const wanted = stacksWanted(trials, workloadOfRun(run));
  const folded = cells.length + met.length + notes.length;
  return (
    <div className={styles.facts}>
      <Facts tone="bad">
        {run.status === 'failed' && <li>{outcome}</li>}
        {failureSentences(trials).map((failure) => (
          <li key={failure}>{failure}</li>
        ))}
        {missed.map((summary) => (
          <ThresholdLine key={summary.rule} summary={summary} />
        ))}
      </Facts>
      <Facts tone="warn">
        {untold.map((summary) => (
          <ThresholdLine key={summary.rule} summary={summary} />
        ))}
        {run.status !== 'failed' && outcome !== '' && (
          <li>
            {outcome}
            {run.status === 'running' && (
              <FactButton label="Watch it" onClick={() => navigate({ view: 'run', runId: null })} />
            )}
          </li>
        )}
        {wanted.length > 0 && (
          <li>
            Trials were skipped for want of the {stackNames(wanted)} services.
            <FactButton label="Stacks" onClick={() => navigate({ view: 'services' })} />
          </li>
        )}
      </Facts>
      {folded > 0 && (
        <details className={styles.more}>
          <summary>{countOf(folded, 'caution or note', 'cautions and notes')}</summary>
          <Facts tone="bad">
            {cells.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </Facts>
          <Facts tone="good">
            {met.map((summary) => (
              <ThresholdLine key={summary.rule} summary={summary} />
            ))}
          </Facts>
          <Facts tone="note">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </Facts>
        </details>
      )}
    </div>
  );
}

function FactButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="compact-xs" variant="default" ml="sm" onClick={onClick}>
      {label}
    </Button>
  );
}

const icons = {
  good: IconCircleCheck,
  note: IconInfoCircle,
  warn: IconAlertTriangle,
  bad: IconCircleX,
};

/** Sentences of one tone under one icon; nothing if there are none. */
function Facts({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  const Icon = icons[tone];
  return (
    <div className={styles.fact} data-tone={tone}>
      <Icon size={14} stroke={1.8} aria-hidden />
      <ul>{children}</ul>
    </div>
  );
}

function ThresholdLine({ summary }: { summary: ThresholdSummary }) {
  const { rule, checked, missed, untold } = summary;
  return (
    <li>
      Threshold <span className="wb-mono">{rule}</span>{' '}
      {missed.length > 0 && `missed by ${missed.length} of ${checked} trials: ${listed(missed)}. `}
      {untold.length > 0 &&
        `has no verdict in ${untold.length} of ${checked} trials: ${listed(untold)}.`}
      {missed.length === 0 && untold.length === 0 && `met by all ${checked} trials it applies to.`}
    </li>
  );
}

/** The first few of a list; the table of all trials has the others. */
function listed(items: readonly string[]): string {
  const rest = items.length - 3;
  return items.slice(0, 3).join('; ') + (rest > 0 ? `; and ${rest} more` : '');
}
