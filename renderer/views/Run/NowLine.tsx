import type { RunProgress, TrialProgress } from '../../../contracts/engine-api.ts';
import { describeSurroundings } from '../../../contracts/experiment/cell.ts';
import type { RunStatus } from '../../../contracts/words.ts';
import { tlsLabel } from '../../../metrics/cell-columns.ts';
import { formatDuration } from '../../../metrics/format.ts';
import { cellLevelText, levelOf } from '../../../metrics/levels.ts';
import { hasFigures } from '../../../metrics/trial-columns.ts';
import { ProtocolChip } from '../../components/ProtocolChip.tsx';
import { type TrialTally, tallyTrials } from '../../data/matrix.ts';
import { roundNow } from '../../data/rounds.ts';
import styles from './Run.module.css';
import { percentOfTrial } from './runState.ts';
import { useRun } from './runStore.ts';

/** The current trial in words, the engine's activity, and the progress of the run. */
export function NowLine() {
  const progress = useRun((state) => state.progress);
  if (!progress) return null;
  const tally = tallyTrials(progress.trials);
  const trial = progress.trials.find(({ index }) => index === progress.current);
  return (
    <div className={styles.nowLine}>
      <div className={styles.nowWords}>
        {trial ? <CellWords trial={trial} /> : <strong>{idleWords(progress)}</strong>}
        {trial && (
          <span className={styles.activity} role="status">
            {progress.activity}
          </span>
        )}
      </div>
      <div className={styles.progressLine}>
        <RunProgressBar tally={tally} status={progress.status} />
        <span className={styles.progressText}>
          {tally.done} of {tally.total} trials
          {tally.failed > 0 && <span className={styles.bad}>, {tally.failed} failed</span>}
          <TimeLeft />
        </span>
      </div>
    </div>
  );
}

/** Separate from the words, since it moves four times a second. */
function RunProgressBar({ tally, status }: { tally: TrialTally; status: RunStatus }) {
  const percent = useRun(percentOfTrial);
  return (
    <progress
      className={styles.progress}
      aria-label="Trials done"
      value={tally.done + (percent ?? 0) / 100}
      max={Math.max(1, tally.total)}
      data-status={status}
    />
  );
}

function CellWords({ trial }: { trial: TrialProgress }) {
  const { protocol, shape, tls, client } = trial.cell;
  return (
    <span className={styles.cellWords}>
      <ProtocolChip protocol={protocol} />
      <strong>{shape}</strong>
      {levelOf(trial.cell) !== null && <span>{cellLevelText(trial.cell)}</span>}
      <span>{tlsLabel(tls)}</span>
      <span>{client} client</span>
      {describeSurroundings(trial.cell).map((level) => (
        <span key={level}>{level}</span>
      ))}
      <CurrentRound trial={trial.index} />
      {trial.repetition > 1 && <span>repetition {trial.repetition}</span>}
    </span>
  );
}

/** The current round, if the load has rounds that are distinct during the run. */
function CurrentRound({ trial }: { trial: number }) {
  const words = useRun(({ history }) => roundNow(history.trial === trial ? history.last : null));
  return words === null ? null : <span>{words}</span>;
}

function idleWords(progress: RunProgress): string {
  // The rounds panel shows which.
  if (progress.status === 'running' && progress.awaited) return 'Waiting for machines';
  if (progress.status === 'running') return progress.activity || 'Preparing the next trial';
  const tally = tallyTrials(progress.trials);
  const kept = progress.trials.filter(({ result }) => result && hasFigures(result)).length;
  if (progress.status === 'failed' && tally.failed === tally.total) {
    return 'Failed: no trial was completed.';
  }
  if (progress.status === 'completed') {
    return allDone(tally.total);
  }
  if (progress.trials.some(({ status, result }) => status === 'interrupted' && result === null)) {
    return 'Interrupted: what was measured is stored.';
  }
  const ended = { failed: 'With failures', stopped: 'Stopped', interrupted: 'Interrupted' };
  return `${ended[progress.status]}: the figures of ${kept} of ${tally.total} trials are kept.`;
}

function allDone(trials: number): string {
  if (trials === 1) return 'The trial is done.';
  return trials === 2 ? 'Both trials are done.' : `All ${trials} trials are done.`;
}

function TimeLeft() {
  // A wait has no known duration.
  const running = useRun(
    ({ progress }) => progress?.status === 'running' && progress.awaited === undefined,
  );
  const seconds = useRun((state) =>
    state.secondsLeft === null ? null : Math.max(0, Math.round(state.secondsLeft)),
  );
  if (!running || seconds === null) return null;
  return <> · about {formatDuration(seconds)} left</>;
}
