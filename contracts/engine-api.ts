import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { experimentInput, failing, nothing, runIdInput as runId } from './api/base.ts';
import { collectionContract } from './api/collection.ts';
import { compareContract } from './api/compare.ts';
import { historyContract } from './api/history.ts';
import { machinesContract } from './api/machines.ts';
import { ownServiceContract } from './api/own-service.ts';
import { publishedContract } from './api/published.ts';
import { reportsContract } from './api/reports.ts';
import { servicesContract } from './api/services.ts';
import { settingsContract } from './api/settings.ts';
import { sizesContract } from './api/sizes.ts';
import { stacksContract } from './api/stacks.ts';
import { statisticsContract } from './api/statistics.ts';
import { wireContract } from './api/wire.ts';
import { calibrationEventSchema, calibrationSchema } from './calibration.ts';
import { decisionSchema } from './decision.ts';
import { errorReportSchema } from './errors.ts';
import { plannedTrialSchema, problemSchema } from './experiment/cell.ts';
import { thresholdSchema } from './experiment/threshold.ts';
import { heatMapSchema } from './heat-map.ts';
import { runSummarySchema } from './history.ts';
import {
  errorCountSchema,
  histogramDataSchema,
  roundSchema,
  trialResultSchema,
} from './measurement.ts';
import { requestLineSchema } from './request-line.ts';
import { environmentSchema, resultDocumentSchema } from './result.ts';
import { phaseSchema, runStatusSchema, trialStatusSchema, verdictSchema } from './words.ts';
import { workSchema } from './work.ts';

/**
 * The engine's API, the same for the window, the browser and the command line. Errors are oRPC
 * errors whose `data` is an {@link errorReportSchema}.
 */

/** A built-in experiment. */
export const builtInExperimentSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  text: z.string(),
});
export type BuiltInExperiment = z.infer<typeof builtInExperimentSchema>;

/** A program that an experiment starts, and that its user has to confirm. */
const commandToConfirmSchema = z.object({
  /** Identifies everything that determines what is started. */
  key: z.string(),
  /** As typed in a shell. */
  command: z.string(),
  folder: z.string(),
  /** `NAME=VALUE` as in the file: secrets as names. */
  env: z.array(z.string()),
});
export type CommandToConfirm = z.infer<typeof commandToConfirmSchema>;

/** Results of checking an experiment file without running it. */
const checkedExperimentSchema = z.object({
  problems: z.array(problemSchema),
  /** Null if there are problems. */
  plan: z
    .object({
      name: z.string(),
      trials: z.array(plannedTrialSchema),
      /** Number of distinct cells. */
      cells: z.number().int(),
      /** Expected duration of the whole run in seconds; null if bounded by requests only. */
      seconds: z.number().nullable(),
      /** Where repetitions end when comparisons are decided: its longest duration; `trials` are the fewest. */
      longestSeconds: z.number().optional(),
      /** Warnings before the start. */
      warnings: z.array(z.string()),
      /** Remote hosts that have to be confirmed before any load is sent to them. */
      unconfirmedHosts: z.array(z.string()),
      /** Programs that have to be confirmed before they are started. */
      unconfirmedCommands: z.array(commandToConfirmSchema),
    })
    .nullable(),
});
export type CheckedExperiment = z.infer<typeof checkedExperimentSchema>;

/** A quarter of a second of a running trial, ready to draw. */
export const livePointSchema = z.object({
  trial: z.number().int(),
  phase: phaseSchema,
  /** Seconds from the start of the trial to the end of the point. */
  at: z.number(),
  throughputRps: z.number(),
  /** Milliseconds; null if nothing succeeded in the quarter. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  p99: z.number().nullable(),
  users: z.number().int(),
  /** Intended arrivals per second; null in closed load. */
  rate: z.number().nullable(),
  /** The round of the trial, from 0; null for a load without rounds. */
  round: z.number().int().nullable(),
  ok: z.number().int(),
  failed: z.number().int(),
  /** Arrivals of open load that were not sent. */
  dropped: z.number().int(),
  errors: z.array(errorCountSchema),
  /** CPU usage in cores: 1 is one fully busy core. */
  clientCpu: z.number(),
  serverCpu: z.number().nullable(),
  /** Successful requests by band of latency (`contracts/heat-map.ts`): `[band, count, band, count, …]`, bands rising. */
  bands: z.array(z.number().int()).default([]),
});
export type LivePoint = z.infer<typeof livePointSchema>;

/** Whether the metrics of the running trial can be trusted so far, by the rule of the stored verdict. */
const liveHealthSchema = z.object({
  verdict: verdictSchema,
  /** For people: `Trusted so far: the busiest load worker was busy 38 % of the time.` */
  sentence: z.string(),
  reasons: z.array(z.string()),
});
export type LiveHealth = z.infer<typeof liveHealthSchema>;

