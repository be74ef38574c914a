import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { exchangeSchema } from './exchange.ts';
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

/** Address of the target, and how a worker connects to it. */
export const addressSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  /** Authority in requests, if it is not host and port: with a recorder in between, that of the service. */
  authority: z.string().optional(),
  /** Prefix of every HTTP path, without a trailing slash; empty for bundled services. */
  basePath: z.string(),
  tls: z
    .object({
      /** Trusted PEM certificates, and the name required in the server's certificate. */
      ca: z.array(z.string()),
      serverName: z.string(),
      minVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      maxVersion: z.enum(['TLSv1.2', 'TLSv1.3']),
      /** Client identity, for mutual TLS. */
      identity: clientIdentitySchema.nullable(),
      /** Whether the server's certificate is verified; true by default. */
      verify: z.boolean().optional(),
    })
    .nullable(),
});
export type Address = z.infer<typeof addressSchema>;

/** Options of Node's TLS for an address, except for names. */
export function tlsFields({
  ca,
  minVersion,
  maxVersion,
  identity,
  verify = true,
}: NonNullable<Address['tls']>) {
  return { ca, minVersion, maxVersion, rejectUnauthorized: verify, ...identity };
}

/** Authority of a service in requests: the value of Host and `:authority`, with an IPv6 address in brackets. */
export function authorityOf({
  authority,
  host,
  port,
}: Pick<Address, 'authority' | 'host' | 'port'>): string {
  return authority ?? (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`);
}

/** A point of the load's level over time; between two points the level is interpolated linearly. */
const levelPointSchema = z.object({
  /** From the start of the stint, in milliseconds; ascending (two equal times are a jump). */
  atMs: z.number(),
  /** Users, or arrivals per second, of all workers together. After the last point the level stays constant. */
  level: z.number(),
});
export type LevelPoint = z.infer<typeof levelPointSchema>;

/** Length of a tick in milliseconds: four make an interval, and each updates the live charts. */
export const tickMs = 250;

/** A stretch of a stint in one phase. Segments follow each other from 0; the drain follows the last. */
const segmentSchema = z.object({
  phase: phaseSchema.exclude(['drain']),
  round: z.number().int().nullable(),
  /**
   * From the start of the stint, in milliseconds; null if only `requests` ends it (last segment), or a
   * number of iterations (warm-up).
   */
  untilMs: z.number().nullable(),
});
export type Segment = z.infer<typeof segmentSchema>;

/**
 * A worker's task in one stint (prepare, start, done). A trial of closed or open load, a ramp or stages is
 * one stint; each level of steps and each round of a search is its own stint, with fresh connections. All
 * durations in milliseconds.
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
      /** Seed of this worker's Poisson gaps. */
      seed: z.number().int(),
    }),
    z.object({
      model: z.literal('plan'),
      /** Warm-up iterations, before the window; `requests` of the assignment are those in it. */
      warmUpIterations: z.number().int(),
      interval: z.number(),
      schedule: planScheduleSchema,
      form: planFormSchema,
      setUp: planSetUpSchema,
    }),
  ]),
});
export type AssignedLoad = z.infer<typeof assignedLoadSchema>;

/** Whether a service has one format, or several that the client selects by headers. */
const formatsSchema = z.enum(['separate', 'negotiated']);
export type Formats = z.infer<typeof formatsSchema>;

/** Inputs that determine the requests of a cell. */
export const requestSetupSchema = z.object({
  workload: subjectSchema,
  /** The own service; absent for other workloads. */
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

/** A worker's turns: of every `of` consecutive users, arrivals and requests, those at the ascending positions `own`. */
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
   * Number of this worker's first request; the others follow `workers` apart, so that all requests of a
   * trial have different numbers.
   */
  firstSequence: z.number().int(),
  load: assignedLoadSchema,
  connections: connectionsSchema,
  /** Counted from the dispatch of a request, not from the intended start of an arrival in open load. */
  timeoutMs: z.number(),
  verify: verifySchema,
  /**
   * Index of this worker in the trial, from 0, and the total. It owns users `worker`, `worker + workers`, …,
   * and every `workers`th arrival.
   */
  worker: z.number().int(),
  workers: z.number().int(),
  /**
   * Used instead for workers with unequal shares. Applies to requests, too: their numbers follow
   * `firstSequence` less the first of `own`.
   */
  turns: workerTurnsSchema.optional(),
  /** This worker's share of `load.requests`, and of shared connections; null if there is none. */
  requests: z.number().int().nullable(),
  sharedConnections: z.number().int().nullable(),
  /** Whether TLS connections may resume an earlier session. */
  resumption: z.boolean(),
  /** The core to bind the worker to (Linux); null leaves placement to the system. */
  core: z.number().int().nullable(),
});
export type Assignment = z.infer<typeof assignmentSchema>;

/** To a worker. */
export const workerCommandSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prepare'), trial: z.number().int(), assignment: assignmentSchema }),
  /** Start at this reading of `process.hrtime.bigint()`, in nanoseconds. */
  z.object({ type: z.literal('start'), trial: z.number().int(), at: z.bigint() }),
  /**
   * Extends the last segment, which ends at a time: to `untilMs` from the start of the stint. Ignored by a
   * worker whose window has closed.
   */
  z.object({ type: z.literal('extend'), trial: z.number().int(), untilMs: z.number() }),
  /**
   * Shortens the warm-up, which ends at a time: to `atMs` from the start of the stint, an edge of ticks, and
   * moves the window's end by as much. A worker that is past it opens its window at its next edge.
   */
  z.object({ type: z.literal('open'), trial: z.number().int(), atMs: z.number() }),
  /** Send nothing more, wait for requests in flight, report `done`. */
  z.object({ type: z.literal('stop'), trial: z.number().int() }),
]);
export type WorkerCommand = z.infer<typeof workerCommandSchema>;

/** Counts since the last tick; a tick ends every {@link tickMs} and at phase boundaries. */
export const tickSchema = countsSchema.extend({
  phase: phaseSchema,
  round: z.number().int().nullable(),
  /** From the start of the stint, in milliseconds. */
  startMs: z.number(),
  endMs: z.number(),
  health: clientHealthSchema,
});
export type Tick = z.infer<typeof tickSchema>;

/** Results for one of the requests of a mix, or a step of a flow, in the measured window of a worker. */
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
    /** Start and end of this worker's measured window, ms from the start of the stint. */
    windowStartMs: z.number(),
    windowEndMs: z.number(),
    /** For a plan. */
    plan: planResultSchema.nullable(),
    /** Message sizes of one call, from the first worker of a load of single requests. */
    encoded: encodedCallSchema.nullable(),
    /** What it saw of its exchanges; absent in reports of agents of earlier versions. */
    exchange: exchangeSchema.optional(),
    /** In the order of the mix or flow; empty for other shapes. */
    parts: z.array(partEndSchema),
    notes: z.array(z.string()),
  }),
  z.object({ type: z.literal('failed'), trial: z.number().int(), error: errorReportSchema }),
]);
export type WorkerReport = z.infer<typeof workerReportSchema>;

/** Data passed to a load worker's thread at its start. */
export const loadWorkerDataSchema = z.object({
  /** 0 is the default priority, 19 the lowest (Linux). */
  niceness: z.number().int().min(0).max(19).default(0),
});
export type LoadWorkerData = z.infer<typeof loadWorkerDataSchema>;
