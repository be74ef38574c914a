/** One file, because all metrics of a trial are defined in terms of the others here. */
import { z } from 'zod';
import { trialEnergySchema } from './energy.ts';
import { errorKindSchema } from './error-kinds.ts';
import { errorReportSchema } from './errors.ts';
import { answerOutlineSchema, exchangeSchema, openedSchema } from './exchange.ts';
import { cellSchema } from './experiment/cell.ts';
import { serviceMachineSchema } from './other-side.ts';
import { planResultSchema } from './plan.ts';
import { searchAnswerSchema } from './search-answer.ts';
import { encodedCallSchema } from './sizes.ts';
import { madeOfSchema } from './stacks.ts';
import { watchedMachineSchema } from './watched.ts';
import { phaseSchema, roundKindSchema, trialStatusSchema, verdictSchema } from './words.ts';
import { workSchema } from './work.ts';

/** Errors of one kind and code; `message` is that of the first. */
export const errorCountSchema = z.object({
  kind: errorKindSchema,
  /** Name in the system or protocol: `ECONNRESET`, `503`, `UNAVAILABLE`, `soap:Server` … */
  code: z.string(),
  count: z.number().int(),
  message: z.string(),
});
export type ErrorCount = z.infer<typeof errorCountSchema>;

/**
 * Counts of a latency histogram in HdrHistogram's layout (1 µs to 1 h, three significant digits): `[bucket
 * index, count, bucket index, count, …]`, indexes ascending. Moments are exact.
 */
export const histogramDataSchema = z.object({
  buckets: z.array(z.number().int()),
  count: z.number().int(),
  /** Microseconds, exact; 0 if empty. */
  min: z.number(),
  max: z.number(),
  /** Sum in microseconds, and sum of squares in microseconds squared. */
  sum: z.number(),
  sumOfSquares: z.number(),
});
export type HistogramData = z.infer<typeof histogramDataSchema>;

/** Health of the load generator: all its workers together. */
export const clientHealthSchema = z.object({
  /** CPU time of the worker threads, in seconds. */
  cpuSeconds: z.number(),
  /**
   * Share of time in which the busiest worker's event loop was active, 0–1. Busy waiting for the next
   * arrival of open load is not counted as activity.
   */
  eventLoopUtilization: z.number(),
  /**
   * Time in which the workers' event loops were active, summed over the workers, in seconds. Much more than
   * `cpuSeconds` means that they had to wait for a core. Absent in older records and in the ticks of a
   * single worker, where it follows from the utilisation.
   */
  activeSeconds: z.number().optional(),
  /**
   * Time in which a worker thread was ready to run but had no core, for the worker with the most, in
   * milliseconds, as counted by the Linux scheduler; absent where unavailable.
   */
  waitMs: z.number().optional(),
  /**
   * Time for which a worker had waited for a core when it noticed an answer, for up to a thousand answers
   * per second and worker: counts by the ranges of `engine/stats/core-time.ts`. Absent where unavailable.
   */
  waits: z.array(z.number().int()).optional(),
  /**
   * CPU steal of a virtual machine: share of its cores' busy time that the host withheld, 0–1 (Linux);
   * absent where unavailable, in ticks and in older records.
   */
  stolenShare: z.number().optional(),
  /** Longest garbage-collection pause time in any worker, summed over the interval, in milliseconds. */
  gcMs: z.number(),
  /** Longest delay of a worker's timer beyond its due time, in milliseconds. */
  lagMs: z.number(),
});
export type ClientHealth = z.infer<typeof clientHealthSchema>;

/**
 * Health of a bundled service, or of all processes of the user's own server, whose internals are not visible; null
 * in records of remote targets.
 */
