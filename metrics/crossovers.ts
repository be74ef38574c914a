import type { Crossover } from '../contracts/result.ts';
import { countOf } from './format.ts';

/** Comparisons of two curves, those first in which where they cross, or which is above, is certain. */
export interface SortedCrossovers {
  readonly certain: readonly Crossover[];
  readonly others: readonly Crossover[];
  /** How many others there are, in a sentence; null where there are none. */
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

/** Curves that seem to cross say nothing for certain until one crossing is; others do by a single level. */
function isCertain({ crossings, levels }: Crossover): boolean {
  return crossings.length > 0
    ? crossings.some(({ interval }) => interval !== null)
    : levels.some(({ certain }) => certain);
}
