import { z } from 'zod';
import { durationHelp, durationOr, durationSchema } from './duration.ts';
import { setting } from './setting.ts';

/** Shortest warm-up in which metrics can be found steady, in milliseconds: two windows of ten ticks. */
export const minSteady = 5000;
/** Default maximum of a warm-up that ends by itself. */
export const defaultMax = '60s';

/** A warm-up that ends when the metrics are steady. */
const steadyFieldsSchema = z.strictObject({
  until: setting(z.literal('steady'), {
    label: 'Until',
    doc: 'Until throughput (open load: latency) is steady.',
  }),
  within: setting(
    durationSchema.prefault(defaultMax).refine((ms) => ms > minSteady, {
      error: 'expected more than 5s, which it takes to see that something is steady',
    }),
    {
      label: 'Within',
      doc: 'The longest that it takes, steady or not.',
      kind: 'duration',
    },
  ),
  atLeast: setting(durationSchema.prefault('5s'), {
    label: 'At least',
    doc: 'The shortest that it takes; finding something steady takes 5 s in any case.',
    kind: 'duration',
  }),
});

export const steadyWarmUpSchema = steadyFieldsSchema.refine(
  ({ within, atLeast }) => atLeast <= within,
  { path: ['atLeast'], error: 'expected no more than "within"' },
);
export type SteadyWarmUp = z.infer<typeof steadyWarmUpSchema>;

/** Meaning of plain `steady`. */
export const defaultSteady: SteadyWarmUp = steadyWarmUpSchema.parse({ until: 'steady' });

/** The unmeasured start: a fixed time, or until the metrics are steady. Times in milliseconds. */
export const warmUpSchema = z.union(
  [
    z.literal('steady').transform(() => defaultSteady),
    steadyWarmUpSchema,
    durationOr(`${durationHelp}, or steady`),
  ],
  { error: `${durationHelp}, or steady` },
);
export type WarmUp = z.infer<typeof warmUpSchema>;

/** The adaptive part of a warm-up that is omitted from the file, or given in milliseconds, if any. */
export function steadyOf(warmUp: WarmUp | undefined): SteadyWarmUp | null {
  return typeof warmUp === 'object' ? warmUp : null;
}

/** Its maximum, in milliseconds. */
export function longestWarmUp(warmUp: WarmUp | undefined): number {
  return typeof warmUp === 'object' ? warmUp.within : (warmUp ?? 0);
}
