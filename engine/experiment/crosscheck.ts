import type { Experiment } from '../../contracts/experiment/experiment.ts';
import type { Threshold } from '../../contracts/experiment/threshold.ts';
import { clientKinds, protocols, tlsLevels } from '../../contracts/words.ts';
import { parseShape, shapeNames } from '../../contracts/workloads/product-shapes.ts';
import { countCells } from './cells.ts';
import type { Finding } from './findings.ts';
import { nearestWord } from './wording.ts';

/** More trials than anybody waits for, and as many as a plan can hold in memory. */
export const maxTrials = 10_000;

/** Rules about a valid experiment as a whole. */
export function crossCheck(experiment: Experiment): Finding[] {
  return [...trialCount(experiment), ...thresholdLevels(experiment)];
}

function trialCount(experiment: Experiment): Finding[] {
  const trials = countCells(experiment) * experiment.repetitions;
  if (trials <= maxTrials) return [];
  const message = `expected at most ${maxTrials} trials, and the factors and repetitions make ${trials}`;
  return [{ kind: 'wrong', path: ['factors'], message }];
}

const known: Record<string, readonly string[]> = {
  protocol: protocols,
  shape: shapeNames,
  tls: tlsLevels,
  client: clientKinds,
};

/** A condition that no cell can ever meet would make its rule pass unseen. */
function thresholdLevels(experiment: Experiment): Finding[] {
  return experiment.thresholds.flatMap((threshold, index) =>
    threshold.when.flatMap((condition) => {
      const message = impossibleLevel(condition);
      return message ? [{ kind: 'wrong' as const, path: ['thresholds', index], message }] : [];
    }),
  );
}

function impossibleLevel({ factor, level }: Threshold['when'][number]): string | undefined {
  if (factor === 'users') {
    return /^\d+$/.test(level) ? undefined : `expected a whole number of users, got "${level}"`;
  }
  if (factor === 'rate') {
    return /^\d+(\.\d+)?$/.test(level) ? undefined : `expected requests per second, got "${level}"`;
  }
  const levels = known[factor] ?? [];
  if (levels.includes(level) || (factor === 'shape' && parseShape(level))) return undefined;
  const near = nearestWord(level, levels);
  return `no ${factor} is called "${level}": expected one of ${levels.join(', ')}${near ? `; did you mean "${near}"?` : ''}`;
}
