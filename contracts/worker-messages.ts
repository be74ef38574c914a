import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { connectionsSchema } from './experiment/connections.ts';
import { datesLevelSchema, fieldsLevelSchema } from './experiment/environment-factors.ts';
import { clientIdentitySchema } from './experiment/own-tls.ts';
import { planFormSchema, planScheduleSchema, planSetUpSchema } from './experiment/plan-load.ts';
import {
  clientHealthSchema,
  countsSchema,
  errorCountSchema,
  histogramDataSchema,
} from './measurement.ts';
import { ownServiceSchema } from './own-service.ts';
import { planResultSchema } from './plan.ts';
import { encodedCallSchema } from './sizes.ts';
import {
  arrivalsSchema,
  phaseSchema,
  subjectSchema,
  textKindSchema,
  verifySchema,
} from './words.ts';

/** Where and how a worker reaches the target. */
export const addressSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  /** What requests call it, where that is not host and port: those of a recorder stand before it. */
  authority: z.string().optional(),
  /** Prefix of every HTTP path, without a slash at the end; empty for bundled services. */
  basePath: z.string(),
  tls: z
    .object({
      /** PEM certificates that are trusted, and the name that the server's must carry. */
      ca: z.array(z.string()),
      serverName: z.string(),
      minVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      maxVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      /** Of the client, for mutual TLS. */
      identity: clientIdentitySchema.nullable(),
      /** Whether the server's certificate is verified; it is where nothing is said. */
      verify: z.boolean().optional(),
    })
    .nullable(),
});
export type Address = z.infer<typeof addressSchema>;

/** What Node's TLS is told of an address, but for names. */
export function tlsFields({
  ca,
  minVersion,
  maxVersion,
  identity,
  verify = true,
}: NonNullable<Address['tls']>) {
  return { ca, minVersion, maxVersion, rejectUnauthorized: verify, ...identity };
}

