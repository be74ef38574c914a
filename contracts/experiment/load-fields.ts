import { z } from 'zod';
import { arrivalsSchema, levelUnitSchema } from '../words.ts';
import { durationSchema } from './duration.ts';
import { wholeNumber } from './numbers.ts';
import { factsOf, type SettingFacts, setting } from './setting.ts';
import { warmUpSchema } from './warm-up.ts';

/** Arrivals per second across all workers; fractions are allowed (0.5 is one every two seconds). */
export const rateSchema = z
  .number({ error: 'expected a rate, requests per second, such as 200' })
  .min(0.01, 'expected a rate of at least 0.01 per second')
  .max(1_000_000, 'expected a rate of at most 1000000 per second');

/** Number of users of a closed load. */
export const usersSchema = wholeNumber(1, 100_000, 'a number of users');

const levelHelp = 'expected a level of load, such as 50';
/** The highest level of any load, in either unit. */
export const maxLevel = 1_000_000;
/** A level that a load passes through; may be 0. */
export const anyLevel = z
  .number({ error: levelHelp })
  .min(0, 'expected a level of 0 or more')
  .max(maxLevel, `expected a level of at most ${maxLevel}`);
/** A level that a load holds or ends at. */
export const level = anyLevel.min(0.01, 'expected a level of at least 0.01');

/** Shortest measured time, in milliseconds. */
export const minMeasuredMs = 100;
/** Longest time of a load, in milliseconds. */
export const maxLoadMs = 7 * 24 * 3_600_000;
/** A measured time. */
export const measuredDuration = durationSchema.refine(
  (ms) => ms >= minMeasuredMs,
  'expected at least 100ms',
);

/** The measured window is given by a duration or by a number of requests, never by both. */
export function requireDurationOrRequests(
  load: { duration?: number | undefined; requests?: number | undefined },
  context: z.RefinementCtx,
): void {
  const hasDuration = load.duration !== undefined;
  if (hasDuration === (load.requests !== undefined)) {
    context.addIssue({
      code: 'custom',
      path: hasDuration ? ['requests'] : [],
      message: 'expected either a duration or a number of requests',
    });
  }
  if (load.duration !== undefined && load.duration < minMeasuredMs) {
    context.addIssue({ code: 'custom', path: ['duration'], message: 'expected at least 100ms' });
  }
}

/** Help text for times that are not measured. */
export const excluded = 'excluded from every figure';
/** Unit of the levels of a load. */
export const levelMeanings = 'users, or requests per second';

/** Forms of a warm-up. */
const warmUpValues =
  '[duration](#durations), `steady`, or `{until: steady, within: 60s, atLeast: 5s}`';

/** The window of closed and open load. */
export const plainWindow = {
  /** By default, the result of `warmUpOf` for a cell. */
  warmUp: setting(warmUpSchema.optional(), {
    section: 'Load',
    label: 'Warm-up',
    doc: `At the start of the load; ${excluded}. steady: until throughput (open load: latency) is steady.`,
    help: excluded,
    kind: 'duration',
    fallback: '0s',
    byDefault: '`0s`; `steady` for `stack: java`',
    values: warmUpValues,
    see: 'steady',
    term: 'warm-up',
    likelihood: 'possible',
  }),
  duration: setting(durationSchema.optional(), {
    section: 'Load',
    label: 'Measure',
    doc: 'Length of the measured window, after the warm-up; a number without a unit is in seconds.',
    help: 'per trial',
    kind: 'duration',
    term: 'measurement-window',
    likelihood: 'possible',
    subject: 'Duration',
    values: '[duration](#durations), at least `100ms`',
    byDefault: 'either this …',
  }),
  requests: setting(wholeNumber(1, 1_000_000_000, 'a number of requests').optional(), {
    section: 'Load',
    label: 'Measure',
    doc: 'Number of completed requests to measure, across all workers, instead of a duration.',
    help: 'per trial',
    unit: 'requests',
    term: 'measurement-window',
    likelihood: 'possible',
    subject: 'Requests of a trial',
    byDefault: '… or this',
  }),
};
/** Default limit of unanswered requests in open load. */
export const defaultMaxInFlight = 1000;

