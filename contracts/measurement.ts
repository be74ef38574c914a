import { z } from 'zod';
import { errorReportSchema } from './errors.ts';
import { cellSchema } from './experiment/cell.ts';
import { errorKindSchema, phaseSchema, trialStatusSchema, verdictSchema } from './words.ts';

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
  /** Share of time in which the busiest worker's event loop was active, 0–1. */
  eventLoopUtilization: z.number(),
  /** Longest garbage-collection pause time in any worker, summed over the interval, in milliseconds. */
  gcMs: z.number(),
  /** Longest delay of a worker's timer beyond its due time, in milliseconds. */
  lagMs: z.number(),
});
export type ClientHealth = z.infer<typeof clientHealthSchema>;

/** Health of a bundled service; null in records of remote targets. */
export const serverHealthSchema = z.object({
  cpuSeconds: z.number(),
  rssBytes: z.number(),
  heapBytes: z.number(),
  eventLoopUtilization: z.number(),
  /** Requests answered since the service started (health probes are not counted). */
  requests: z.number().int(),
});
export type ServerHealth = z.infer<typeof serverHealthSchema>;

/** What happened in a stretch of time, be it a tick or an interval. */
export const countsSchema = z.object({
  /** Users that were active at the end. */
  users: z.number().int(),
  ok: z.number().int(),
  failed: z.number().int(),
  latency: histogramDataSchema,
  /** Null when it equals `latency`. */
  service: histogramDataSchema.nullable(),
  errors: z.array(errorCountSchema),
  bytesSent: z.number(),
  bytesReceived: z.number(),
});

export type Counts = z.infer<typeof countsSchema>;

/** One second of one trial (the last of a phase may be shorter). Committed to the store as it ends. */
export const intervalSchema = countsSchema.extend({
  /** Counts from 0 within the trial. */
  index: z.number().int(),
  phase: phaseSchema,
  /** From the start of the trial, in milliseconds. */
  startMs: z.number(),
  lengthMs: z.number(),
  client: clientHealthSchema,
  server: serverHealthSchema.nullable(),
});
export type Interval = z.infer<typeof intervalSchema>;

/** Latency or service time of the successful requests of a window, in milliseconds. */
export const latencySummarySchema = z.object({
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

/** Where every request of a trial went; `issued` = `warmUp` + `measured` + `drained` + `abandoned`. */
export const accountingSchema = z.object({
  issued: z.number().int(),
  /** Finished (well or not) in the warm-up. */
  warmUp: z.number().int(),
  measured: z.number().int(),
  /** Finished after the window closed, when no new requests were sent. */
  drained: z.number().int(),
  /** In flight when the trial was ended by force. */
  abandoned: z.number().int(),
  /** Successful, over the whole trial. */
  succeeded: z.number().int(),
  /** Requests that the bundled service counted; null for a remote target or a service that died. */
  serverCounted: z.number().int().nullable(),
});
export type Accounting = z.infer<typeof accountingSchema>;

/** The outcome of a threshold for one trial. */
export const thresholdOutcomeSchema = z.object({
  rule: z.string(),
  passed: z.boolean(),
  /** The value compared, in the unit of the rule (ms, requests per second, fraction). */
  actual: z.number(),
});
export type ThresholdOutcome = z.infer<typeof thresholdOutcomeSchema>;

/** The figures of one trial. All of them, accounting aside, speak of the measured window only. */
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
  requests: z.object({ ok: z.number().int(), failed: z.number().int() }),
  throughputRps: z.number(),
  /** Zeros when no request succeeded. */
  latencyMs: latencySummarySchema,
  serviceMs: latencySummarySchema,
  errors: z.array(errorCountSchema),
  bytes: z.object({ sent: z.number(), received: z.number() }),
  client: z.object({
    verdict: verdictSchema,
    reasons: z.array(z.string()),
    cpuSeconds: z.number(),
    eventLoopUtilization: z.number(),
    gcMs: z.number(),
    lagMs: z.number(),
    /** Worker threads that made the load. */
    workers: z.number().int(),
  }),
  server: z
    .object({
      cpuSeconds: z.number(),
      rssPeakBytes: z.number(),
      heapPeakBytes: z.number(),
      eventLoopUtilization: z.number(),
    })
    .nullable(),
  accounting: accountingSchema,
  thresholds: z.array(thresholdOutcomeSchema),
  /** What a reader of the numbers should know, in sentences. */
  notes: z.array(z.string()),
});
export type TrialResult = z.infer<typeof trialResultSchema>;
