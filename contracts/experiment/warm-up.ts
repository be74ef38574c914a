import { z } from 'zod';
import { durationHelp, durationOr, durationSchema } from './duration.ts';
import { setting } from './setting.ts';

/** Shortest warm-up in which anything can be found steady, in milliseconds: two windows of ten ticks. */
export const minSteady = 5000;
/** The longest that a warm-up takes that ends by itself, where nothing is said. */
export const defaultMax = '60s';

/** A warm-up that ends when the figures are steady. */
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

/** What `steady` alone means. */
export const defaultSteady: SteadyWarmUp = steadyWarmUpSchema.parse({ until: 'steady' });

/** What is not measured: a time, or until the figures are steady. Times in milliseconds. */
export const warmUpSchema = z.union(
  [
    z.literal('steady').transform(() => defaultSteady),
    steadyWarmUpSchema,
    durationOr(`${durationHelp}, or steady`),
  ],
  { error: `${durationHelp}, or steady` },
);
export type WarmUp = z.infer<typeof warmUpSchema>;

/** Of a warm-up that the file leaves open, or of one in milliseconds, whether and how it ends by itself. */
export function steadyOf(warmUp: WarmUp | undefined): SteadyWarmUp | null {
  return typeof warmUp === 'object' ? warmUp : null;
}

/** How long it takes at most, in milliseconds. */
export function longestWarmUp(warmUp: WarmUp | undefined): number {
  return typeof warmUp === 'object' ? warmUp.within : (warmUp ?? 0);
}
