import type { Crossover } from '../contracts/result.ts';
import { countOf } from './format.ts';

/** Comparisons of two curves, those with a certain crossing or a certain order first. */
export interface SortedCrossovers {
  readonly certain: readonly Crossover[];
  readonly others: readonly Crossover[];
  /** Number of uncertain comparisons, as a sentence; null if there are none. */
  readonly remark: string | null;
}

export function sortCrossovers(crossovers: readonly Crossover[]): SortedCrossovers {
  const certain = crossovers.filter(isCertain);
  const others = crossovers.filter((one) => !isCertain(one));
  const of = `Of ${countOf(crossovers.length, 'comparison')} of two curves over load,`;
  if (others.length === 0) return { certain, others, remark: null };
  const count =
    certain.length === 0
      ? 'none is certain'
      : `${others.length} ${others.length === 1 ? 'is' : 'are'} not certain`;
  return {
    certain,
    others,
    remark: `${of} ${count}: neither where they cross nor which is above.`,
  };
}

/** Curves that seem to cross are certain only if a crossing is; others are if a single level is. */
function isCertain({ crossings, levels }: Crossover): boolean {
  return crossings.length > 0
    ? crossings.some(({ interval }) => interval !== null)
    : levels.some(({ certain }) => certain);
}