/** Pause of a user between an answer and the next request. */
export const thinkTime = <T extends z.ZodType>(schema: T) =>
  setting(schema, {
    section: 'Load',
    label: 'Think time',
    doc: 'Pause of a user between an answer and the next request; default none.',
    help: 'pause between answer and next request',
    kind: 'duration',
    fallback: '0ms',
    goesWith: 'users',
    term: 'think-time',
    likelihood: 'likely',
  });

/** Spacing of open arrivals. */
export const arrivals = <T extends z.ZodType>(schema: T) =>
  setting(schema, {
    section: 'Load',
    label: 'Arrivals',
    doc: 'For rate-based load. constant: evenly spaced; poisson: random gaps, drawn with the seed, as from independent clients.',
    choices: {
      constant: { label: 'Constant', help: 'evenly spaced' },
      poisson: { label: 'Poisson', help: 'random, from the seed' },
    },
    fallback: 'constant',
    goesWith: 'rate',
    term: 'arrivals',
    likelihood: 'likely',
  });

/** Limit of unanswered requests; further arrivals are dropped. */
export const maxInFlight = wholeNumber(1, 100_000, 'a number of requests');
export const inFlight = <T extends z.ZodType>(schema: T) =>
  setting(schema, {
    section: 'Load',
    label: 'In flight',
    doc: `For rate-based load: the most unanswered requests at a time, default ${defaultMaxInFlight}; further arrivals are dropped and counted, not sent.`,
    help: 'at most; further arrivals are dropped and counted',
    unit: 'requests',
    fallback: defaultMaxInFlight,
    goesWith: 'rate',
    term: 'in-flight',
    likelihood: 'possible',
    subject: 'Maximum requests in flight',
  });

/**
 * Settings shared by all models whose level varies: the number of users of a closed load, or the rate of an open
 * one. The defaults are those of a fixed level: no think time, constant arrivals, {@link defaultMaxInFlight}.
 */
export const varyingFields = {
  thinkTime: thinkTime(durationSchema.optional()),
  arrivals: arrivals(arrivalsSchema.optional()),
  maxInFlight: inFlight(maxInFlight.optional()),
};

/** Unit of the levels in a model whose level varies. */
export const levelUnitSetting = setting(levelUnitSchema.default('users'), {
  section: 'Load',
  label: 'Levels are',
  doc: 'What the levels count: users (closed load) or requests per second (open load).',
  choices: { users: { label: 'Users' }, rate: { label: 'Requests/s' } },
  likelihood: 'likely',
});

/** Starting level of a load with a varying level. */
export const from = <T extends z.ZodType>(
  schema: T,
  doc: string,
  more: Partial<SettingFacts> = {},
) =>
  setting(schema, {
    ...more,
    section: 'Load',
    label: 'From',
    doc,
    unit: levelMeanings,
    likelihood: 'possible',
    subject: 'First level',
  });

/** Unmeasured time before each measurement of a level. */
export const settle = setting(warmUpSchema.prefault('1s'), {
  section: 'Load',
  label: 'Settle',
  doc: `Before each round; ${excluded}. steady: until throughput (open load: latency) is steady.`,
  help: excluded,
  kind: 'duration',
  values: warmUpValues,
  see: 'steady',
  term: 'warm-up',
  likelihood: 'possible',
});

/**
 * Reports a key that is valid in itself but conflicts with others.
 * @param meant the key that the user must have meant, if that is clear.
 */
export function misplaced(
  path: string[],
  message: string,
  context: z.RefinementCtx,
  meant?: string,
): void {
  context.addIssue({ code: 'custom', path, message, params: { misplaced: true, meant } });
}

/** The keys of `shape` that are only valid with the given unit of levels, or the given search method. */
export function keysOf(
  shape: Readonly<Record<string, z.ZodType>>,
  goesWith: SettingFacts['goesWith'],
): string[] {
  return Object.keys(shape).filter((key) => {
    const schema = shape[key];
    return schema !== undefined && factsOf(schema)?.goesWith === goesWith;
  });
}
