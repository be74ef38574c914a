import { z } from 'zod';
import { durationSchema } from './duration.ts';

/** How the energy of trials is found. */
export const energySettingsSchema = z
  .strictObject({
    /**
     * `auto`: the processor's counters where they can be read, else nothing. `rapl`: the counters, or the run
     * does not start. `estimate`: CPU time × `wattsPerCore`. `none`: no figures.
     */
    source: z.enum(['auto', 'rapl', 'estimate', 'none']).default('auto'),
    /** What one busy core draws, in watts; read for an estimate only. */
    wattsPerCore: z
      .number({ error: 'expected watts, such as 10' })
      .positive('expected more than 0 watts')
      .max(1000, 'expected at most 1000 watts')
      .default(10),
    /** Between two readings of the counters. */
    interval: durationSchema.prefault('1s'),
    /** How long the machine is left idle before the first trial to measure what it draws then; 0 leaves it out. */
    baseline: durationSchema.prefault('3s'),
  })
  .refine(({ interval }) => interval >= 10 && interval <= 60_000, {
    path: ['interval'],
    error: 'expected 10ms to 60s',
  })
  .refine(({ baseline }) => baseline <= 600_000, {
    path: ['baseline'],
    error: 'expected at most 10m',
  });
export type EnergySettings = z.output<typeof energySettingsSchema>;
