import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { machineCalibrationSchema } from './machine-calibration.ts';
import { serverHealthSchema } from './measurement.ts';
import { hostedServiceSchema, remoteOrderSchema } from './remote-service.ts';
import { objectNameSchema, rowsTakenSchema, sentTokenSchema } from './sent-service.ts';
import { watchedSampleSchema, watchingSchema } from './watched.ts';
import { tickSchema, workerReportSchema } from './worker-messages.ts';

/**
 * Messages between the controller (the engine that runs an experiment) and agents on other machines, over NATS.
 * All messages are JSON; octets and large parts travel as objects that are named by the SHA-256 of their content.
 *
 * | subject | from | says |
 * |---|---|---|
 * | `wb.join` | a new machine | {@link joinRequestSchema}, answered by {@link joinReplySchema} |
 * | `wb.controller` | controller | {@link controllerBeatSchema}, once a second |
 * | `wb.claim` | a new controller | whether another has its keys already, which answers; on an existing server |
 * | `wb.agent.ID.do` | controller | {@link agentCommandSchema}, answered by {@link agentReplySchema} |
 * | `wb.agent.ID.beat` | agent | {@link agentBeatSchema}, once a second |
 * | `wb.agent.ID.get` | agent | {@link objectRequestSchema}, answered by a piece of the object |
 * | `wb.report.ID.LEASE` | agent | {@link reportBatchSchema}; kept by JetStream |
 *
 * On an existing server a name derived from the token follows `wb`, and messages are sealed.
 */

/** Interval between heartbeats of both sides, in milliseconds. */
export const beatMs = 1000;
/** Silence in milliseconds after which an agent stops its load, and the controller considers an agent lost. */
export const machineSilenceMs = 8000;

/** Readings of `process.hrtime.bigint()` and their differences, in nanoseconds. */
const nanosecondsSchema = z.string().regex(/^-?\d{1,19}$/);

/** Identifies an agent in subjects: its proven public key. */
export const machineIdSchema = z.string().regex(/^U[A-Z2-7]{55}$/);

/** A machine's description of itself. */
export const agentFactsSchema = z.object({
  /** Chosen by its user, or the host’s name. */
  name: z.string().min(1).max(100),
  wirebench: z.string().max(50),
  node: z.string().max(50),
  os: z.string().max(200),
  cpu: z.string().max(200),
  cores: z.number().int().min(1).max(100_000),
  memoryBytes: z.number().min(0),
  /** Number of load workers offered. */
  threads: z.number().int().min(1).max(1024),
  /** Its location, as named by its user. */
  place: z.string().min(1).max(100).optional(),
  /** Its calibrated capacity; absent if not calibrated in its current state. */
  calibration: machineCalibrationSchema.optional(),
  /** Address for services started on it; absent if unknown. */
  host: z.string().min(1).max(253).optional(),
  /** Set if it only watches its own processes, and takes no part in runs. */
  watching: watchingSchema.optional(),
});
export type AgentFacts = z.infer<typeof agentFactsSchema>;

export const joinRequestSchema = z.object({ id: machineIdSchema, facts: agentFactsSchema });
export type JoinRequest = z.infer<typeof joinRequestSchema>;
export const joinReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), error: errorReportSchema }),
]);
export type JoinReply = z.infer<typeof joinReplySchema>;

export const objectRequestSchema = z.object({
  name: objectNameSchema,
  /** First octet of the piece. */
  from: z.number().int().min(0),
});

/** A stint of a lease: the time for which a controller has exclusive use of an agent. */
const stintSchema = z.object({
  lease: z.string().regex(/^[a-z0-9]{8,32}$/),
  stint: z.number().int().min(0),
});

