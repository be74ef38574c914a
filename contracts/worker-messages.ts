import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { connectionsSchema } from './experiment/experiment.ts';
import { clientHealthSchema, countsSchema } from './measurement.ts';
import { phaseSchema, textKindSchema, verifySchema } from './words.ts';

/** Where and how a worker reaches the target. */
export const addressSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  /** Prefix of every HTTP path, without a slash at the end; empty for bundled services. */
  basePath: z.string(),
  tls: z
    .object({
      /** PEM certificates that are trusted, and the name that the server's must carry. */
      ca: z.array(z.string()),
      serverName: z.string(),
      minVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      maxVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      /** PEM certificate and key of the client, for mutual TLS. */
      identity: z.object({ cert: z.string(), key: z.string() }).nullable(),
    })
    .nullable(),
});
export type Address = z.infer<typeof addressSchema>;

/** The load of a validated experiment; all durations in milliseconds. */
export const assignedLoadSchema = z.object({
  model: z.literal('closed'),
  rampUp: z.number(),
  warmUp: z.number(),
  duration: z.number().optional(),
  requests: z.number().int().optional(),
  thinkTime: z.number(),
});

/** One worker's part of a trial. */
export const assignmentSchema = z.object({
  cell: cellSchema,
  address: addressSchema,
  text: textKindSchema,
  seed: z.number().int(),
  load: assignedLoadSchema,
  connections: connectionsSchema,
  timeoutMs: z.number(),
  verify: verifySchema,
  /** Users of this worker: numbers `firstUser`, `firstUser + userStep`, … of all the trial's users. */
  users: z.number().int(),
  firstUser: z.number().int(),
  userStep: z.number().int(),
  /** This worker's share of `load.requests`, and of shared connections; null where there is none. */
  requests: z.number().int().nullable(),
  sharedConnections: z.number().int().nullable(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** To a worker. */
export const workerCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prepare'), trial: z.number().int(), assignment: assignmentSchema }),
  /** Start at this reading of `process.hrtime.bigint()`, in nanoseconds. */
  z.object({ type: z.literal('start'), trial: z.number().int(), at: z.bigint() }),
  /** Send nothing more, wait for what is in flight, report `done`. */
  z.object({ type: z.literal('stop'), trial: z.number().int() }),
]);
export type WorkerCommand = z.infer<typeof workerCommandSchema>;

/** Counts since the last tick; a tick ends every quarter of a second and at the edges of phases. */
export const tickSchema = countsSchema.extend({
  phase: phaseSchema,
  /** From the start of the trial, in milliseconds. */
  startMs: z.number(),
  endMs: z.number(),
  health: clientHealthSchema,
});
export type Tick = z.infer<typeof tickSchema>;

/** From a worker. */
export const workerReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), trial: z.number().int() }),
  z.object({ type: z.literal('tick'), trial: z.number().int(), tick: tickSchema }),
  z.object({
    type: z.literal('done'),
    trial: z.number().int(),
    issued: z.number().int(),
    abandoned: z.number().int(),
    /** When the measured window of this worker opened and closed, ms from the start of the trial. */
    windowStartMs: z.number(),
    windowEndMs: z.number(),
    notes: z.array(z.string()),
  }),
  z.object({ type: z.literal('failed'), trial: z.number().int(), error: errorReportSchema }),
]);
export type WorkerReport = z.infer<typeof workerReportSchema>;
