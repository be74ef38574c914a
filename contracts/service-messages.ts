import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { datesLevelSchema, fieldsLevelSchema } from './experiment/environment-factors.ts';
import { serverHealthSchema } from './measurement.ts';
import { madeOfSchema } from './stacks.ts';
import { databaseKindSchema, protocolSchema, textKindSchema, workloadNameSchema } from './words.ts';

/** Longest message in bytes, in either direction, of every protocol. */
export const maxMessageBytes = 128 * 1024 * 1024;

/** Data and storage of a workload. Everything is optional. */
export const serviceSetupSchema = z.object({
  /** Settings of the workload's data, parsed by the workload's own schema. */
  data: z.record(z.string(), z.unknown()).default({}),
  seed: z.number().int().default(1),
  text: textKindSchema.default('ascii'),
  fields: fieldsLevelSchema.default('full'),
  dates: datesLevelSchema.default('full'),
  database: z
    .object({
      kind: databaseKindSchema.default('none'),
      /** Address of the PostgreSQL database; null for the others. */
      url: z.string().nullable().default(null),
      /** Maximum connections. */
      pool: z.number().int().min(1).default(10),
      /** Maximum wait of a request for a free connection, in milliseconds. */
      waitMs: z.number().min(0).default(5000),
    })
    .prefault({}),
});
export type ServiceSetup = z.infer<typeof serviceSetupSchema>;

/**
 * The engine starts `services/main.ts` with `child_process.fork`, sends one `start`, and gets
 * `started` or `failed`, then a `health` each second. A service that loses its parent exits.
 */
export const serviceStartSchema = z.object({
  type: z.literal('start'),
  workload: workloadNameSchema,
  protocol: protocolSchema,
  host: z.string(),
  /** 0 for a free port. */
  port: z.number().int().min(0).max(65535),
  setup: serviceSetupSchema.prefault({}),
  /** Whether REST services offer one format, or negotiate it per request. */
  formats: z.enum(['separate', 'negotiated']).default('separate'),
  tls: z
    .object({
      /** PEM texts. */
      cert: z.string(),
      key: z.string(),
      /** Require a client certificate signed by this authority. */
      clientCa: z.string().nullable(),
      minVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      maxVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
    })
    .nullable(),
  /** Number of cores it may use: processes on Node, threads elsewhere. */
  workers: z.number().int().min(1).max(256).default(1),
  /** Fixed delay before each answer, in milliseconds: 0 except in accuracy tests. */
  delayMs: z.number().min(0).default(0),
  /**
   * True for a null service: it does no work but answers every request with one prepared answer, that to an
   * echo of the small product with seed 1 (or with the request's own message). Generators are measured
   * against it. No delay, no probes, no interface file.
   */
  null: z.boolean().optional(),
  /**
   * Whether a null service may recognise a repeated request head instead of parsing it. False for comparing
   * equal requests with varying ones, so that both cost it the same. Default true.
   */
  knowsHeads: z.boolean().optional(),
  /** Report client errors, each in a `client-error`; in a run no one would read them. */
  log: z.boolean().optional(),
  /** Niceness of the process, on Linux; see `besideWindowNiceness`. Default: that of its parent. */
  niceness: z.number().int().min(0).max(19).optional(),
});
export type ServiceStart = z.infer<typeof serviceStartSchema>;
/** As sent: values with a default may be omitted. */
export type ServiceStartOrder = z.input<typeof serviceStartSchema>;

export const serviceCommandSchema = z.discriminatedUnion('type', [
  serviceStartSchema,
  /** Report `health` now. */
  z.object({ type: z.literal('measure'), id: z.number().int() }),
  /** Close the listening socket and exit. */
  z.object({ type: z.literal('stop') }),
]);
export type ServiceCommand = z.input<typeof serviceCommandSchema>;

export const serviceReportSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('started'),
    host: z.string(),
    port: z.number().int(),
    /** From the program of a stack. */
    made: madeOfSchema.optional(),
  }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
  z.object({
    type: z.literal('health'),
    /** Id of the `measure` request; null for the report of each second. */
    id: z.number().int().nullable(),
    /** CPU since the service started; event-loop utilisation since the last report. */
    /** Null if the system does not provide it, as for a started server outside Linux. */
    health: serverHealthSchema.nullable(),
  }),
  /** For the user's own server: its process, before it is ready. */
  z.object({ type: z.literal('spawned'), pid: z.number().int() }),
  /** The end of its output, limited by `services/servers/log-tail.ts`. */
  z.object({ type: z.literal('log'), text: z.string() }),
  /** It ended by itself; how, as a phrase after its name. */
  z.object({ type: z.literal('ended'), reason: z.string() }),
  /** A problem, as a sentence. */
  z.object({ type: z.literal('remark'), text: z.string() }),
  /** A client error: a failed handshake, an invalid request, a refused message. */
  z.object({ type: z.literal('client-error'), message: z.string() }),
]);
export type ServiceReport = z.infer<typeof serviceReportSchema>;
