/** One file, because everything that is measured of a trial is defined in terms of everything else here. */
import { z } from 'zod';
import { trialEnergySchema } from './energy.ts';
import { errorKindSchema } from './error-kinds.ts';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { serviceMachineSchema } from './other-side.ts';
import { planResultSchema } from './plan.ts';
import { encodedCallSchema } from './sizes.ts';
import { madeOfSchema } from './stacks.ts';
import { watchedMachineSchema } from './watched.ts';
import { phaseSchema, roundKindSchema, trialStatusSchema, verdictSchema } from './words.ts';
import { workSchema } from './work.ts';

/** Errors of one kind and code; `message` is that of the first one. */
export const errorCountSchema = z.object({
  kind: errorKindSchema,
  /** As the system or protocol names it: `ECONNRESET`, `503`, `UNAVAILABLE`, `soap:Server` … */
  code: z.string(),
  count: z.number().int(),
  message: z.string(),
});
export type ErrorCount = z.infer<typeof errorCountSchema>;

/**
 * Counts of a latency histogram in HdrHistogram's layout (1 µs to 1 h, three significant
 * digits): `[bucket index, count, bucket index, count, …]`, indexes rising. Moments are exact.
 */
export const histogramDataSchema = z.object({
  buckets: z.array(z.number().int()),
  count: z.number().int(),
  /** Microseconds, exact; 0 when empty. */
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
   * Share of time in which the busiest worker's event loop was active, 0–1. Time spent waiting
   * for the next arrival without sleeping (open load) is not activity.
   */
  eventLoopUtilization: z.number(),
  /**
   * Time in which the workers' event loops were active, added up over the workers, in seconds. Much
   * more than `cpuSeconds` means that they had to wait for a core. Absent in older records and in the
   * ticks of a single worker, where it follows from the utilisation.
   */
  activeSeconds: z.number().optional(),
  /**
   * Time in which a worker thread was ready to run but had no core, of the worker with the most, in
   * milliseconds, as the Linux scheduler counts it; absent where no system tells.
   */
  waitMs: z.number().optional(),
  /**
   * How long a worker had just waited for a core when it noticed an answer, of up to a thousand answers a
   * second and worker: counts by the ranges of `engine/stats/core-time.ts`. Absent where no system tells.
   */
  waits: z.array(z.number().int()).optional(),
  /**
   * Of the time that this machine's cores had work, the share in which the host of a virtual machine
   * kept them from it, 0–1 (Linux); absent where no system tells, in ticks and in older records.
   */
  stolenShare: z.number().optional(),
  /** Longest garbage-collection pause time in any worker, summed over the interval, in milliseconds. */
  gcMs: z.number(),
  /** Longest delay of a worker's timer beyond its due time, in milliseconds. */
  lagMs: z.number(),
});
export type ClientHealth = z.infer<typeof clientHealthSchema>;

/**
 * Health of a bundled service, or of all processes of a server of the user's own, whose inside is not visible;
 * null in records of remote targets.
 */
export const serverHealthSchema = z.object({
  cpuSeconds: z.number(),
  rssBytes: z.number(),
  heapBytes: z.number().nullable(),
  /** What the heap has got from the system, in use or idle; absent where the language does not tell. */
  heapTotalBytes: z.number().optional(),
  eventLoopUtilization: z.number().nullable(),
  /** Only of a server of the user's own. */
  threads: z.number().int().optional(),
  /**
   * Share of the time since the last report in which its main thread was ready to run but had no core, 0–1,
   * as the Linux scheduler counts it; absent where no system tells and in older records.
   */
  waitShare: z.number().optional(),
  /** Requests answered since the service started (health probes are not counted). */
  requests: z.number().int().nullable(),
});
export type ServerHealth = z.infer<typeof serverHealthSchema>;

/** Of a bundled service, whose inside is visible. */
export const serviceHealthSchema = serverHealthSchema.extend({
  heapBytes: z.number(),
  eventLoopUtilization: z.number(),
  requests: z.number().int(),
});
export type ServiceHealth = z.infer<typeof serviceHealthSchema>;