/** What requests call a service: the value of Host and `:authority`, where an IPv6 address stands in brackets. */
export function authorityOf({
  authority,
  host,
  port,
}: Pick<Address, 'authority' | 'host' | 'port'>): string {
  return authority ?? (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
}

/** A point of the load's level over time; between two points the level moves in a straight line. */
const levelPointSchema = z.object({
  /** From the start of the stint, in milliseconds; rises from point to point (two equal times are a jump). */
  atMs: z.number(),
  /** Users, or arrivals per second, of all workers together. After the last point the level stays. */
  level: z.number(),
});
export type LevelPoint = z.infer<typeof levelPointSchema>;

/** Length of a tick in milliseconds: four make an interval, and the live charts move with each. */
export const tickMs = 250;

/** A stretch of a stint in one phase. Segments follow each other from 0; after the last comes the drain. */
const segmentSchema = z.object({
  phase: phaseSchema.exclude(['drain']),
  round: z.number().int().nullable(),
  /** From the start of the stint, in milliseconds; null when only `requests` ends it (last segment), or a number of iterations (warm-up). */
  untilMs: z.number().nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

/**
 * What a worker does in one stint (prepare, start, done). A trial of closed or open load, a ramp or
 * stages is one stint; each level of steps and each round of a search is one of its own, with fresh
 * connections. All durations in milliseconds.
 */
const assignedLoadSchema = z.object({
  profile: z.array(levelPointSchema).min(1),
  segments: z.array(segmentSchema).min(1),
  pacing: z.discriminatedUnion('model', [
    z.object({ model: z.literal('closed'), thinkTime: z.number() }),
    z.object({
      model: z.literal('open'),
      arrivals: arrivalsSchema,
      /** This worker's share. */
      maxInFlight: z.number().int(),
      /** Decides this worker's Poisson gaps. */
      seed: z.number().int(),
    }),
    z.object({
      model: z.literal('plan'),
      /** Those of the warm-up, before the window; `requests` of the assignment are those in it. */
      warmUpIterations: z.number().int(),
      interval: z.number(),
      schedule: planScheduleSchema,
      form: planFormSchema,
      setUp: planSetUpSchema,
    }),
  ]),
});
export type AssignedLoad = z.infer<typeof assignedLoadSchema>;

/** Whether a service has one format, or several of which the client names one by headers. */
const formatsSchema = z.enum(['separate', 'negotiated']);
export type Formats = z.infer<typeof formatsSchema>;

/** What decides the requests of a cell. */
export const requestSetupSchema = z.object({
  workload: subjectSchema,
  /** The user's own service; absent of other workloads. */
  custom: ownServiceSchema.optional(),
  text: textKindSchema,
  seed: z.number().int(),
  /** Settings of the workload's data, every default filled in. */
  data: z.record(z.string(), z.unknown()),
  fields: fieldsLevelSchema,
  dates: datesLevelSchema,
  formats: formatsSchema,
});
export type RequestSetup = z.infer<typeof requestSetupSchema>;

/** Whose turn it is: of every `of` users, arrivals and requests in a row, those at the places `own`, which rise. */
const workerTurnsSchema = z.object({
  own: z.array(z.number().int().min(0)).min(1).max(200_000),
  of: z.number().int().min(1).max(200_000),
});
export type WorkerTurns = z.infer<typeof workerTurnsSchema>;

/** One worker's part of a trial. */
export const assignmentSchema = requestSetupSchema.extend({
  cell: cellSchema,
  address: addressSchema,
  /**
   * Number of this worker's first request; the others follow `workers` apart, so that all requests
   * of a trial have different ones.
   */
  firstSequence: z.number().int(),
  load: assignedLoadSchema,
  connections: connectionsSchema,
  /** Counted from the dispatch of a request, not from the intended start that an arrival of open load had. */
  timeoutMs: z.number(),
  verify: verifySchema,
  /** This worker among all of the trial: from 0, and how many there are. Users `worker`, `worker + workers`, … are its own, and every `workers`th arrival. */
  worker: z.number().int(),
  workers: z.number().int(),
  /** Instead, where workers do not all have the same part. Of requests, too: their numbers follow `firstSequence` less the first of `own`. */
  turns: workerTurnsSchema.optional(),
  /** This worker's share of `load.requests`, and of shared connections; null where there is none. */
  requests: z.number().int().nullable(),
  sharedConnections: z.number().int().nullable(),
  /** Whether TLS connections may resume the session of one before. */
  resumption: z.boolean(),
  /** The core that the worker is bound to (Linux); null to leave it to the system. */
  core: z.number().int().nullable(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** To a worker. */
export const workerCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prepare'), trial: z.number().int(), assignment: assignmentSchema }),
  /** Start at this reading of `process.hrtime.bigint()`, in nanoseconds. */
  z.object({ type: z.literal('start'), trial: z.number().int(), at: z.bigint() }),
  /**
   * The last segment, which ends at a time, ends later: at `untilMs` from the start of the stint. A
   * worker whose window has closed already leaves it closed.
   */
  z.object({ type: z.literal('extend'), trial: z.number().int(), untilMs: z.number() }),
  /**
   * The warm-up, which ends at a time, ends sooner: at `atMs` from the start of the stint, an edge of ticks,
   * and the window as much sooner. A worker that is past it already opens its window at its next edge.
   */
  z.object({ type: z.literal('open'), trial: z.number().int(), atMs: z.number() }),
  /** Send nothing more, wait for what is in flight, report `done`. */
  z.object({ type: z.literal('stop'), trial: z.number().int() }),
]);
export type WorkerCommand = z.infer<typeof workerCommandSchema>;

/** Counts since the last tick; a tick ends every {@link tickMs} and at the edges of phases. */
export const tickSchema = countsSchema.extend({
  phase: phaseSchema,
  round: z.number().int().nullable(),
  /** From the start of the stint, in milliseconds. */
  startMs: z.number(),
  endMs: z.number(),
  health: clientHealthSchema,
});
export type Tick = z.infer<typeof tickSchema>;

/** What came of one of the requests of a mix, or of a step of a flow, in the measured window of a worker. */
const partEndSchema = z.object({
  name: z.string(),
  ok: z.number().int(),
  failed: z.number().int(),
  latency: histogramDataSchema,
  errors: z.array(errorCountSchema),
});
export type PartEnd = z.infer<typeof partEndSchema>;

/** From a worker. */
export const workerReportSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), trial: z.number().int() }),
  z.object({ type: z.literal('tick'), trial: z.number().int(), tick: tickSchema }),
  z.object({
    type: z.literal('done'),
    trial: z.number().int(),
    issued: z.number().int(),
    abandoned: z.number().int(),
    /** Arrivals of open load that were not sent. */
    dropped: z.number().int(),
    /** When the measured window of this worker opened and closed, ms from the start of the stint. */
    windowStartMs: z.number(),
    windowEndMs: z.number(),
    /** Of a plan. */
    plan: planResultSchema.nullable(),
    /** Of the messages of one call, from the first worker of a load of single requests. */
    encoded: encodedCallSchema.nullable(),
    /** In the order of the mix or flow; empty of other shapes. */
    parts: z.array(partEndSchema),
    notes: z.array(z.string()),
  }),
  z.object({ type: z.literal('failed'), trial: z.number().int(), error: errorReportSchema }),
]);
export type WorkerReport = z.infer<typeof workerReportSchema>;

/** What a load worker is given when its thread is started. */
export const loadWorkerDataSchema = z.object({
  /** 0 is the usual priority, 19 the least (Linux). */
  niceness: z.number().int().min(0).max(19).default(0),
});
export type LoadWorkerData = z.infer<typeof loadWorkerDataSchema>;
