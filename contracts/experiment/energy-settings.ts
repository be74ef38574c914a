import { z } from 'zod';
import { durationSchema } from './duration.ts';
import { setting } from './setting.ts';

/** Settings for the energy of trials. */
export const energySettingsSchema = z
  .strictObject({
    source: setting(z.enum(['auto', 'rapl', 'estimate', 'none']).default('auto'), {
      section: 'Environment',
      label: 'Energy',
      doc: 'auto: counters where available, otherwise no figures; rapl: counters, or the run does not start; estimate: CPU time × wattsPerCore, labelled as an estimate; none: no figures.',
      choices: {
        auto: { label: 'Auto', help: 'counters where available, otherwise no figures' },
        rapl: { label: 'Counters', help: 'or the run does not start' },
        estimate: { label: 'Estimate', help: 'CPU time × watts per core; nothing is measured' },
        none: { label: 'None', help: 'no energy figures' },
      },
      likelihood: 'unlikely',
      subject: 'Energy source',
    }),
    wattsPerCore: setting(
      z
        .number({ error: 'expected watts, such as 10' })
        .positive('expected more than 0 watts')
        .max(1000, 'expected at most 1000 watts')
        .default(10),
      {
        section: 'Environment',
        label: 'Power',
        doc: 'Assumed power of one busy core, in watts; for an estimate only.',
        help: 'watts of a busy core',
        unit: 'watts',
        likelihood: 'unlikely',
        subject: 'Watts of a busy core',
        values: 'above 0, at most 1000',
      },
    ),
    interval: setting(durationSchema.prefault('1s'), {
      section: 'Environment',
      label: 'Sampling',
      doc: 'Time between two readings of the counters.',
      help: 'between two readings',
      kind: 'duration',
      likelihood: 'unlikely',
      subject: 'Energy sampling',
      values: '[duration](#durations), 10 ms to 60 s',
    }),
    baseline: setting(durationSchema.prefault('3s'), {
      section: 'Environment',
      label: 'Baseline',
      doc: 'How long the machine idles before the first trial, to measure its idle power; 0 skips this.',
      help: 'idle time before the first trial; 0 for none',
      kind: 'duration',
      likelihood: 'unlikely',
      subject: 'Energy baseline',
      values: '[duration](#durations), at most 10 m',
    }),
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
