import { networkLevelSchema } from '../../contracts/experiment/environment-factors.ts';
import type { Experiment } from '../../contracts/experiment/experiment.ts';
import { type FactorName, factorsSchema } from '../../contracts/experiment/factors.ts';
import { factsOf } from '../../contracts/experiment/setting.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import { protocols } from '../../contracts/words.ts';
import { workloadIn } from '../../workloads/registry.ts';
import type { WorkloadContract } from '../../workloads/workload.ts';
import { countCells } from './cells.ts';
import type { FileFault } from './findings.ts';
import { nearestWord } from './wording.ts';

/** Far more trials than practical, and as many as a plan can keep in memory. */
export const maxTrials = 10_000;

/** Rules that concern a valid experiment as a whole. */
export function crossCheck(experiment: Experiment): FileFault[] {
  return [...trialCount(experiment), ...thresholdLevels(experiment)];
}

function trialCount(experiment: Experiment): FileFault[] {
  const trials = countCells(experiment) * experiment.repetitions;
  if (trials <= maxTrials) return [];
  const message = `expected at most ${maxTrials} trials, and the factors and repetitions make ${trials}`;
  return [{ kind: 'wrong', path: ['factors'], message }];
}

/** The named levels of a factor; for factors without a list of names, those of the experiment. */
function namedLevels(
  factor: FactorName,
  { factors }: Experiment,
  workload: WorkloadContract,
): readonly string[] {
  if (factor === 'protocol') return protocols;
  if (factor === 'shape') return workload.shapes.map(({ name }) => name);
  const { choices } = factsOf(factorsSchema.shape[factor]) ?? {};
  return choices ? Object.keys(choices) : (factors[factor] ?? []).map(String);
}

/** Whether a text is an unnamed level of a factor, such as a shape of a given length. */
function isMade(factor: FactorName, level: string, workload: WorkloadContract): boolean {
  if (factor === 'shape') return workload.operationOf(level) !== null;
  return factor === 'connections' && /^shared-[1-9]\d*$/.test(level);
}

/** A condition that no cell can meet would make its rule pass unnoticed. */
function thresholdLevels(experiment: Experiment): FileFault[] {
  const { thresholds, factors } = experiment;
  const workload = workloadIn(experiment);
  return thresholds.flatMap((threshold, index) =>
    threshold.when.flatMap((condition) => {
      // A plan lists use cases, which are not shapes of the workload.
      if (condition.factor === 'shape' && factors.shape.includes(condition.level)) return [];
      const message = impossibleLevel(condition, experiment, workload);
      return message ? [{ kind: 'wrong' as const, path: ['thresholds', index], message }] : [];
    }),
  );
}

function impossibleLevel(
  { factor, level }: Threshold['when'][number],
  experiment: Experiment,
  workload: WorkloadContract,
): string | undefined {
  if (factor === 'users') {
    return /^\d+$/.test(level) ? undefined : `expected a whole number of users, got "${level}"`;
  }
  if (factor === 'rate') {
    return /^\d+(\.\d+)?$/.test(level) ? undefined : `expected requests per second, got "${level}"`;
  }
  if (factor === 'network') {
    const { error } = networkLevelSchema.safeParse(level);
    return error && `${error.issues[0]?.message}, got "${level}"`;
  }
  const levels = namedLevels(factor, experiment, workload);
  if (levels.includes(level) || isMade(factor, level, workload)) return undefined;
  if (levels.length === 0)
    return `expected a factor that the file lists, and factors has no ${factor}`;
  const near = nearestWord(level, levels);
  return `no level of ${factor} is called "${level}": expected one of ${levels.join(', ')}${near ? `; did you mean "${near}"?` : ''}`;
}
