import { z } from 'zod';
import { durationSchema } from './duration.ts';
import {
  from,
  keysOf,
  level,
  levelMeanings,
  levelUnitSetting,
  measuredDuration,
  minMeasuredMs,
  misplaced,
  settle,
  varyingFields,
} from './load-fields.ts';
import { modelSetting } from './load-models.ts';
import { shareSchema } from './numbers.ts';
import { setting } from './setting.ts';
import { thresholdTextSchema } from './threshold.ts';

/** Levels of the first and of the highest round where the file names none. */
const defaultFrom = 2;
const defaultTo = 2048;

/** The fields of a search as written; some belong to one method only. */
export const searchFieldsSchema = z.strictObject({
  model: modelSetting('search'),
  of: levelUnitSetting,
  method: setting(z.enum(['doubling', 'bisection']), {
    section: 'Load',
    label: 'Method',
    doc: 'doubling: doubles the level each round while throughput rises; bisection: finds the highest level that meets the objective.',
    choices: {
      doubling: { label: 'Doubling', help: 'while throughput rises' },
      bisection: { label: 'Bisection', help: 'the highest level that meets an objective' },
    },
    term: 'search',
    likelihood: 'likely',
    subject: 'Search method',
  }),
  from: from(level.optional(), 'The level of the first round.', {
    fallback: defaultFrom,
    byDefault: `\`${defaultFrom}\`; for bisection of a rate an eighth of what a short closed load carries`,
  }),
  to: setting(level.optional(), {
    section: 'Load',
    label: 'To',
    doc: 'No round exceeds this level.',
    help: 'at most',
    fallback: defaultTo,
    byDefault: `\`${defaultTo}\`; for bisection of a rate as far as the service goes`,
    unit: levelMeanings,
    likelihood: 'possible',
    subject: 'Highest level',
    values: '`from` or more, at most 1,000,000 (100,000 users)',
  }),
  round: setting(measuredDuration.prefault('20s'), {
    section: 'Load',
    label: 'Round',
    doc: 'Measured time per round.',
    help: 'measured per level',
    kind: 'duration',
    likelihood: 'possible',
    values: '[duration](#durations), at least `100ms`',
  }),
  settle,
  flatten: setting(shareSchema.optional(), {
    section: 'Load',
    label: 'Flattens',
    doc: 'For doubling: continues while throughput rises by at least this share.',
    help: 'smallest rise of throughput to continue',
    kind: 'share',
    fallback: '2%',
    goesWith: 'doubling',
    likelihood: 'possible',
    subject: 'Smallest rise of throughput to continue doubling',
  }),
  objective: setting(thresholdTextSchema.optional(), {
    section: 'Load',
    label: 'Objective',
    doc: 'For bisection: what a level must meet; a latency, errors or dropped with < or <=, without when.',
    help: 'what a level must meet',
    unit: 'a rule such as p99 < 50ms',
    goesWith: 'bisection',
    likelihood: 'likely',
    values: 'rule such as `p99 < 50ms`',
    byDefault: 'required for `bisection`',
  }),
  precision: setting(shareSchema.refine((share) => share > 0, 'expected more than 0%').optional(), {
    section: 'Load',
    label: 'Precision',
    doc: 'For bisection: ends when its bounds are this close.',
    help: 'of the level found',
    kind: 'share',
    fallback: '5%',
    goesWith: 'bisection',
    likelihood: 'possible',
    subject: 'Search precision',
  }),
  final: setting(
    durationSchema
      .refine((ms) => ms === 0 || ms >= minMeasuredMs, 'expected 0, or at least 100ms')
      .prefault('100s'),
    {
      section: 'Load',
      label: 'Final round',
      doc: 'Measured time of the last round, at the level found; 0 skips it.',
      help: 'at the level found; 0 for none',
      kind: 'duration',
      likelihood: 'possible',
      values: '[duration](#durations), at least `100ms`, or `0`',
    },
  ),
  ...varyingFields,
});

/**
 * Searches for a level in rounds. `doubling`: from `from`, twice the level each round, while throughput
 * rises by `flatten` or more; then a round of `final` at the best level (kth-2023). `bisection`: the highest
 * level that meets `objective`, to within `precision`.
 */
export const searchLoadSchema = searchFieldsSchema
  .superRefine((load, context) => {
    const reject = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    const lowest = load.from ?? defaultFrom;
    if (load.to !== undefined && load.to < lowest) {
      reject('to', `expected at least "from", which is ${lowest}`);
    }
    const isBisection = load.method === 'bisection';
    const foreign = keysOf(searchFieldsSchema.shape, isBisection ? 'doubling' : 'bisection');
    for (const key of foreign) {
      if (load[key as keyof typeof load] !== undefined)
        misplaced([key], belongsToMethod(key, load.method), context);
    }
    if (isBisection && load.objective === undefined) {
      const message = 'expected an objective such as "p99 < 50ms" for bisection';
      reject('objective', message);
    }
    if (!isBisection || !load.objective) return;
    if (load.objective.when.length > 0) {
      reject('objective', 'expected an objective without "when": it applies to every cell');
    }
    if (load.objective.metric === 'throughput') {
      reject('objective', 'expected a limit on latency, errors or dropped, which rise with load');
    } else if (load.objective.operator.startsWith('>')) {
      reject('objective', 'expected an objective with < or <=: what it limits rises with load');
    }
  })
  .transform((load) => ({
    ...load,
    ...writtenRange(load),
    flatten: load.flatten ?? 0.02,
    precision: load.precision ?? 0.05,
  }));

/** The levels of a search, without those that it finds by itself. */
function writtenRange(load: z.infer<typeof searchFieldsSchema>): { from?: number; to?: number } {
  const { from, to, looks, grows } = searchRange(load);
  return { ...(looks ? {} : { from }), ...(grows ? {} : { to }) };
}

/** The levels that a search may try. */
export interface SearchRange {
  readonly from: number;
  readonly to: number;
  /** Whether a short closed load comes first, from whose throughput the first rate follows. */
  readonly looks: boolean;
  /** Whether the search goes on above `to` while the objective is met. */
  readonly grows: boolean;
}

/** The levels of a search, with those that its file leaves out. */
export function searchRange({
  from: first,
  to: last,
  method,
  of,
}: Pick<z.infer<typeof searchFieldsSchema>, 'from' | 'to' | 'method' | 'of'>): SearchRange {
  const isForRate = method === 'bisection' && of === 'rate';
  const from = first ?? defaultFrom;
  return {
    from,
    to: last ?? Math.max(defaultTo, from),
    looks: isForRate && first === undefined,
    grows: isForRate && last === undefined,
  };
}

function belongsToMethod(key: string, method: string): string {
  const other = method === 'doubling' ? 'bisection' : 'doubling';
  return `${key} belongs to method: ${other}; this one is ${method}`;
}