export const serverHealthSchema = z.object({
  cpuSeconds: z.number(),
  rssBytes: z.number(),
  heapBytes: z.number().nullable(),
  /** Heap memory obtained from the system, in use or idle; absent if the language does not report it. */
  heapTotalBytes: z.number().optional(),
  eventLoopUtilization: z.number().nullable(),
  /** For the user's own server only. */
  threads: z.number().int().optional(),
  /**
   * Share of the time since the last report in which its main thread was ready to run but had no core, 0–1,
   * as counted by the Linux scheduler; absent where unavailable and in older records.
   */
  waitShare: z.number().optional(),
  /** Requests answered since the service started (health probes are not counted). */
  requests: z.number().int().nullable(),
});
export type ServerHealth = z.infer<typeof serverHealthSchema>;

/** For a bundled service, whose internals are visible. */
export const serviceHealthSchema = serverHealthSchema.extend({
  heapBytes: z.number(),
  eventLoopUtilization: z.number(),
  requests: z.number().int(),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;

/** Answers that were decoded and compared with the expected ones. */
const checkedAnswersSchema = z.object({
  answers: z.number().int(),
  /** Wrong ones among these. */
  wrong: z.number().int(),
});
export type CheckedAnswers = z.infer<typeof checkedAnswersSchema>;

/** Counts of a stretch of time: a tick or an interval. */
export const countsSchema = z.object({
  /** Active users at the end. */
  users: z.number().int(),
  ok: z.number().int(),
  failed: z.number().int(),
  /** Arrivals of open load that were not sent, because `maxInFlight` requests were unanswered. */
  dropped: z.number().int().default(0),
  /** Intended arrivals per second at the end, over all workers; null in closed load. */
  rate: z.number().nullable().default(null),
  latency: histogramDataSchema,
  /** Null if equal to `latency`. */
  service: histogramDataSchema.nullable(),
  /** Lateness of each arrival of open load (actual minus intended start); null in closed load. */
  lag: histogramDataSchema.nullable().default(null),
  errors: z.array(errorCountSchema),
  /** Iterations for a plan. Absent in records made before it was counted. */
  checked: checkedAnswersSchema.optional(),
  bytesSent: z.number(),
  bytesReceived: z.number(),
  /** Absent in records made before it was counted. */
  opened: openedSchema.optional(),
});

export type Counts = z.infer<typeof countsSchema>;

/** One second of a trial (the last of a phase may be shorter). Committed to the store when it ends. */
export const intervalSchema = countsSchema.extend({
  /** Counts from 0 within the trial. */
  index: z.number().int(),
  phase: phaseSchema,
  /** Its round within the trial, from 0; null for a load without rounds. */
  round: z.number().int().nullable().default(null),
  /** From the start of the trial, in milliseconds. */
  startMs: z.number(),
  lengthMs: z.number(),
  client: clientHealthSchema,
  server: serverHealthSchema.nullable(),
});
export type Interval = z.infer<typeof intervalSchema>;

/** Latency or service time of the successful requests of a window, in milliseconds. */
const latencySummarySchema = z.object({
  mean: z.number(),
  stddev: z.number(),
  min: z.number(),
  p50: z.number(),
  p75: z.number(),
  p90: z.number(),
  p95: z.number(),
  p99: z.number(),
  p999: z.number(),
  max: z.number(),
});
export type LatencySummary = z.infer<typeof latencySummarySchema>;

/** An adaptive warm-up: its duration, and whether it ended because the metrics were steady. */
const warmUpResultSchema = z.object({
  seconds: z.number(),
  ended: z.enum(['steady', 'maximum']),
});
export type WarmUpResult = z.infer<typeof warmUpResultSchema>;

/** What is missing from the users of a window of closed load, as a sentence. */
const missingUsersSchema = z.object({
  code: z.enum(['users-not-running', 'outside-requests', 'failed-requests', 'more-than-users']),
  sentence: z.string(),
});

/** Whether the users of a window are accounted for, by Little's law: users = throughput × (latency + think time). */
const occupancySchema = z.object({
  /** Active ones, averaged over the window. */
  users: z.number(),
  /** Throughput × (mean latency + think time). */
  accounted: z.number(),
  /** Share of the users that may be missing: 5 %, what the edges of the window may cut, and while workers were held up. */
  tolerance: z.number(),
  /** Empty if all are accounted for. */
  missing: z.array(missingUsersSchema),
});
export type Occupancy = z.infer<typeof occupancySchema>;

/** A part of a trial at one level of load, or one second of a ramp. All metrics are those of its measured window. */
export const roundSchema = z.object({
  /** Counts from 0 within the trial. */
  index: z.number().int(),
  kind: roundKindSchema,
  /** Users, averaged over the window; null in open load, where requests in flight are not users. */
  users: z.number().nullable(),
  /** Intended arrivals per second, averaged over the window; null in closed load. */
  rate: z.number().nullable(),
  /** Time from the start of the trial to the start of the window, and the length of the window. */
  startSeconds: z.number(),
  seconds: z.number(),
  ok: z.number().int(),
  failed: z.number().int(),
  dropped: z.number().int(),
  throughputRps: z.number(),
  latencyMs: latencySummarySchema,
  verdict: verdictSchema,
  reasons: z.array(z.string()),
  /** Absent for loads of rates and plans, and for runs made before it was computed. */
  occupancy: occupancySchema.optional(),
  /** Warm-up before it; absent if of fixed length. */
  warmUp: warmUpResultSchema.optional(),
  /** Conclusion drawn from it, as a sentence; empty if none. */
  outcome: z.string(),
  /** Why it missed the objective of its search, as a phrase; absent if it met it or there is none. */
  missed: z.string().optional(),
  /** Answers slower than the percentile of its objective allows; absent without such an objective. */
  slow: z.number().int().optional(),
  /** Lateness of its arrivals at the percentile of its objective, in milliseconds; absent in closed load. */
  lateMs: z.number().optional(),
});
export type Round = z.infer<typeof roundSchema>;

/**
 * Outcome of every request of a trial; `issued` = `warmUp` + `measured` + `drained` + `abandoned`. Dropped
 * arrivals were never issued.
 */
const accountingSchema = z.object({
  issued: z.number().int(),
  /** Finished (successfully or not) in the warm-up. */
  warmUp: z.number().int(),
  measured: z.number().int(),
  /** Finished after the window closed, when no new requests were sent. */
  drained: z.number().int(),
  /** In flight when the trial was terminated. */
  abandoned: z.number().int(),
  /** Arrivals of open load that were not sent, over the whole trial. */
  dropped: z.number().int().default(0),
  /** Successful, over the whole trial. */
  succeeded: z.number().int(),
  /**
   * Requests counted by the bundled service (for a plan, those sent by its iterations, not the iterations);
   * null for a remote target or a service that died.
   */
  serverCounted: z.number().int().nullable(),
});
export type Accounting = z.infer<typeof accountingSchema>;

/** A process between client and service, in the measured window. */
const hopFiguresSchema = z.object({
  cpuSeconds: z.number(),
  /** From its reports, one per second. */
  rssPeakBytes: z.number(),
  heapPeakBytes: z.number(),
  eventLoopUtilization: z.number(),
  /** Units passed: requests of a gateway, connections of an emulated network. */
  requests: z.number().int(),
});
export type HopFigures = z.infer<typeof hopFiguresSchema>;

/** The outcome of a threshold for one trial. */
const thresholdOutcomeSchema = z.object({
  rule: z.string(),
  passed: z.boolean(),
  /** The compared value, in the unit of the rule (ms, requests per second, fraction). */
  actual: z.number(),
  /** Reason of a failure independent of the value, such as no requests; absent if the value decided. */
  reason: z.string().optional(),
  /** Answers of the trial, and those that the percentile of the rule needs for a verdict; absent if there are enough. */
  few: z.object({ answers: z.number().int(), needed: z.number().int() }).optional(),
});
export type ThresholdOutcome = z.infer<typeof thresholdOutcomeSchema>;

/** One of the requests of a mix, or a step of a flow, in the measured window. */
const partResultSchema = z.object({
  name: z.string(),
  requests: z.object({ ok: z.number().int(), failed: z.number().int() }),
  throughputRps: z.number(),
  /** Zeros if no request succeeded. */
  latencyMs: latencySummarySchema,
  errors: z.array(errorCountSchema),
});
export type PartResult = z.infer<typeof partResultSchema>;

/** Share of one of several machines in the measured windows that the trial’s metrics are based on. */
const machineResultSchema = z.object({
  name: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  /** Its location, as named by its user; absent if unknown. */
  place: z.string().optional(),
  /** Its number of load workers. */
  workers: z.number().int(),
  /** Its share of the load, 0–1; absent if all load workers had equal shares. */
  share: z.number().optional(),
  requests: z.object({ ok: z.number().int(), failed: z.number().int(), dropped: z.number().int() }),
  throughputRps: z.number(),
  /** Zeros if no request succeeded. */
  latencyMs: latencySummarySchema,
  client: z.object({
    verdict: verdictSchema,
    reasons: z.array(z.string()),
    cpuSeconds: z.number(),
    eventLoopUtilization: z.number(),
  }),
  /** To the controller and back, at the last measurement of its clock, and its maximum error; milliseconds. */
  roundTripMs: z.number(),
  clockErrorMs: z.number(),
  /** From it to the target and back, before the load, in milliseconds; absent if unknown. */
  targetTripMs: z.number().optional(),
});
export type MachineResult = z.infer<typeof machineResultSchema>;

/** Joint share of the machines of one place; their histograms are summed. */
const placeResultSchema = machineResultSchema
  .pick({ workers: true, requests: true, throughputRps: true, latencyMs: true })
  .extend({
    /** Null for machines without a known place. */
    name: z.string().nullable(),
    /** Names of its machines. */
    machines: z.array(z.string()),
  });
export type PlaceResult = z.infer<typeof placeResultSchema>;

/** A machine whose part of the load ended before the trial did. */
const lostMachineSchema = z.object({
  name: z.string(),
  /** Its last report, in seconds from the start of the trial: its activity afterwards is unknown. */
  sinceSeconds: z.number(),
  /** Its number of load workers, of this total. */
  workers: z.number().int(),
  ofWorkers: z.number().int(),
});
export type LostMachine = z.infer<typeof lostMachineSchema>;

/**
 * The metrics of one trial. Except for the accounting, all are those of the measured window; for a search
 * the final round (the best one without a final), for other loads with rounds all their windows together.
 */
export const trialResultSchema = z.object({
  id: z.string(),
  index: z.number().int(),
  cell: cellSchema,
  repetition: z.number().int(),
  status: trialStatusSchema,
  startedAt: z.string(),
  endedAt: z.string(),
  /** Why it failed, or null. */
  failure: errorReportSchema.nullable(),
  window: z.object({ seconds: z.number() }),
  /** Before the window; absent if of fixed length, and if each round has its own. */
  warmUp: warmUpResultSchema.optional(),
  requests: z.object({
    ok: z.number().int(),
    failed: z.number().int(),
    /** Arrivals of open load that were not sent. */
    dropped: z.number().int().default(0),
  }),
  /**
   * Unit of work, which throughput and `requests` count and latency is the time of; absent for requests.
   * Read it with `workOf`.
   */
  counts: workSchema.optional(),
  throughputRps: z.number(),
  /** Zeros if no request succeeded. */
  latencyMs: latencySummarySchema,
  serviceMs: latencySummarySchema,
  /** Lateness of arrivals in open load; null in closed load. */
  lagMs: latencySummarySchema.nullable().default(null),
  errors: z.array(errorCountSchema),
  /**
   * Answers of the window that were decoded and compared, according to `verify`; for a plan, iterations.
   * Wrong ones are among the failed. Absent for runs made before it was counted.
   */
  checked: checkedAnswersSchema.optional(),
  bytes: z.object({ sent: z.number(), received: z.number() }),
  /**
   * Bytes of the messages of the first verified call, computed from them; absent if no answer was decoded,
   * for plans, and for runs made before it was kept.
   */
  encoded: encodedCallSchema.optional(),
  /** Connections opened in the window, and over the whole trial. Absent for runs made before they were counted. */
  opened: z.object({ measured: openedSchema, all: openedSchema }).optional(),
  /** What its workers saw of its exchanges; absent if none reported it, and for runs made before it was kept. */
  exchange: exchangeSchema.optional(),
  /** As that of a round; absent where the window went through several levels of load. */
  occupancy: occupancySchema.optional(),
  /** Of the call that checked the target; absent if there was none, or its answer was not decoded. */
  answer: answerOutlineSchema.optional(),
  client: z.object({
    verdict: verdictSchema,
    reasons: z.array(z.string()),
    cpuSeconds: z.number(),
    eventLoopUtilization: z.number(),
    gcMs: z.number(),
    lagMs: z.number(),
    /** Number of worker threads generating the load. */
    workers: z.number().int(),
    /** Throughput of this driver against a null service on this machine, all workers; null if not calibrated. */
    ceilingRps: z.number().nullable().default(null),
  }),
  server: z
    .object({
      cpuSeconds: z.number(),
      rssPeakBytes: z.number(),
      /** Null for the user's own server, as is its event loop. */
      heapPeakBytes: z.number().nullable(),
      /** Total heap memory obtained from the system, and the idle part of it. */
      heapTotalPeakBytes: z.number().optional(),
      heapIdlePeakBytes: z.number().optional(),
      eventLoopUtilization: z.number().nullable(),
      threadsPeak: z.number().int().optional(),
    })
    .nullable(),
  /** Components of the service of a stack other than the default one. */
  made: madeOfSchema.optional(),
  /** The last output lines of a started server; absent if there are none. */
  log: z.array(z.string()).optional(),
  /** The API gateway between client and service; null or absent if there was none. */
  gateway: hopFiguresSchema.nullable().optional(),
  /** The process emulating the network; null or absent if there was none. */
  network: hopFiguresSchema.nullable().optional(),
  /** Null or absent if no source of energy could be read, or none was requested. */
  energy: trialEnergySchema.nullable().optional(),
  accounting: accountingSchema,
  /** Empty for `closed` and `open` load. */
  rounds: z.array(roundSchema).default([]),
  /** The round that represents the trial, such as the final one of a search; null if all measured windows do. */
  headlineRound: z.number().int().nullable().default(null),
  /**
   * For load of model `plan`, whose requests and latencies are those of iterations; null for other loads,
   * and if the engine died.
   */
  plan: planResultSchema.nullable().default(null),
  /** In the order of the mix or flow; absent for other shapes. */
  parts: z.array(partResultSchema).optional(),
  /** The machines that generated the load, by name; absent if it was this one. */
  machines: z.array(machineResultSchema).optional(),
  /** The places of those machines; absent unless there are two or more. */
  places: z.array(placeResultSchema).optional(),
  /** Machines lost while the others continued, in the order of loss; absent if none was. */
  lostMachines: z.array(lostMachineSchema).optional(),
  /** The other machine of the bundled service; absent if it was that of the experiment. */
  serviceOn: serviceMachineSchema.optional(),
  /** Watched machines, by name; absent if none was. */
  watched: z.array(watchedMachineSchema).optional(),
  thresholds: z.array(thresholdOutcomeSchema),
  /** The answer of a search to its objective; absent for other loads, and in older records. */
  search: searchAnswerSchema.optional(),
  /** Remarks for the reader of the results, in sentences. */
  notes: z.array(z.string()),
});
export type TrialResult = z.infer<typeof trialResultSchema>;
