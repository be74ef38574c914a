import { z } from 'zod';
import { arrivalsSchema, type LevelUnit } from '../words.ts';
import { durationSchema } from './duration.ts';
import { listOf } from './lengths.ts';
import {
  anyLevel,
  arrivals,
  defaultMaxInFlight,
  from,
  inFlight,
  keysOf,
  level,
  levelMeanings,
  levelUnitSetting,
  maxInFlight,
  maxLevel,
  maxLoadMs,
  measuredDuration,
  minMeasuredMs,
  misplaced,
  plainWindow,
  requireDurationOrRequests,
  settle,
  thinkTime,
  varyingFields,
} from './load-fields.ts';
import { type LoadModel, modelSetting } from './load-models.ts';
import { type PlanLoad, planLoadSchema } from './plan-load.ts';
import { searchFieldsSchema, searchLoadSchema, searchRange } from './search-load.ts';
import { setting } from './setting.ts';

export { defaultMaxInFlight, misplaced } from './load-fields.ts';
export { searchLoadSchema, searchRange } from './search-load.ts';

/** Closed load: each of `users` sends its next request after the answer to the last one. */
export const closedLoadSchema = z
  .strictObject({
    model: modelSetting('closed'),
    rampUp: setting(
      z
        .number({ error: 'expected users started per second, such as 50' })
        .min(0)
        .max(maxLevel)
        .default(0),
      {
        section: 'Load',
        label: 'Ramp-up',
        doc: 'Users started per second; 0 starts all at once.',
        help: 'users/s; 0 starts all at once',
        unit: 'users per second',
        term: 'ramp-up',
        likelihood: 'possible',
        subject: 'Users started per second',
        values: 'number, 0 or more',
      },
    ),
    ...plainWindow,
    thinkTime: thinkTime(durationSchema.prefault('0ms')),
  })
  .superRefine(requireDurationOrRequests);

/** Open load: requests are due at times that do not depend on the answers; its factor is `rate`. */
const openLoadSchema = z
  .strictObject({
    model: modelSetting('open'),
    arrivals: arrivals(arrivalsSchema.default('constant')),
    maxInFlight: inFlight(maxInFlight.default(defaultMaxInFlight)),
    ...plainWindow,
  })
  .superRefine(requireDurationOrRequests);

const stopAt = (fallback: 'saturation' | 'end') =>
  setting(z.enum(['saturation', 'end']).default(fallback), {
    section: 'Load',
    label: 'Ends at',
    doc: 'saturation: ends a few seconds after throughput stops rising or requests begin to fail; end: continues to the last level.',
    choices: {
      saturation: { label: 'Saturation', help: 'or at the highest level' },
      end: { label: 'The end', help: 'even if the service has saturated before' },
    },
    term: 'saturation',
    likelihood: 'possible',
  });
const beginning = 'The starting level.';
const perSecondHelp = 'expected how much the level rises in a second, such as 15';

/** The level rises steadily from `from` to `to` by `perSecond` a second. */
const rampLoadSchema = z
  .strictObject({
    model: modelSetting('ramp'),
    of: levelUnitSetting,
    from: from(anyLevel.default(0), beginning),
    to: setting(level, {
      section: 'Load',
      label: 'To',
      doc: 'The final level.',
      unit: levelMeanings,
      likelihood: 'possible',
      subject: 'Highest level',
      values: 'more than `from`, at most 1,000,000 (100,000 users)',
    }),
    perSecond: setting(z.number({ error: perSecondHelp }).min(0.001).max(maxLevel), {
      section: 'Load',
      label: 'Rise',
      doc: 'How much the level rises per second.',
      help: 'per second',
      unit: 'users, or requests per second, added per second',
      likelihood: 'possible',
      subject: 'Rise per second',
    }),
    stopAt: stopAt('saturation'),
    ...varyingFields,
  })
  .superRefine((load, context) => {
    const reject = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    const ms = ((load.to - load.from) / load.perSecond) * 1000;
    if (load.to <= load.from) {
      reject('to', `expected more than "from", which is ${load.from}`);
    } else if (ms < minMeasuredMs) {
      reject('perSecond', 'expected a slower rise: this ramp is over within 100ms');
    } else if (ms > maxLoadMs) {
      reject('perSecond', 'expected a faster rise: this ramp takes more than 7 days');
    }
  });

/** A ladder: each level is held and measured as a separate steady state. */
const stepsLoadSchema = z.strictObject({
  model: modelSetting('steps'),
  of: levelUnitSetting,
  levels: setting(
    listOf(level, 'level', {
      max: 1000,
      error: 'expected the levels, such as [10, 50, 100]',
    }).superRefine(rising),
    {
      section: 'Load',
      label: 'Levels',
      doc: 'The levels, in rising order; each is a round with its own connections.',
      unit: levelMeanings,
      likelihood: 'possible',
      values: '1 to 1,000 rising numbers',
    },
  ),
  hold: setting(measuredDuration, {
    section: 'Load',
    label: 'Hold',
    doc: 'Measured time per level.',
    help: 'measured per level',
    kind: 'duration',
    likelihood: 'possible',
    values: '[duration](#durations), at least `100ms`',
  }),
  settle,
  stopAt: stopAt('end'),
  ...varyingFields,
});

function rising(levels: readonly number[], context: z.RefinementCtx): void {
  levels.forEach((level, index) => {
    const before = levels[index - 1] ?? 0;
    if (level > before) return;
    const message = `expected levels that rise, so more than ${before}`;
    context.addIssue({ code: 'custom', path: [index], message });
  });
}