/** Answers that were decoded and compared with what they must be. */
const checkedAnswersSchema = z.object({
  answers: z.number().int(),
  /** Of these, the ones that were wrong. */
  wrong: z.number().int(),
});
export type CheckedAnswers = z.infer<typeof checkedAnswersSchema>;

/** What happened in a stretch of time, be it a tick or an interval. */
export const countsSchema = z.object({
  /** Users that were active at the end. */
  users: z.number().int(),
  ok: z.number().int(),
  failed: z.number().int(),
  /** Arrivals of open load that were not sent, because `maxInFlight` requests had no answer yet. */
  dropped: z.number().int().default(0),
  /** Arrivals due per second at the end, over all workers; null in closed load. */
  rate: z.number().nullable().default(null),
  latency: histogramDataSchema,
  /** Null when it equals `latency`. */
  service: histogramDataSchema.nullable(),
  /** How late each arrival of open load was sent (actual less intended start); null in closed load. */
  lag: histogramDataSchema.nullable().default(null),
  errors: z.array(errorCountSchema),
  /** Of a plan, iterations. Absent in records made before it was counted. */
  checked: checkedAnswersSchema.optional(),
  bytesSent: z.number(),
  bytesReceived: z.number(),
});

export type Counts = z.infer<typeof countsSchema>;

