import { z } from 'zod';
import { durationHelp, durationOr, durationSchema } from './duration.ts';
import { setting } from './setting.ts';

/** Shortest warm-up that can detect a steady state, in milliseconds: two windows of ten ticks. */
export const minSteady = 5000;
/** Default maximum length of an adaptive warm-up. */
export const defaultMax = '60s';

/** An adaptive warm-up, which ends when the metrics are steady. */
const steadyFieldsSchema = z.strictObject({
  until: setting(z.literal('steady'), {
    label: 'Until',
    doc: 'Until throughput (open load: latency) is steady.',
  }),
  within: setting(
    durationSchema.prefault(defaultMax).refine((ms) => ms > minSteady, {
      error: 'expected more than 5s, the time needed to detect a steady state',
    }),
    {
      label: 'Within',
      doc: 'Maximum length, steady or not.',
      kind: 'duration',
    },
  ),
  atLeast: setting(durationSchema.prefault('5s'), {
    label: 'At least',
    doc: 'Minimum length; detecting a steady state takes at least 5 s.',
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

/** The settings of an adaptive warm-up; null if it is omitted from the file or has a fixed length. */
export function steadyOf(warmUp: WarmUp | undefined): SteadyWarmUp | null {
  return typeof warmUp === 'object' ? warmUp : null;
}

/** Maximum length of a warm-up, in milliseconds. */
export function longestWarmUp(warmUp: WarmUp | undefined): number {
  return typeof warmUp === 'object' ? warmUp.within : (warmUp ?? 0);
}
