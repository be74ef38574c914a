import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { machineCalibrationSchema } from './machine-calibration.ts';
import { serverHealthSchema } from './measurement.ts';
import { hostedServiceSchema, remoteOrderSchema } from './remote-service.ts';
import { objectNameSchema, rowsTakenSchema, sentTokenSchema } from './sent-service.ts';
import { watchedSampleSchema, watchingSchema } from './watched.ts';
import { tickSchema, workerReportSchema } from './worker-messages.ts';

/**
 * What the controller (the engine that runs an experiment) and agents on other machines say to each other, over NATS.
 * All messages are JSON; octets and large parts travel as objects that are named by the SHA-256 of their content.
 *
 * | subject | from | says |
 * |---|---|---|
 * | `wb.join` | a new machine | {@link joinRequestSchema}, answered by {@link joinReplySchema} |
 * | `wb.controller` | controller | {@link controllerBeatSchema}, once a second |
 * | `wb.claim` | a new controller | whether another has its keys already, which answers; on a server that runs already |
 * | `wb.agent.ID.do` | controller | {@link agentCommandSchema}, answered by {@link agentReplySchema} |
 * | `wb.agent.ID.beat` | agent | {@link agentBeatSchema}, once a second |
 * | `wb.agent.ID.get` | agent | {@link objectRequestSchema}, answered by a piece of the object |
 * | `wb.report.ID.LEASE` | agent | {@link reportBatchSchema}; kept by JetStream |
 *
 * On a server that runs already a name that follows from the token stands behind `wb`, and what is said is sealed.
 */

/** Beats of both sides are this far apart, in milliseconds. */
export const beatMs = 1000;
/** Without a beat for so long, in milliseconds, an agent stops its load, and the controller takes an agent for lost. */
export const machineSilenceMs = 8000;

/** Readings of `process.hrtime.bigint()` and differences of them, in nanoseconds. */
const nanosecondsSchema = z.string().regex(/^-?\d{1,19}$/);

/** Names an agent in subjects: the public key that it has shown. */
export const machineIdSchema = z.string().regex(/^U[A-Z2-7]{55}$/);

/** What a machine says of itself. */
export const agentFactsSchema = z.object({
  /** Of its user’s choice, or the host’s name. */
  name: z.string().min(1).max(100),
  wirebench: z.string().max(50),
  node: z.string().max(50),
  os: z.string().max(200),
  cpu: z.string().max(200),
  cores: z.number().int().min(1).max(100_000),
  memoryBytes: z.number().min(0),
  /** Load workers that it offers. */
  threads: z.number().int().min(1).max(1024),
  /** Where it is, as its user calls that. */
  place: z.string().min(1).max(100).optional(),
  /** What it was calibrated to do; absent where it was not, as it is now. */
  calibration: machineCalibrationSchema.optional(),
  /** Where other machines reach what is started on it; absent where it does not know. */
  host: z.string().min(1).max(253).optional(),
  /** Of one that only watches what runs on it, and takes part in no run. */
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

/** A stint of a lease: the time for which a controller has an agent for itself. */
const stintSchema = z.object({
  lease: z.string().regex(/^[a-z0-9]{8,32}$/),
  stint: z.number().int().min(0),
});

export const agentCommandSchema = z.discriminatedUnion('type', [
  /** Answered with the clock, at once. */
  z.object({ type: z.literal('clock') }),
  /** The agent is this controller’s until it says otherwise, falls silent, or another one is heard. */
  z.object({ type: z.literal('lease'), lease: stintSchema.shape.lease, controller: z.string() }),
  z.object({ type: z.literal('release'), lease: stintSchema.shape.lease }),
  /** Access tokens that take the place of those before. */
  z.object({
    type: z.literal('tokens'),
    lease: stintSchema.shape.lease,
    tokens: z.array(sentTokenSchema),
  }),
  /** An object holds `preparedSchema`. Answered at once; that all is ready comes as a report. */
  stintSchema.extend({ type: z.literal('prepare'), object: objectNameSchema }),
  /** Start at this reading of the agent’s own clock, unless it is too near. */
  stintSchema.extend({
    type: z.literal('start'),
    at: nanosecondsSchema,
    /** Others have begun: start even if that moment has passed. */
    follows: z.boolean(),
  }),
  /** Do not start after all, if that is still possible: another machine heard of it too late. */
  stintSchema.extend({ type: z.literal('disarm') }),
  stintSchema.extend({ type: z.literal('extend'), untilMs: z.number() }),
  stintSchema.extend({ type: z.literal('open'), atMs: z.number() }),
  stintSchema.extend({ type: z.literal('stop') }),
  /** Of a bundled service that runs there. */
  z.object({
    type: z.literal('service'),
    lease: stintSchema.shape.lease,
    /** Which one: each trial has its own. */
    service: z.string().regex(/^[a-z0-9]{8,32}$/),
    order: remoteOrderSchema,
  }),
]);
export type AgentCommand = z.infer<typeof agentCommandSchema>;

export const agentReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('clock'), now: nanosecondsSchema }),
  z.object({
    type: z.literal('done'),
    /** Of `start`: by how much it was heard too late, in milliseconds; absent where it will start in time. */
    lateMs: z.number().optional(),
    /** Of `disarm`: the load has begun. */
    hasBegun: z.literal(true).optional(),
  }),
  z.object({ type: z.literal('refused'), error: errorReportSchema }),
  z.object({
    type: z.literal('service'),
    service: hostedServiceSchema,
    /** Of `measure`; null where it is not running. */
    measured: serverHealthSchema.nullable().optional(),
  }),
]);
export type AgentReply = z.infer<typeof agentReplySchema>;

export const controllerBeatSchema = z.object({ controller: z.string() });
export type ControllerBeat = z.infer<typeof controllerBeatSchema>;
export const agentBeatSchema = z.object({
  facts: agentFactsSchema,
  /** Whose it is; null when it is free. */
  lease: z.string().nullable(),
  /** Whether it generates load now. */
  loading: z.boolean(),
  /** Whether a service runs on it. */
  serving: z.boolean().optional(),
  /** What it saw since its last beat, if it watches. */
  watched: watchedSampleSchema.optional(),
});
export type AgentBeat = z.infer<typeof agentBeatSchema>;

const doneSchema = workerReportSchema.options[2];

/** What came of a stint on an agent. */
const agentReportSchema = z.discriminatedUnion('type', [
  /** Every load worker is ready for the barrier. */
  z.object({
    type: z.literal('ready'),
    /** From the agent to the target and back, in milliseconds; absent where no connection could be made. */
    targetTripMs: z.number().min(0).optional(),
  }),
  z.object({ type: z.literal('tick'), worker: z.number().int().min(0), tick: tickSchema }),
  /** `worker` is the place among those of the agent. */
  z.object({
    type: z.literal('done'),
    worker: z.number().int().min(0),
    end: doneSchema,
    /** Up to now, by all workers of the agent in this stint; absent where no rows are used once. */
    rows: rowsTakenSchema.optional(),
  }),
  z.object({ type: z.literal('failed'), error: errorReportSchema }),
]);
export type AgentReport = z.infer<typeof agentReportSchema>;

/** Reports in the order in which they were made. What an agent sends twice has the same numbers and counts once. */
export const reportBatchSchema = z.object({
  /** Number of the first report of the batch, from 0 within the lease. */
  first: z.number().int().min(0),
  reports: z.array(z.object({ stint: z.number().int().min(0), report: agentReportSchema })).min(1),
});
export type ReportBatch = z.infer<typeof reportBatchSchema>;
