import { workOfTrials } from '../../../contracts/work.ts';
import { inSeries } from '../../../metrics/format.ts';
import type { OrderedRun } from '../comparisons.ts';
import { splitsAt } from '../two-way.ts';
import { splitWords, verdictIn, verdictWords } from '../two-way-words.ts';
import { maxNamed } from './contest-words.ts';
import { type Contests, contestName } from './contests.ts';

/** Sentence about which of protocol and stack decides; empty where unknown. */
export interface StackDecision {
  readonly sentences: readonly string[];
  /** Whether the result is certain in every grid. */
  readonly certain: boolean;
}

/**
 * Whether protocol or stack decides more in a run that varies both, at the level of its headline and by the metric
 * of the headline. Empty for cells without repetitions, whose interaction cannot be distinguished from noise.
 */
export function describeStack(
  run: OrderedRun,
  { level, measure: { metric } }: Pick<Contests, 'level' | 'measure'>,
): StackDecision {
  // A peak is measured over levels of load, which have no grids.
  if (metric === 'peak') return { sentences: [], certain: false };
  const grids = splitsAt(run, ['protocol', 'stack'], level, metric).flatMap((grid) =>
    grid.metrics.flatMap((split) => (split.interaction ? [{ grid, split }] : [])),
  );
  const certain = grids.every(({ split }) => ['factor', 'interaction'].includes(verdictIn(split)));
  const [only, ...more] = grids;
  if (!only) return { sentences: [], certain: false };
  if (more.length === 0) {
    const counts = workOfTrials(run.trials);
    const out = only.grid.leftOut;
    const without =
      out.length === 0 ? '' : `; without ${inSeries(out)}, of which too many cells are missing`;
    return { sentences: [splitWords(only.grid, only.split, counts) + without], certain };
  }
  const alike = Map.groupBy(grids, ({ grid, split }) => verdictWords(grid, split));
  const all = grids.map(({ grid }) => [grid]);
  const places = (own: typeof grids) =>
    grids.length > maxNamed
      ? `in ${own.length} of ${grids.length} grids`
      : inSeries(own.map(({ grid }) => contestName([grid], all, 'stack')));
  const clauses = [...alike].map(([verdict, own]) => `${places(own)}, ${verdict}`);
  return { sentences: [`${clauses.join('; ')}, each by its own 95 % interval`], certain };
}
