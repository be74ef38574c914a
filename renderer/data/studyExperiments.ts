import type { StudyExperiment } from '../../contracts/published.ts';

/** An experiment of the published size and its quick twin; one of them may be missing. */
export interface PairOfTwins {
  readonly key: string;
  readonly full: StudyExperiment | null;
  readonly quick: StudyExperiment | null;
}

/** Puts the experiments of a study together with their quick twins, in their order. */
export function twins(experiments: readonly StudyExperiment[]): PairOfTwins[] {
  const pairs = new Map<string, PairOfTwins>();
  for (const one of experiments) {
    const key = one.quick ? one.id.replace(/-quick$/, '') : one.id;
    const pair = pairs.get(key) ?? { key, full: null, quick: null };
    pairs.set(key, { ...pair, [one.quick ? 'quick' : 'full']: one });
  }
  return [...pairs.values()];
}
