import { z } from 'zod';

/**
 * Observations of `wirebench agent --watch`: a machine beside a service under test, and selected processes
 * and containers on it. Metrics that the system does not provide are null.
 */

/** Processes and containers that can be selected on a machine. */
export const maxWatchedParts = 16;

/** The selection: processes by number or name, or a container by its name or number. */
const watchedPartSchema = z.object({
  kind: z.enum(['process', 'container']),
  name: z.string().min(1).max(200),
});
export type WatchedPart = z.infer<typeof watchedPartSchema>;

/** Limitations that a watching machine reports in advance. */
export const watchingSchema = z.object({
  parts: z.array(watchedPartSchema).max(maxWatchedParts),
  /** Metrics that its system does not provide, in sentences. */
  missing: z.array(z.string()).max(10),
});
export type Watching = z.infer<typeof watchingSchema>;

const usageSchema = z.object({
  /** CPU usage in cores, averaged since the previous values. */
  cpuCores: z.number().min(0).nullable(),
  /** Available memory of a machine, resident memory of processes. */
  memoryBytes: z.number().min(0).nullable(),
});

const partUsageSchema = usageSchema.extend({
  /** Number of the selected processes, or of the container's processes. */
  processes: z.number().int().min(0).nullable(),
});
export type PartUsage = z.infer<typeof partUsageSchema>;

const machineUsageSchema = usageSchema.extend({
  /** Over all networks except loopback, bytes per second. */
  receivedPerSecond: z.number().min(0).nullable(),
  sentPerSecond: z.number().min(0).nullable(),
  /** Open sockets of all kinds. */
  sockets: z.number().int().min(0).nullable(),
  /** In the order of selection. */
  parts: z.array(partUsageSchema).max(maxWatchedParts),
});
export type MachineUsage = z.infer<typeof machineUsageSchema>;

/** One observation of a machine. */
export const watchedSampleSchema = machineUsageSchema.extend({
  /** Time on the machine’s own monotonic clock, in nanoseconds. */
  at: z.string().regex(/^\d{1,19}$/),
});
export type WatchedSample = z.infer<typeof watchedSampleSchema>;

const watchedFigureSchema = z.object({ mean: z.number(), max: z.number() }).nullable();
export type WatchedFigure = z.infer<typeof watchedFigureSchema>;

/** Observations of a machine during a trial. */
export const watchedMachineSchema = z.object({
  name: z.string(),
  os: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  parts: z.array(watchedPartSchema),
  missing: z.array(z.string()),
  /** Maximum error of the times; null if its clock was not compared. */
  clockErrorMs: z.number().nullable(),
  /** Over the observations in the measured windows; null without any. */
  measured: z
    .object({
      looks: z.number().int(),
      cpuCores: watchedFigureSchema,
      memoryBytes: watchedFigureSchema,
      receivedPerSecond: watchedFigureSchema,
      sentPerSecond: watchedFigureSchema,
      sockets: watchedFigureSchema,
      parts: z.array(z.object({ cpuCores: watchedFigureSchema, memoryBytes: watchedFigureSchema })),
    })
    .nullable(),
  /** One per second, fewer in long trials; `at` in seconds from the start of the trial. */
  points: z.array(machineUsageSchema.extend({ at: z.number() })),
});
export type WatchedMachine = z.infer<typeof watchedMachineSchema>;
