import { z } from 'zod';
import { durationSchema } from './duration.ts';
import { wholeNumber } from './numbers.ts';

/** `stagger`: one iteration after the other, with the interval between; `load`: all at once. */
export const planScheduleSchema = z.enum(['stagger', 'load']);
export type PlanSchedule = z.infer<typeof planScheduleSchema>;

/** How the requests of an iteration follow each other; see `batchesOf`. */
export const planFormSchema = z.enum(['staged', 'sequential', 'parallel']);
export type PlanForm = z.infer<typeof planFormSchema>;

/** Whether making connections belongs to the time of an iteration. */
export const planSetUpSchema = z.enum(['inside', 'outside']);
export type PlanSetUp = z.infer<typeof planSetUpSchema>;

/** Most iterations of a trial: each one's time is kept. */
export const maxIterations = 10_000;

/** A use case over and over, each time as a client of its own would do it; `factors.shape` lists the use cases. */
export const planLoadSchema = z.strictObject({
  model: z.literal('plan'),
  /** That are measured, over all workers. */
  iterations: wholeNumber(1, maxIterations, 'a number of iterations').default(100),
  /** Under `stagger`, from the end of an iteration to the start of the next. */
  interval: durationSchema.prefault('500ms'),
  schedule: planScheduleSchema.default('stagger'),
  form: planFormSchema.default('staged'),
  setUp: planSetUpSchema.default('inside'),
  /** Before those that are measured; excluded from every figure. */
  warmUpIterations: wholeNumber(0, maxIterations, 'a number of iterations').default(0),
});
export type PlanLoad = z.infer<typeof planLoadSchema>;
