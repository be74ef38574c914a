import { Button } from '@mantine/core';
import { IconFlask2, IconPlayerPlay } from '@tabler/icons-react';
import type { StudyExperiment } from '../../../contracts/published.ts';
import { countOf, formatAgo, formatWholeSeconds } from '../../../metrics/format.ts';
import { openEntry, runEntry } from '../../actions/collectionActions.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { TallyChips } from '../../components/published/TallyChips.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { formatRoute } from '../../navigation/navigation.ts';
import styles from './Studies.module.css';

interface ExperimentListProps {
  readonly experiments: readonly StudyExperiment[];
  /** The study's name. */
  readonly label: string;
}

/** The experiments of a study, each with its quick version and its last runs. */
export function StudyExperiments({ experiments, label }: ExperimentListProps) {
  if (experiments.length === 0) {
    return (
      <EmptyState
        icon={<IconFlask2 size={20} stroke={1.6} aria-hidden />}
        title="No experiment repeats this study yet"
      >
        Your own experiments are compared with its tables when their files name them under the key
        study.
      </EmptyState>
    );
  }
  return (
    <ul className={styles.experiments} aria-label={`Experiments of ${label}`}>
      {twins(experiments).map((pair) => (
        <Row key={pair.key} pair={pair} />
      ))}
    </ul>
  );
}

function Row({ pair: { full, quick } }: { pair: PairOfTwins }) {
  const shown = full ?? quick;
  if (!shown) return null;
  const last = [quick, full].filter((one) => one !== null);
  return (
    <li className={styles.experiment}>
      <div className={styles.what}>
        <h3>{shown.name}</h3>
        <p>{shown.description}</p>
        {last.map((one) => (
          <LastRun key={one.id} experiment={one} />
        ))}
      </div>
      <div className={styles.buttons}>
        {full && <Actions experiment={full} kind="full" />}
        {quick && <Actions experiment={quick} kind="quick" />}
      </div>
    </li>
  );
}

function Actions({ experiment, kind }: { experiment: StudyExperiment; kind: 'full' | 'quick' }) {
  const { id, name, trials, seconds } = experiment;
  const entry = { id, name, kind: 'built-in' as const };
  const time = seconds === null ? '' : `, ${formatWholeSeconds(seconds)}`;
  const isQuick = kind === 'quick';
  return (
    <div className={styles.action}>
      <span className={styles.size}>
        {isQuick ? 'Quick twin' : 'Published size'}
        <span className={styles.effort}>
          {countOf(trials, 'trial')}
          {time}
        </span>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Open ${name}`}
        onClick={() => openEntry(entry)}
      >
        Open
      </Button>
      <Button
        size="compact-sm"
        variant={isQuick ? 'filled' : 'default'}
        aria-label={`Run ${name}`}
        leftSection={<IconPlayerPlay size={13} stroke={1.8} />}
        onClick={() => runEntry(entry)}
      >
        Run
      </Button>
    </div>
  );
}

/** The last run of an experiment, and its comparison with the published tables. */
function LastRun({ experiment: { lastRun, quick } }: { experiment: StudyExperiment }) {
  if (!lastRun) return null;
  const { id, startedAt, status, tally } = lastRun;
  return (
    <div className={styles.last}>
      <StatusBadge status={status} bare />
      <a href={`${formatRoute({ view: 'result', runId: id })}/published`}>
        {quick ? 'Quick twin' : 'Published size'}, {formatAgo(startedAt)}
      </a>
      {tally && <TallyChips tally={tally} />}
    </div>
  );
}

/** An experiment of the published size and its quick version; one of them may be missing. */
interface PairOfTwins {
  readonly key: string;
  readonly full: StudyExperiment | null;
  readonly quick: StudyExperiment | null;
}

/** Pairs the experiments of a study with their quick versions, in order. */
function twins(experiments: readonly StudyExperiment[]): PairOfTwins[] {
  const pairs = new Map<string, PairOfTwins>();
  for (const one of experiments) {
    const key = one.quick ? one.id.replace(/-quick$/, '') : one.id;
    const pair = pairs.get(key) ?? { key, full: null, quick: null };
    pairs.set(key, { ...pair, [one.quick ? 'quick' : 'full']: one });
  }
  return [...pairs.values()];
}