/** Facts about the running trial besides its points. */
const runningTrialSchema = z.object({
  /** Warm-up and window together, as far as known in advance; null if unknown. */
  lengthSeconds: z.number().nullable(),
  /** Maximum warm-up, if it lasts until the metrics are steady; null otherwise. */
  warmUpAtMost: z.number().nullable().default(null),
  /** Number of requests that ends its window; null if time does. */
  requests: z.number().int().nullable(),
  /** Time by which its window was extended. */
  extendedSeconds: z.number(),
  /** Why its window cannot be extended, as a sentence; null if it can. */
  notExtendable: z.string().nullable(),
});
export type RunningTrial = z.infer<typeof runningTrialSchema>;

/** Longest single extension of a trial: a day. */
export const longestExtension = 86_400;

/** A trial of a run in progress, with `result` once it has ended. */
const trialProgressSchema = plannedTrialSchema.extend({
  status: trialStatusSchema,
  result: trialResultSchema.nullable(),
});
export type TrialProgress = z.infer<typeof trialProgressSchema>;

/** A line of a run's log. */
const logLineSchema = z.object({
  /** ISO time. */
  at: z.string(),
  text: z.string(),
  /** Whether something failed. */
  bad: z.boolean().optional(),
});
export type LogLine = z.infer<typeof logLineSchema>;

const runProgressSchema = z.object({
  runId: z.string(),
  name: z.string(),
  status: runStatusSchema,
  startedAt: z.string(),
  trials: z.array(trialProgressSchema),
  /** Index of the running trial, or null between trials. */
  current: z.number().int().nullable(),
  /** Current activity of the engine, such as "Starting the gRPC service". */
  activity: z.string(),
  /** Number of machines to wait for, and the names of those present; absent when not waiting. */
  awaited: z
    .object({
      machines: z.number().int(),
      there: z.array(z.string()),
      /** Name of the awaited machine for the service; absent while waiting for load generators. */
      service: z.string().optional(),
    })
    .optional(),
  /** Completed rounds of the current trial; empty for a load without rounds. */
  rounds: z.array(roundSchema),
  /** Facts of the current trial; null between trials. */
  running: runningTrialSchema.nullable().default(null),
  /** Trust in the current trial; null before its first measured second. */
  health: liveHealthSchema.nullable().default(null),
  /** Estimated remaining seconds; null if unknown. */
  secondsLeft: z.number().nullable(),
  /** State of the comparisons; absent where the number of repetitions is fixed. */
  decision: decisionSchema.optional(),
  warnings: z.array(z.string()),
  /** What happened so far, the newest last; old lines of a long run are dropped. */
  log: z.array(logLineSchema).optional(),
  /** The thresholds, and the objective of a search; absent without any. */
  thresholds: z.array(thresholdSchema).optional(),
  /** What is sent, by protocol and request. */
  requests: z.array(requestLineSchema).optional(),
  /** Why something could not be stored; absent if all was. */
  unstored: errorReportSchema.optional(),
  /** Unit of work; absent for requests. */
  counts: workSchema.optional(),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

/**
 * `snapshot` comes first, and again when a trial or one of its rounds starts or ends; `point` four times a
 * second; `end` last.
 */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    progress: runProgressSchema,
    /**
     * Points of the current trial so far, in the first snapshot and in one after points that a slow watcher
     * missed; old ones are merged. Empty in other snapshots.
     */
    points: z.array(livePointSchema),
  }),
  z.object({
    type: z.literal('point'),
    point: livePointSchema,
    secondsLeft: z.number().nullable(),
    health: liveHealthSchema.nullable().default(null),
  }),
  z.object({ type: z.literal('end'), progress: runProgressSchema }),
]);
export type RunEvent = z.infer<typeof runEventSchema>;

export type { RunSummary } from './history.ts';

/** A point of a percentile curve: `share` of the requests (0–1) took at most `ms`. */
const percentilePointSchema = z.object({ share: z.number(), ms: z.number() });
export type PercentilePoint = z.infer<typeof percentilePointSchema>;

/** One interval without its histogram, ready to draw. */
const seriesPointSchema = livePointSchema.omit({ trial: true, errors: true, bands: true });
export type SeriesPoint = z.infer<typeof seriesPointSchema>;

export const exportFormatSchema = z.enum(['json', 'csv', 'html', 'hgrm', 'samples']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

/** A file created by the engine and written by the shell where the user chooses. */
export const exportedFileSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  text: z.string(),
});
export type ExportedFile = z.infer<typeof exportedFileSchema>;

