import { z } from 'zod';
import { durationSchema } from './duration.ts';
import { excluded } from './load-fields.ts';
import { modelSetting } from './load-models.ts';
import { wholeNumber } from './numbers.ts';
import { setting } from './setting.ts';

/** `stagger`: one iteration after another, with the interval between; `load`: all concurrently. */
export const planScheduleSchema = z.enum(['stagger', 'load']);
export type PlanSchedule = z.infer<typeof planScheduleSchema>;

/** How the requests of an iteration follow each other; see `batchesOf`. */
export const planFormSchema = z.enum(['staged', 'sequential', 'parallel']);
export type PlanForm = z.infer<typeof planFormSchema>;

/** Whether connecting is part of an iteration's time. */
export const planSetUpSchema = z.enum(['inside', 'outside']);
export type PlanSetUp = z.infer<typeof planSetUpSchema>;

/** Maximum iterations of a trial: each time is kept. */
export const maxIterations = 10_000;

/** A repeated use case, each time as by a separate client; `factors.shape` lists the use cases. */
export const planLoadSchema = z.strictObject({
  model: modelSetting('plan'),
  iterations: setting(wholeNumber(1, maxIterations, 'a number of iterations').default(100), {
    section: 'Load',
    label: 'Iterations',
    doc: 'Iterations to measure, across all workers.',
    help: 'measured per use case',
    unit: 'iterations',
    term: 'iteration',
    likelihood: 'possible',
  }),
  schedule: setting(planScheduleSchema.default('stagger'), {
    section: 'Load',
    label: 'Schedule',
    doc: 'stagger: one iteration after another; load: all at once.',
    choices: {
      stagger: { label: 'Stagger', help: 'one iteration after another' },
      load: { label: 'Load', help: 'all iterations at once' },
    },
    likelihood: 'likely',
  }),
  interval: setting(durationSchema.prefault('500ms'), {
    section: 'Load',
    label: 'Interval',
    doc: 'With schedule stagger, from the end of one iteration to the start of the next.',
    help: 'between iterations',
    kind: 'duration',
    likelihood: 'possible',
    subject: 'Interval between iterations',
  }),
  form: setting(planFormSchema.default('staged'), {
    section: 'Load',
    label: 'Form',
    doc: 'staged: the requests of a stage together, one stage after another; sequential: one request after another; parallel: together, except where an earlier answer is needed.',
    choices: {
      staged: { label: 'Staged', help: 'the requests of a stage together' },
      sequential: { label: 'Sequential', help: 'one request after another' },
      parallel: { label: 'Parallel', help: 'together, except where an earlier answer is needed' },
    },
    term: 'use-case',
    likelihood: 'likely',
    subject: 'Iteration form',
  }),
  setUp: setting(planSetUpSchema.default('inside'), {
    section: 'Load',
    label: 'Connecting',
    doc: 'inside: connecting is part of the time of an iteration; outside: connections are opened before it.',
    choices: {
      inside: { label: 'Timed', help: 'part of the time of an iteration' },
      outside: { label: 'Not timed', help: 'connections are opened before timing starts' },
    },
    likelihood: 'likely',
  }),
  warmUpIterations: setting(wholeNumber(0, maxIterations, 'a number of iterations').default(0), {
    section: 'Load',
    label: 'Warm-up',
    doc: `Before the measured ones; ${excluded}.`,
    help: `iterations ${excluded}`,
    unit: 'iterations',
    term: 'warm-up',
    likelihood: 'possible',
  }),
});
export type PlanLoad = z.infer<typeof planLoadSchema>;
