import { z } from 'zod';
import { durationSchema } from './duration.ts';
import { level, measured, misplaced, shortest, varyingFields } from './load-fields.ts';
import { shareSchema } from './numbers.ts';
import { thresholdTextSchema } from './threshold.ts';

/** The fields of a search as a person writes them; some belong to one method only. */
export const searchFieldsSchema = z.strictObject({
  model: z.literal('search'),
  ...varyingFields,
  method: z.enum(['doubling', 'bisection']),
  from: level.default(2),
  /** No round goes beyond this level. */
  to: level.default(2048),
  /** Measured time of each round. */
  round: measured.prefault('20s'),
  /** Before each round; excluded from every figure. */
  settle: durationSchema.prefault('1s'),
  /** Doubling goes on while throughput rises by this share or more; 2% when it is left out. */
  flatten: shareSchema.optional(),
  /** Measured time of the last round at the level found; 0 leaves it out. */
  final: durationSchema
    .refine((ms) => ms === 0 || ms >= shortest, 'expected 0, or at least 100ms')
    .prefault('100s'),
  /** What a level must keep, such as `p99 < 50ms`. Bisection needs it. */
  objective: thresholdTextSchema.optional(),
  /** Bisection ends when the bounds are this close; 5% when it is left out. */
  precision: shareSchema.refine((share) => share > 0, 'expected more than 0%').optional(),
});

/**
 * Looks for a level by rounds. `doubling`: from `from`, twice as much each round, while throughput
 * rises by `flatten` or more; then a round of `final` at the best level (kth-2023). `bisection`:
 * the highest level that keeps `objective`, found to within `precision`.
 */
export const searchLoadSchema = searchFieldsSchema
  .superRefine((load, context) => {
    const reject = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (load.to < load.from) reject('to', `expected at least "from", which is ${load.from}`);
    const isBisection = load.method === 'bisection';
    for (const key of isBisection ? bisectionLacks : doublingLacks) {
      if (load[key] !== undefined) misplaced([key], belongsToMethod(key, load.method), context);
    }
    if (isBisection && load.objective === undefined) {
      const message = 'expected an objective such as "p99 < 50ms", which bisection looks for';
      reject('objective', message);
    }
    if (!isBisection || !load.objective) return;
    if (load.objective.when.length > 0) {
      reject('objective', 'expected an objective without "when": it holds for every cell');
    }
    if (load.objective.metric === 'throughput') {
      reject('objective', 'expected a limit on latency, errors or dropped, which rise with load');
    } else if (load.objective.operator.startsWith('>')) {
      reject('objective', 'expected an objective with < or <=: what it limits rises with load');
    }
  })
  .transform((load) => ({
    ...load,
    flatten: load.flatten ?? 0.02,
    precision: load.precision ?? 0.05,
  }));

const bisectionLacks = ['flatten'] as const;
const doublingLacks = ['objective', 'precision'] as const;

function belongsToMethod(key: string, method: string): string {
  const other = method === 'doubling' ? 'bisection' : 'doubling';
  return `${key} belongs to method: ${other}; this one is ${method}`;
}