/** One second of one trial (the last of a phase may be shorter). Committed to the store as it ends. */
export const intervalSchema = countsSchema.extend({
  /** Counts from 0 within the trial. */
  index: z.number().int(),
  phase: phaseSchema,
  /** The round of the trial that it belongs to, from 0; null in a load without rounds. */
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

/** A warm-up that was to end by itself: what it took, and whether it ended because the figures were steady. */
const warmUpResultSchema = z.object({
  seconds: z.number(),
  ended: z.enum(['steady', 'maximum']),
});
export type WarmUpResult = z.infer<typeof warmUpResultSchema>;

/**
 * A stretch of a trial at one level of load, or one second of a ramp. All figures speak of its
 * measured window.
 */
export const roundSchema = z.object({
  /** Counts from 0 within the trial. */
  index: z.number().int(),
  kind: roundKindSchema,
  /** Users, averaged over the window; in open load the requests in flight are not users, so null. */
  users: z.number().nullable(),
  /** Arrivals wanted per second, averaged over the window; null in closed load. */
  rate: z.number().nullable(),
  /** From the start of the trial to the start of the window, and the length of the window. */
  startSeconds: z.number(),
  seconds: z.number(),
  ok: z.number().int(),
  failed: z.number().int(),
  dropped: z.number().int(),
  throughputRps: z.number(),
  latencyMs: latencySummarySchema,
  verdict: verdictSchema,
  reasons: z.array(z.string()),
  /** Of what came before it; absent where that had a fixed length. */
  warmUp: warmUpResultSchema.optional(),
  /** What was concluded from it, in a sentence; empty when nothing was. */
  outcome: z.string(),
  /** Why it missed the objective of its search, in words; absent where it kept it and where there is none. */
  missed: z.string().optional(),
});
export type Round = z.infer<typeof roundSchema>;

/**
 * Where every request of a trial went; `issued` = `warmUp` + `measured` + `drained` + `abandoned`.
 * Dropped arrivals were never issued.
 */
const accountingSchema = z.object({
  issued: z.number().int(),
  /** Finished (well or not) in the warm-up. */
  warmUp: z.number().int(),
  measured: z.number().int(),
  /** Finished after the window closed, when no new requests were sent. */
  drained: z.number().int(),
  /** In flight when the trial was ended by force. */
  abandoned: z.number().int(),
  /** Arrivals of open load that were not sent, over the whole trial. */
  dropped: z.number().int().default(0),
  /** Successful, over the whole trial. */
  succeeded: z.number().int(),
  /** Requests that the bundled service counted (of a plan, those that its iterations sent, not the iterations); null for a remote target or a service that died. */
  serverCounted: z.number().int().nullable(),
});
export type Accounting = z.infer<typeof accountingSchema>;

/** A process between client and service, in the measured window. */
const hopFiguresSchema = z.object({
  cpuSeconds: z.number(),
  /** Of its reports, one a second. */
  rssPeakBytes: z.number(),
  heapPeakBytes: z.number(),
  eventLoopUtilization: z.number(),
  /** What passed it: requests of a gateway, connections of an emulated network. */
  requests: z.number().int(),
});
export type HopFigures = z.infer<typeof hopFiguresSchema>;

/** The outcome of a threshold for one trial. */
const thresholdOutcomeSchema = z.object({
  rule: z.string(),
  passed: z.boolean(),
  /** The value compared, in the unit of the rule (ms, requests per second, fraction). */
  actual: z.number(),
  /** Why it failed whatever the value, as where nothing was counted; absent where the value decided. */
  reason: z.string().optional(),
});
export type ThresholdOutcome = z.infer<typeof thresholdOutcomeSchema>;

/** One of the requests of a mix, or a step of a flow, in the measured window. */
const partResultSchema = z.object({
  name: z.string(),
  requests: z.object({ ok: z.number().int(), failed: z.number().int() }),
  throughputRps: z.number(),
  /** Zeros when no request succeeded. */
  latencyMs: latencySummarySchema,
  errors: z.array(errorCountSchema),
});
export type PartResult = z.infer<typeof partResultSchema>;

/** What one of several machines had a part in, in the measured windows that the trial’s figures speak of. */
const machineResultSchema = z.object({
  name: z.string(),
  cpu: z.string(),
  cores: z.number().int(),
  /** Where it is, as its user calls that; absent where nobody said. */
  place: z.string().optional(),
  /** Load workers that it made its part with. */
  workers: z.number().int(),
  /** Its part of the load, 0–1; absent where each load worker of all machines had the same. */
  share: z.number().optional(),
  requests: z.object({ ok: z.number().int(), failed: z.number().int(), dropped: z.number().int() }),
  throughputRps: z.number(),
  /** Zeros when no request succeeded. */
  latencyMs: latencySummarySchema,
  client: z.object({
    verdict: verdictSchema,
    reasons: z.array(z.string()),
    cpuSeconds: z.number(),
    eventLoopUtilization: z.number(),
  }),
  /** To the controller and back, at the last look at its clock, and by how much that may be wrong; milliseconds. */
  roundTripMs: z.number(),
  clockErrorMs: z.number(),
  /** From it to the target and back, before the load, in milliseconds; absent where it could not be told. */
  targetTripMs: z.number().optional(),
});
export type MachineResult = z.infer<typeof machineResultSchema>;

/** What the machines of one place had a part in together; their histograms are added. */
const placeResultSchema = machineResultSchema
  .pick({ workers: true, requests: true, throughputRps: true, latencyMs: true })
  .extend({
    /** Null of the machines of which nobody said where they are. */
    name: z.string().nullable(),
    /** Names of its machines. */
    machines: z.array(z.string()),
  });
export type PlaceResult = z.infer<typeof placeResultSchema>;

/** A machine whose part of the load ended before the trial did. */
const lostMachineSchema = z.object({
  name: z.string(),
  /** Its last report, in seconds from the start of the trial: what it did from then on is not known. */
  sinceSeconds: z.number(),
  /** Load workers that it had, of so many. */
  workers: z.number().int(),
  ofWorkers: z.number().int(),
});
export type LostMachine = z.infer<typeof lostMachineSchema>;

/**
 * The figures of one trial. All of them, accounting aside, speak of the measured window only; of a
 * search that is the final round (the best one where there is no final), of other loads with
 * rounds all their windows together.
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
  /** Before the window; absent where it had a fixed length, and where each round has its own. */
  warmUp: warmUpResultSchema.optional(),
  requests: z.object({
    ok: z.number().int(),
    failed: z.number().int(),
    /** Arrivals of open load that were not sent. */
    dropped: z.number().int().default(0),
  }),
  /** What throughput and `requests` count and latency is the time of; absent where it is requests. Read it with `workOf`. */
  counts: workSchema.optional(),
  throughputRps: z.number(),
  /** Zeros when no request succeeded. */
  latencyMs: latencySummarySchema,
  serviceMs: latencySummarySchema,
  /** How late arrivals of open load were sent; null in closed load. */
  lagMs: latencySummarySchema.nullable().default(null),
  errors: z.array(errorCountSchema),
  /**
   * Answers of the window that were decoded and compared, `verify` says how many; of a plan, iterations. Those
   * that were wrong are among the failed. Absent of runs made before it was counted.
   */
  checked: checkedAnswersSchema.optional(),
  bytes: z.object({ sent: z.number(), received: z.number() }),
  /** Bytes of the messages of the first call that was found right, computed from them; absent where no answer was decoded, of plans, and of runs made before it was kept. */
  encoded: encodedCallSchema.optional(),
  client: z.object({
    verdict: verdictSchema,
    reasons: z.array(z.string()),
    cpuSeconds: z.number(),
    eventLoopUtilization: z.number(),
    gcMs: z.number(),
    lagMs: z.number(),
    /** Worker threads that made the load. */
    workers: z.number().int(),
    /** Throughput of this driver against a null service on this machine, all workers; null when not calibrated. */
    ceilingRps: z.number().nullable().default(null),
  }),
  server: z
    .object({
      cpuSeconds: z.number(),
      rssPeakBytes: z.number(),
      /** Null of a server of the user's own, as is its event loop. */
      heapPeakBytes: z.number().nullable(),
      /** Of all that the heap has got from the system, and of what of it was idle. */
      heapTotalPeakBytes: z.number().optional(),
      heapIdlePeakBytes: z.number().optional(),
      eventLoopUtilization: z.number().nullable(),
      threadsPeak: z.number().int().optional(),
    })
    .nullable(),
  /** What the service of a stack other than the usual one is made of. */
  made: madeOfSchema.optional(),
  /** The last lines that a started server wrote; absent where there are none. */
  log: z.array(z.string()).optional(),
  /** The API gateway between client and service; null or absent where there was none. */
  gateway: hopFiguresSchema.nullable().optional(),
  /** The process that emulated the network; null or absent where there was none. */
  network: hopFiguresSchema.nullable().optional(),
  /** Null or absent where no source of energy could be read, or none was wanted. */
  energy: trialEnergySchema.nullable().optional(),
  accounting: accountingSchema,
  /** Empty for `closed` and `open` load. */
  rounds: z.array(roundSchema).default([]),
  /** The round whose figures stand for the trial, as the final one of a search does; null when all measured windows do. */
  headlineRound: z.number().int().nullable().default(null),
  /** Of load of model `plan`, whose requests and latencies are those of iterations; null of other loads, and where the engine died. */
  plan: planResultSchema.nullable().default(null),
  /** In the order of the mix or flow; absent of other shapes. */
  parts: z.array(partResultSchema).optional(),
  /** The machines that made the load, by name; absent where this one did. */
  machines: z.array(machineResultSchema).optional(),
  /** The places of those machines; absent unless there are two or more. */
  places: z.array(placeResultSchema).optional(),
  /** Machines that were lost while the others went on, in the order of their loss; absent where none was. */
  lostMachines: z.array(lostMachineSchema).optional(),
  /** The other machine that the bundled service ran on; absent where that was the one of the experiment. */
  serviceOn: serviceMachineSchema.optional(),
  /** Machines beside the service that were watched, by name; absent where none was. */
  watched: z.array(watchedMachineSchema).optional(),
  thresholds: z.array(thresholdOutcomeSchema),
  /** What a reader of the numbers should know, in sentences. */
  notes: z.array(z.string()),
});
export type TrialResult = z.infer<typeof trialResultSchema>;