/** A stage: its length, and the level at its end. */
const stageSchema = z.strictObject({
  for: setting(measuredDuration, {
    label: 'For',
    doc: 'Length of the stage.',
    kind: 'duration',
    values: '[duration](#durations), at least `100ms`',
  }),
  to: setting(anyLevel, {
    label: 'To',
    doc: 'Level at the end of the stage.',
    unit: levelMeanings,
    values: '0 or more',
  }),
});

/** Stages in sequence, each moving the level linearly to its own: load, stress, spike and endurance profiles. */
const stagesLoadSchema = z
  .strictObject({
    model: modelSetting('stages'),
    of: levelUnitSetting,
    from: from(anyLevel.default(0), beginning),
    stages: setting(
      listOf(stageSchema, 'stage', {
        max: 1000,
        error: 'expected the stages, such as [{for: 30s, to: 200}]',
      }),
      {
        section: 'Load',
        label: 'Stages',
        doc: 'In order, each moving the level linearly to its own; at most 7 days in total.',
        likelihood: 'possible',
        values: '1 to 1,000 stages',
      },
    ),
    ...varyingFields,
  })
  .superRefine(({ from, stages }, context) => {
    const reject = (message: string) =>
      context.addIssue({ code: 'custom', path: ['stages'], message });
    if (from === 0 && stages.every(({ to }) => to === 0)) {
      reject('expected a stage that rises above 0');
    }
    if (stages.reduce((total, stage) => total + stage.for, 0) > maxLoadMs) {
      reject('expected stages of at most 7 days (168h) in total');
    }
  });

const varyingLoads = [rampLoadSchema, stepsLoadSchema, stagesLoadSchema, searchLoadSchema] as const;

/** Fields that only one kind of level has, and whole users. */
function fitsItsUnit(load: Load, context: z.RefinementCtx): void {
  if (!variesItself(load)) return;
  const other = load.of === 'users' ? 'rate' : 'users';
  for (const key of keysOf(varyingFields, other)) {
    if ((load as Partial<Record<string, unknown>>)[key] === undefined) continue;
    misplaced([key], `${key} belongs to a load of ${other}; this one is of ${load.of}`, context);
  }
  if (load.of !== 'users') return;
  for (const { path, level } of placedLevels(load)) {
    if (Number.isInteger(level) && level <= 100_000) continue;
    const message = 'expected a whole number of users, at most 100000';
    context.addIssue({ code: 'custom', path, message });
  }
}

/** Every level that a varying load names, with its place in the load. */
export function placedLevels(load: VaryingLoad): { path: (string | number)[]; level: number }[] {
  switch (load.model) {
    case 'ramp':
      return ends(load);
    case 'search':
      return ends(searchRange(load));
    case 'steps':
      return load.levels.map((level, index) => ({ path: ['levels', index], level }));
    case 'stages':
      return [
        { path: ['from'], level: load.from },
        ...load.stages.map(({ to }, index) => ({ path: ['stages', index, 'to'], level: to })),
      ];
  }
}

function ends({ from, to }: { readonly from: number; readonly to: number }) {
  return [
    { path: ['from'], level: from },
    { path: ['to'], level: to },
  ];
}

/** How requests are issued. Durations are in milliseconds. */
export const loadSchema = z
  .discriminatedUnion(
    'model',
    [closedLoadSchema, openLoadSchema, ...varyingLoads, planLoadSchema],
    {
      error: 'expected a load model: closed, open, ramp, steps, stages, search or plan',
    },
  )
  .superRefine(fitsItsUnit);
export type Load = z.infer<typeof loadSchema>;
export type ClosedLoad = z.infer<typeof closedLoadSchema>;
export type OpenLoad = z.infer<typeof openLoadSchema>;
export type RampLoad = z.infer<typeof rampLoadSchema>;
export type StepsLoad = z.infer<typeof stepsLoadSchema>;
export type StagesLoad = z.infer<typeof stagesLoadSchema>;
export type SearchLoad = z.infer<typeof searchLoadSchema>;
/** A load whose level varies; its cells have neither users nor a rate. */
export type VaryingLoad = RampLoad | StepsLoad | StagesLoad | SearchLoad;
export { type LoadModel, loadModels } from './load-models.ts';
export type { PlanLoad } from './plan-load.ts';

/** Whether the level of a load varies. */
function variesItself(load: Load): load is VaryingLoad {
  return load.model !== 'closed' && load.model !== 'open' && load.model !== 'plan';
}

/** Whether the shapes of an experiment are use cases, repeated continuously. */
export function isPlan(load: Load): load is PlanLoad {
  return load.model === 'plan';
}

const strictObjects = {
  closed: closedLoadSchema,
  open: openLoadSchema,
  ramp: rampLoadSchema,
  steps: stepsLoadSchema,
  stages: stagesLoadSchema,
  search: searchFieldsSchema,
  plan: planLoadSchema,
} as const satisfies Record<LoadModel, z.ZodObject>;

/** The keys allowed in a load of this model. */
export function loadKeys(model: LoadModel): string[] {
  return Object.keys(strictObjects[model].shape);
}

/** Unit of a load's levels: users, or arrivals per second. In a plan, users execute the iterations. */
export function unitOf(load: Load): LevelUnit {
  if (load.model === 'closed' || load.model === 'plan') return 'users';
  return load.model === 'open' ? 'rate' : load.of;
}
