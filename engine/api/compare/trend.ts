import { setImmediate } from 'node:timers/promises';
import { type ComparedMetric, compareLimits, type Trend } from '../../../contracts/compare.ts';
import type { RunSummary } from '../../../contracts/engine-api.ts';
import { workOfTrials } from '../../../contracts/work.ts';
import { cellsOfRun } from '../../report/compare/measured-run.ts';
import { type ExperimentIdentity, identityOf } from '../../report/compare/same-experiment.ts';
import { trendOf } from '../../report/compare/trend.ts';
import type { Store } from '../../store/store.ts';
import { measuredRun } from './measured.ts';

/** Maximum number of runs searched, newest first. */
const maxRuns = 5000;
/** Maximum number of experiment texts whose parsed form is cached. */
const maxTexts = 5000;
/** Runs processed before yielding: a run may be in progress. */
const atOnce = 25;

/** Finds the runs of an experiment; caches parsed experiment texts between calls. */
export function trendReader(store: Store) {
  const identities = identityCache();
  return async (runId: string, metric: ComparedMetric): Promise<Trend> => {
    const wanted = measuredRun(store, runId);
    const identity = identities(wanted.head.experiment);
    const ended = store
      .listRuns(maxRuns)
      .filter(({ status, trialsDone }) => status !== 'running' && trialsDone > 0);
    const kin: Kin[] = [];
    for (const [index, summary] of ended.entries()) {
      if (index % atOnce === atOnce - 1) await setImmediate();
      kin.push(...relation(store, summary, identity, identities));
    }
    const shown = withinLimits(kin, runId);
    const runs = shown.map(({ summary, sameExperiment }) => ({
      run: measuredRun(store, summary.id),
      sameExperiment,
    }));
    const cells = cellsOfRun(wanted).map(({ cell }) => cell);
    return {
      metric,
      experiment: identity.name || wanted.head.name,
      ...trendOf(metric, runs.reverse(), cells, workOfTrials(wanted.trials)),
      omitted: kin.length - shown.length,
    };
  };
}

interface Kin {
  readonly summary: RunSummary;
  readonly sameExperiment: boolean;
}

function relation(
  store: Store,
  summary: RunSummary,
  wanted: ExperimentIdentity,
  identities: (text: string) => ExperimentIdentity,
): Kin[] {
  const found = identities(store.runHead(summary.id).experiment);
  const sameExperiment = found.key === wanted.key;
  const sameName = found.name !== '' && found.name === wanted.name;
  return sameExperiment || sameName ? [{ summary, sameExperiment }] : [];
}

/** The newest matching runs, always including the requested one. */
function withinLimits(kin: readonly Kin[], runId: string): Kin[] {
  let trials = 0;
  return kin.filter(({ summary }, index) => {
    trials += summary.trialsDone;
    const fits = index < compareLimits.trendRuns && trials <= compareLimits.trendTrials;
    return fits || summary.id === runId;
  });
}

function identityCache(): (text: string) => ExperimentIdentity {
  const known = new Map<string, ExperimentIdentity>();
  return (text) => {
    const remembered = known.get(text);
    if (remembered) return remembered;
    if (known.size >= maxTexts) known.clear();
    const found = identityOf(text);
    known.set(text, found);
    return found;
  };
}
