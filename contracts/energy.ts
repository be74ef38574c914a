import { z } from 'zod';

/** Source of energy values: counters of the processor, or CPU time times a stated power. */
export const energySourceKindSchema = z.enum(['rapl', 'estimate']);

/** Consumers of a trial's energy; `rest` is everything else this machine did meanwhile. */
export const energyConsumerSchema = z.enum(['client', 'service', 'gateway', 'network', 'rest']);
export type EnergyConsumer = z.infer<typeof energyConsumerSchema>;

/**
 * Caveats of an energy value. `short`: the window was shorter than two sampling intervals. `idle`: no more
 * energy was used than when idle, so none can be attributed. `remote`: the service ran elsewhere and is not
 * included. `unreadable`: the counters could not be read to the end.
 */
export const energyFlagSchema = z.enum(['short', 'idle', 'remote', 'unreadable']);
export type EnergyFlag = z.infer<typeof energyFlagSchema>;

/** Energy of the measured window of a trial. */
export const trialEnergySchema = z.object({
  source: energySourceKindSchema,
  /** Above the idle baseline. An estimate has no baseline: it is CPU time × `wattsPerCore`. */
  joules: z.number(),
  /** Idle energy of the machine over the same time; null for an estimate, or if not measured. */
  baselineJoules: z.number().nullable(),
  /** `joules` over the requests that ended in the window, successful or not; null if none did. */
  joulesPerRequest: z.number().nullable(),
  /** `joules` by CPU time; they add up to `joules`. Empty if there was nothing to attribute. */
  processes: z.array(z.object({ who: energyConsumerSchema, joules: z.number() })),
  /** Between two samples of the counters; null for an estimate. */
  intervalMs: z.number().nullable(),
  /** Number of readings used; 0 for an estimate. */
  samples: z.number().int(),
  /** For an estimate: assumed power of one busy core; null for counters. */
  wattsPerCore: z.number().nullable(),
  flags: z.array(energyFlagSchema),
});
export type TrialEnergy = z.infer<typeof trialEnergySchema>;

/** Whether this machine's energy counters can be read, and why not. */
export const energySourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rapl'),
    /** Names of the summed counters, such as `package-0` and `dram`. */
    domains: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('none'),
    /** `absent`: no such counters. `denied`: they exist, but may not be read. */
    why: z.enum(['absent', 'denied', 'unreadable']),
    /** Explanation and remedy, in a sentence. */
    text: z.string(),
  }),
]);
export type EnergySource = z.infer<typeof energySourceSchema>;

/** Centre and range of a value over the repetitions of a cell. */
export const energySpreadSchema = z.object({
  mean: z.number(),
  median: z.number(),
  min: z.number(),
  max: z.number(),
});
export type EnergySpread = z.infer<typeof energySpreadSchema>;

/** Explanations of a flag. */
export const energyFlagWords: Readonly<Record<EnergyFlag, string>> = {
  short: 'shorter than two sampling intervals, so the figure is coarse',
  idle: 'no more energy was used than when idle, so none can be attributed',
  remote: 'the service ran on another machine and is not included',
  unreadable: 'the counters could not be read to the end of the window',
};