/** Notice from the engine's start, such as a damaged database that was set aside. */
const startNoticeSchema = z.object({
  /** A sentence. */
  text: z.string(),
  /** The interrupted run that it is about; null if it is about none. */
  runId: z.string().nullable(),
});
export type StartNotice = z.infer<typeof startNoticeSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  /** The data folder, with all state. */
  home: z.string(),
  database: z.string(),
  notices: z.array(startNoticeSchema),
  environment: environmentSchema,
});

export const engineContract = {
  app: { info: failing.output(appInfoSchema) },
  experiments: {
    builtIn: failing.output(z.array(builtInExperimentSchema)),
    check: failing.input(experimentInput).output(checkedExperimentSchema),
  },
  hosts: {
    /** Remote hosts that the user has confirmed as targets. */
    list: failing.output(z.array(z.string())),
    confirm: failing.input(z.object({ host: z.string().min(1).max(300) })).output(nothing),
    /** Revokes a confirmation; the next run against the host asks again. */
    forget: failing.input(z.object({ host: z.string().min(1).max(300) })).output(nothing),
  },
  commands: {
    /** Confirms a program from `unconfirmedCommands`. */
    confirm: failing.input(z.object({ key: z.string().regex(/^[0-9a-f]{64}$/) })).output(nothing),
  },
  history: historyContract,
  compare: compareContract,
  statistics: statisticsContract,
  wire: wireContract,
  sizes: sizesContract,
  services: servicesContract,
  stacks: stacksContract,
  machines: machinesContract,
  published: publishedContract,
  reports: reportsContract,
  collection: collectionContract,
  ownService: ownServiceContract,
  settings: settingsContract,
  calibration: {
    /** The last calibration of this machine, or null. */
    latest: failing.output(calibrationSchema.nullable()),
    /** Measures this machine's ceilings; fails with RUN_BUSY while a run is in progress. Ends when the caller leaves. */
    run: failing
      .input(z.object({ seconds: z.number().min(0.2).max(60).default(2) }))
      .output(eventIterator(calibrationEventSchema)),
  },
  runs: {
    /** Starts a run; fails with EXPERIMENT_INVALID, SERVICE_INVALID, RUN_BUSY, HOST_NOT_CONFIRMED, COMMAND_NOT_CONFIRMED, USERS_EXCEED_LIMIT, ARGUMENT_INVALID (cores). */
    start: failing.input(experimentInput).output(runId),
    /** Ends the run and keeps everything measured so far. */
    stop: failing.input(runId).output(nothing),
    /** Ends the current trial and continues with the next. */
    skip: failing.input(runId).output(nothing),
    /** Extends the current trial by this time; fails with RUN_NOT_ACTIVE, TRIAL_NOT_EXTENDABLE. */
    extend: failing
      .input(runId.extend({ seconds: z.number().min(1).max(longestExtension) }))
      .output(nothing),
    /**
     * Repeats all cells of an ended run for this time, so that its comparisons become more exact: the run goes on, with
     * its results. Fails with RUN_NOT_EXTENDABLE, and as `start` does.
     */
    refine: failing
      .input(runId.extend({ seconds: z.number().min(1).max(longestExtension) }))
      .output(nothing),
    /** The run in progress, or null. */
    active: failing.output(runProgressSchema.nullable()),
    watch: failing.input(runId).output(eventIterator(runEventSchema)),
    /** Newest first. */
    list: failing
      .input(z.object({ limit: z.number().int().min(1).max(10_000).default(1000) }))
      .output(z.array(runSummarySchema)),
    get: failing.input(runId).output(resultDocumentSchema),
    series: failing.input(z.object({ trialId: z.string() })).output(z.array(seriesPointSchema)),
    /** Latency over time, from stored intervals; without answers that arrived during the drain. */
    heatMap: failing.input(z.object({ trialId: z.string() })).output(heatMapSchema),
    histogram: failing.input(z.object({ trialId: z.string() })).output(
      z.object({
        latency: histogramDataSchema,
        curve: z.array(percentilePointSchema),
        /** Curve of the service time; null if equal to that of the latency. */
        serviceCurve: z.array(percentilePointSchema).nullable().default(null),
      }),
    ),
    rename: failing
      .input(runId.extend({ name: z.string().trim().min(1).max(200) }))
      .output(nothing),
    /** Hides the run; `restore` brings it back until it is purged a week later. */
    remove: failing.input(runId).output(nothing),
    restore: failing.input(runId).output(nothing),
    /** Sets the saturation point of a trial manually, or null to return to the computed one. */
    setSaturation: failing
      .input(z.object({ trialId: z.string(), level: z.number().positive().nullable() }))
      .output(nothing),
    export: failing.input(runId.extend({ format: exportFormatSchema })).output(exportedFileSchema),
  },
};
export type EngineContract = typeof engineContract;