export const agentCommandSchema = z.discriminatedUnion('type', [
  /** Answered immediately with the clock. */
  z.object({ type: z.literal('clock') }),
  /** The agent belongs to this controller until released, silent too long, or claimed by another. */
  z.object({ type: z.literal('lease'), lease: stintSchema.shape.lease, controller: z.string() }),
  z.object({ type: z.literal('release'), lease: stintSchema.shape.lease }),
  /** Access tokens that replace the previous ones. */
  z.object({
    type: z.literal('tokens'),
    lease: stintSchema.shape.lease,
    tokens: z.array(sentTokenSchema),
  }),
  /** An object contains `preparedSchema`. Answered immediately; readiness is reported later. */
  stintSchema.extend({ type: z.literal('prepare'), object: objectNameSchema }),
  /** Start at this reading of the agent’s own clock, unless it is too close. */
  stintSchema.extend({
    type: z.literal('start'),
    at: nanosecondsSchema,
    /** Others have started: start even if that moment has passed. */
    follows: z.boolean(),
  }),
  /** Do not start, if still possible: another machine received the start too late. */
  stintSchema.extend({ type: z.literal('disarm') }),
  stintSchema.extend({ type: z.literal('extend'), untilMs: z.number() }),
  stintSchema.extend({ type: z.literal('open'), atMs: z.number() }),
  stintSchema.extend({ type: z.literal('stop') }),
  /** Metrics of a bundled service running there. */
  z.object({
    type: z.literal('service'),
    lease: stintSchema.shape.lease,
    /** Identifies the service: each trial has its own. */
    service: z.string().regex(/^[a-z0-9]{8,32}$/),
    order: remoteOrderSchema,
  }),
]);
export type AgentCommand = z.infer<typeof agentCommandSchema>;

export const agentReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('clock'), now: nanosecondsSchema }),
  z.object({
    type: z.literal('done'),
    /** For `start`: lateness in milliseconds; absent if it will start in time. */
    lateMs: z.number().optional(),
    /** For `disarm`: the load has started. */
    hasBegun: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('refused'), error: errorReportSchema }),
  z.object({
    type: z.literal('service'),
    service: hostedServiceSchema,
    /** For `measure`; null if it is not running. */
    measured: serverHealthSchema.nullable().optional(),
  }),
]);
export type AgentReply = z.infer<typeof agentReplySchema>;

export const controllerBeatSchema = z.object({ controller: z.string() });
export type ControllerBeat = z.infer<typeof controllerBeatSchema>;
export const agentBeatSchema = z.object({
  facts: agentFactsSchema,
  /** Its controller; null if free. */
  lease: z.string().nullable(),
  /** Whether it is generating load. */
  loading: z.boolean(),
  /** Whether a service is running on it. */
  serving: z.boolean().optional(),
  /** Observations since its last heartbeat, if it watches. */
  watched: watchedSampleSchema.optional(),
});
export type AgentBeat = z.infer<typeof agentBeatSchema>;

const doneSchema = workerReportSchema.options[2];

/** Outcome of a stint on an agent. */
const agentReportSchema = z.discriminatedUnion('type', [
  /** Every load worker is ready for the barrier. */
  z.object({
    type: z.literal('ready'),
    /** From the agent to the target and back, in milliseconds; absent if no connection could be made. */
    targetTripMs: z.number().min(0).optional(),
  }),
  z.object({ type: z.literal('tick'), worker: z.number().int().min(0), tick: tickSchema }),
  /** `worker` is the index among those of the agent. */
  z.object({
    type: z.literal('done'),
    worker: z.number().int().min(0),
    end: doneSchema,
    /** Total so far, over all workers of the agent in this stint; absent without single-use rows. */
    rows: rowsTakenSchema.optional(),
  }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type AgentReport = z.infer<typeof agentReportSchema>;

/** Reports in order. Reports sent twice have the same numbers and count once. */
export const reportBatchSchema = z.object({
  /** Number of the first report of the batch, from 0 within the lease. */
  first: z.number().int().min(0),
  reports: z.array(z.object({ stint: z.number().int().min(0), report: agentReportSchema })).min(1),
});
export type ReportBatch = z.infer<typeof reportBatchSchema>;
