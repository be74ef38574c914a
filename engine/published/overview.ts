import type { BuiltInExperiment } from '../../contracts/engine-api.ts';
import type { RunSummary } from '../../contracts/history.ts';
import type {
  PublishedComparison,
  StudyExperiment,
  StudyOverview,
} from '../../contracts/published.ts';
import { defaultStack } from '../../contracts/stacks.ts';
import type { StudyName } from '../../contracts/studies.ts';
import { builtInExperiments } from '../experiment/builtin.ts';
import { estimateSeconds, planTrials } from '../experiment/plan.ts';
import { readExperiment } from '../experiment/read.ts';
import { publishedStudies } from './tables.ts';

const quickEnding = '-quick';

type LastRun = (name: string) => StudyExperiment['lastRun'];

/** The built-in experiments of a study, the published size before the quick twins. */
export function studyExperiments(study: StudyName, lastRun: LastRun = () => null) {
  return builtInExperiments()
    .flatMap((built) => experimentOf(built, study, lastRun))
    .sort((a, b) => stem(a.id).localeCompare(stem(b.id)) || Number(a.quick) - Number(b.quick));
}

function experimentOf(
  { id, name, description, text }: BuiltInExperiment,
  study: StudyName,
  lastRun: LastRun,
): StudyExperiment[] {
  const read = readExperiment(text);
  if (!read.ok || read.experiment.study?.name !== study) return [];
  const trials = planTrials(read.experiment);
  return [
    {
      id,
      name,
      description,
      tables: [...read.experiment.study.tables],
      stacks: [...(read.experiment.factors.stack ?? [defaultStack])],
      quick: id.endsWith(quickEnding),
      trials: trials.length,
      seconds: estimateSeconds(read.experiment, trials),
      lastRun: lastRun(name),
    },
  ];
}

function stem(id: string): string {
  return id.endsWith(quickEnding) ? id.slice(0, -quickEnding.length) : id;
}

/** The last run of each name; `runs` has the newest first. */
export function lastRuns(
  runs: readonly RunSummary[],
  comparisonOf: (runId: string) => PublishedComparison | null,
): LastRun {
  const byName = new Map(runs.toReversed().map((run) => [run.name, run]));
  return (name) => {
    const run = byName.get(name);
    if (!run) return null;
    const { id, startedAt, status } = run;
    const found = status === 'running' ? null : comparisonOf(id);
    return { id, startedAt, status, counts: found?.counts ?? null, tally: found?.tally ?? null };
  };
}

/** The five studies, with the parts that Wirebench repeats. */
export function studyOverviews(lastRun: LastRun): StudyOverview[] {
  return publishedStudies().map((study) => ({
    ...study,
    experiments: studyExperiments(study.name, lastRun),
  }));
}
