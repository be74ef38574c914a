import type { Experiment } from '../../contracts/experiment/experiment.ts';

/** Things worth knowing before the start, in sentences with their reasons. */
export function warnings(experiment: Experiment): string[] {
  return experiment.repetitions === 1
    ? [
        'Each cell runs once, so the spread between repetitions, and with it whether a difference is real, cannot be told. Set repetitions to 3 or more.',
      ]
    : [];
}
