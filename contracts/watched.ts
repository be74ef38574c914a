import { z } from 'zod';

/**
 * What `wirebench agent --watch` sees of a machine beside a service that is not ours, and of processes and containers
 * that were chosen there. Figures that the system does not tell are null.
 */

/** Processes and containers that can be chosen on a machine. */
export const maxWatchedParts = 16;

/** What is chosen: processes by number or name, or a container by its name or number. */
const watchedPartSchema = z.object({
  kind: z.enum(['process', 'container']),
  name: z.string().min(1).max(200),
});
export type WatchedPart = z.infer<typeof watchedPartSchema>;

/** What a machine that watches has to say before it sees anything. */
export const watchingSchema = z.object({
  parts: z.array(watchedPartSchema).max(maxWatchedParts),
  /** What its system does not tell, in sentences. */
  missing: z.array(z.string()).max(10),
});
export type Watching = z.infer<typeof watchingSchema>;

const usageSchema = z.object({
  /** Cores in use, on average since the figures before. */
  cpuCores: z.number().min(0).nullable(),
  /** Of a machine what is not available, of processes what they keep in memory. */
  memoryBytes: z.number().min(0).nullable(),
});

const partUsageSchema = usageSchema.extend({
  /** How many of the chosen processes there are, or processes of the container. */
  processes: z.number().int().min(0).nullable(),
});
export type PartUsage = z.infer<typeof partUsageSchema>;

const machineUsageSchema = usageSchema.extend({
  /** Over all networks but the loopback one, bytes a second. */
  receivedPerSecond: z.number().min(0).nullable(),
  sentPerSecond: z.number().min(0).nullable(),
  /** Open sockets of all kinds. */
  sockets: z.number().int().min(0).nullable(),
  /** In the order in which they were chosen. */
  parts: z.array(partUsageSchema).max(maxWatchedParts),
});
export type MachineUsage = z.infer<typeof machineUsageSchema>;

/** A look at a machine. */
export const watchedSampleSchema = machineUsageSchema.extend({
  /** When, on the machine’s own monotonic clock, in nanoseconds. */
  at: z.string().regex(/^\d{1,19}$/),
});
export type WatchedSample = z.infer<typeof watchedSampleSchema>;

const watchedFigureSchema = z.object({ mean: z.number(), max: z.number() }).nullable();
export type WatchedFigure = z.infer<typeof watchedFigureSchema>;

/** What was seen of a machine during a trial. */
export const watchedMachineSchema = z.object({
  name: z.string(),
  os: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  memoryBytes: z.number(),
  parts: z.array(watchedPartSchema),
  missing: z.array(z.string()),
  /** By how much the times may be wrong; null where its clock was not compared. */
  clockErrorMs: z.number().nullable(),
  /** Of the looks that fall into the measured windows; null where none does. */
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
  /** One a second, of long trials fewer; `at` in seconds from the start of the trial. */
  points: z.array(machineUsageSchema.extend({ at: z.number() })),
});
export type WatchedMachine = z.infer<typeof watchedMachineSchema>;
