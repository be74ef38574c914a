import { type KeyboardEvent, memo, type SyntheticEvent } from 'react';
import type { HistoryPage, RunSummary } from '../../../../contracts/history.ts';
import { countOf, formatAgo, formatCount, formatExactTime } from '../../../../metrics/format.ts';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { VerdictBadge } from '../../../components/VerdictBadge.tsx';
import { navigate } from '../../../navigation/navigation.ts';
import styles from '../History.module.css';
import { removeRuns } from '../historyActions.ts';
import { edit, toggleChosen } from '../historyStore.ts';
import { describeSpan } from '../runTimes.ts';
import { OutcomeLines } from './OutcomeLines.tsx';
import { PinButton } from './PinButton.tsx';
import { RowActions } from './RowActions.tsx';
import { RunLabels } from './RunLabels.tsx';
import { RunName } from './RunName.tsx';

interface RunRowProps {
  /** Undefined while it is loading. */
  readonly run: RunSummary | undefined;
  readonly index: number;
  /** Whether Tab leads to this row; the arrow keys lead on to the others. */
  readonly isTabStop: boolean;
  readonly isChosen: boolean;
  readonly onFocus: (index: number) => void;
  /** Tags to choose from. */
  readonly tags: HistoryPage['tags'];
}

/** A run in progress is best seen live. */
function openRun(run: RunSummary): void {
  navigate(
    run.status === 'running' ? { view: 'run', runId: null } : { view: 'result', runId: run.id },
  );
}

function actOnKey(event: KeyboardEvent, run: RunSummary): void {
  if (event.target !== event.currentTarget) return;
  const actions: Record<string, () => void> = {
    Enter: () => openRun(run),
    ' ': () => toggleChosen(run),
    F2: () => edit(run.id, 'name'),
    Delete: () => void removeRuns([run]),
  };
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** Clicks that are not meant for the row. */
function keep(event: SyntheticEvent): void {
  event.stopPropagation();
}

/** One run: its name, outcome, and the user's tags and note. */
export const RunRow = memo(function RunRow(props: RunRowProps) {
  const { run, index, isTabStop, isChosen, onFocus } = props;
  if (!run) return <WaitingRow index={index} />;
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(index)}
      onClick={() => openRun(run)}
      onKeyDown={(event) => actOnKey(event, run)}
    >
      <td className={styles.cell} onClick={keep} onKeyDown={keep}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={`Choose ${run.name}`}
          tabIndex={isTabStop ? 0 : -1}
          checked={isChosen}
          onChange={() => toggleChosen(run)}
        />
      </td>
      <td className={styles.tight}>
        <PinButton run={run} tabIndex={isTabStop ? 0 : -1} />
      </td>
      <td className={styles.cell}>
        <RunName run={run} tabIndex={isTabStop ? 0 : -1} />
        <RunLabels run={run} tags={props.tags} />
      </td>
      <td className={styles.cell}>
        <OutcomeLines run={run} />
      </td>
      <RunFacts run={run} />
      <td className={styles.tight} data-from="small">
        <RowActions run={run} tabIndex={isTabStop ? 0 : -1} />
      </td>
    </tr>
  );
});

function RunFacts({ run }: { run: RunSummary }) {
  const { trialsDone, startedAt, status, verdict } = run;
  const trials = trialsOf(run, formatCount);
  const inWords = trialsOf(run, (count) => countOf(count, 'trial'));
  return (
    <>
      <td className={styles.cell}>
        <time title={formatExactTime(startedAt)}>{formatAgo(startedAt)}</time>
        <div className={styles.second}>{describeSpan(run)}</div>
      </td>
      <td className={styles.cell} data-numeric data-from="wide">
        {describeSpan(run)}
      </td>
      <td className={styles.cell} data-from="small">
        <StatusBadge status={status} bare />
        <div className={styles.second} title={inWords}>
          {inWords}
        </div>
      </td>
      <td className={styles.cell} data-numeric data-from="wide">
        {trials}
      </td>
      <td className={styles.cell} data-from="middle">
        {trialsDone > 0 ? <VerdictBadge verdict={verdict} bare /> : '–'}
      </td>
    </>
  );
}

/** Number of completed trials, and the total if some are missing; `write` formats the last number. */
function trialsOf({ trialsDone, trialsPlanned }: RunSummary, write: (count: number) => string) {
  if (trialsDone === trialsPlanned) return write(trialsDone);
  return `${formatCount(trialsDone)} of ${write(trialsPlanned)}`;
}

function WaitingRow({ index }: { index: number }) {
  return (
    <tr className={styles.row} aria-rowindex={index + 2} aria-busy>
      <td className={styles.cell} colSpan={3}>
        <span className={styles.waiting} />
      </td>
    </tr>
  );
}
