import type { Database } from 'better-sqlite3';
import type { Calibration } from '../../contracts/calibration.ts';
import type { PlannedTrial } from '../../contracts/experiment/cell.ts';
import type {
  Annotation,
  HistoryPage,
  HistoryQuery,
  NewAnnotation,
  RunSummary,
} from '../../contracts/history.ts';
import type { Interval, TrialResult } from '../../contracts/measurement.ts';
import type { Report, StoredReport } from '../../contracts/report.ts';
import type { RunHead } from '../../contracts/result.ts';
import type { RunFileHead, RunFileRun } from '../../contracts/run-file.ts';
import type { SavedTarget } from '../../contracts/services.ts';
import type { RemovedRun, Settings, SettingsChange } from '../../contracts/settings.ts';
import type { RunStatus } from '../../contracts/words.ts';
import { annotationStatements, labelStatements } from './annotations.ts';
import { impatiently } from './busy-timeout.ts';
import { calibrationStatements } from './calibrations.ts';
import { claimStatements } from './claim.ts';
import { commandStatements } from './commands.ts';
import { guarded } from './errors.ts';
import type { FileDigest, InterruptedRun, KeptFile, NewRun } from './handover.ts';
import { createHeartbeat } from './heartbeat.ts';
import { type HeldRun, HeldRuns } from './held.ts';
import { historyStatements } from './history.ts';
import { hostStatements } from './hosts.ts';
import { joinDatabase, openStoreDatabase } from './open-database.ts';
import { recordStatements } from './record.ts';
import { reportStatements } from './reports.ts';
import { type OpenedRun, type RunVisitor, runRecordStatements } from './run-records.ts';
import { saturationStatements } from './saturation.ts';
import { searchStatements } from './search.ts';
import { settingsStatements } from './settings.ts';
import { type StagedRun, stagedRunStatements } from './staged-run.ts';
import { targetStatements } from './targets.ts';
import { trialStatements } from './trials.ts';

/**
 * All persistent data of Wirebench, in one SQLite file. Every call is synchronous and every write
 * is one commit. Errors are {@link WirebenchError}s: RUN_NOT_FOUND, TRIAL_NOT_FOUND,
 * STORE_WRITE_FAILED, STORE_CORRUPT.
 */
export interface Store {
  /** Sentences about its opening, such as a damaged database set aside. */
  readonly notices: readonly string[];
  /** Records a run as running, owned by this process. */
  createRun(run: NewRun): void;
  /** Adds trials to a run in progress, after its others. @throws WirebenchError RUN_NOT_FOUND, STORE_WRITE_FAILED */
  addTrials(runId: string, trials: NewRun['trials']): void;
  /** An ended run goes on, owned by this process. @throws WirebenchError RUN_NOT_FOUND, STORE_WRITE_FAILED */
  resumeRun(runId: string): void;
  startTrial(trialId: string, startedAt: string): void;
  appendInterval(trialId: string, interval: Interval): void;
  /** Records a trial's end with any status, also for a trial that never started. */
  finishTrial(trialId: string, result: TrialResult): void;
  /** Replaces the warnings of the run. @throws WirebenchError RUN_NOT_FOUND, STORE_WRITE_FAILED */
  setWarnings(runId: string, warnings: readonly string[]): void;
  finishRun(runId: string, status: RunStatus, endedAt: string): void;
  /**
   * Keeps the end of a run that could not be stored in memory: it is shown like a stored one, and stored as soon as
   * possible, at the latest when the store is closed.
   */
  holdRun(run: HeldRun): void;
  /**
   * Marks runs as interrupted whose process is gone, ended when their last interval was
   * committed, and hands them to this process to finish. Runs of other live processes are
   * left alone.
   */
  claimInterrupted(): InterruptedRun[];
  /** Runs a transaction, which is rolled back when `work` throws; other processes see nothing of it before its end. */
  atomically<T>(act: () => T): T;
  /** Newest first, without removed ones. */
  listRuns(limit: number): RunSummary[];
  runHead(runId: string): RunHead;
  /** Results of ended trials, in execution order. */
  trialResults(runId: string): TrialResult[];
  trial(trialId: string): { runId: string; planned: PlannedTrial };
  /** In order. */
  intervals(trialId: string): Interval[];
  /** Also counts all matching runs and all tags in use. */
  searchRuns(query: HistoryQuery): HistoryPage;
  /** A whole ended run. @throws WirebenchError RUN_UNFINISHED too. */
  readRun(runId: string): RunFileRun;
  /** The same, read part by part. @throws WirebenchError while its parts are read, too, when it is damaged or removed. */
  openRun(runId: string): OpenedRun;
  /** The files of its experiment, by path. */
  keptFiles(runId: string): KeptFile[];
  /** The same without their content. */
  fileDigests(runId: string): FileDigest[];
  /** The same part by part, without its files. */
  visitRun(runId: string, visitor: RunVisitor): RunFileHead;
  /** Begins to import a run that was measured elsewhere. */
  stageRun(): StagedRun;
  runState(runId: string): 'none' | 'visible' | 'removed';
  isTrialKnown(trialId: string): boolean;
  /** @param prefix a full id, a unique prefix of at least four characters, or `latest`. */
  resolveRunId(prefix: string): string;
  renameRun(runId: string, name: string): void;
  setTags(runId: string, tags: readonly string[]): void;
  setNote(runId: string, note: string): void;
  setPinned(runId: string, pinned: boolean): void;
  /** Those of the whole run first, then by trial and moment. */
  annotations(runId: string): Annotation[];
  /** Also while the run is in progress. @throws WirebenchError ANNOTATIONS_FULL too. */
  annotate(runId: string, mark: NewAnnotation): Annotation;
  /** @throws WirebenchError ANNOTATION_NOT_FOUND */
  removeAnnotation(runId: string, id: string): void;
  /** Hides the run until {@link Store.restoreRun}, or for good after {@link Store.purgeRemoved}. */
  removeRun(runId: string): void;
  restoreRun(runId: string): void;
  /** Deletes runs that were removed before `olderThan`. */
  purgeRemoved(olderThan: Date): void;
  /** Saturation points set by the user, by trial. */
  saturationOverrides(runId: string): ReadonlyMap<string, number>;
  /** @param level null to reset it. */
  setSaturation(trialId: string, level: number | null): void;
  saveCalibration(calibration: Calibration): void;
  /** Null when this machine was never calibrated. */
  latestCalibration(): Calibration | null;
  confirmedHosts(): string[];
  confirmHost(host: string): void;
  /** Whether the user has consented to start a command. @param key of `engine/run/servers/commands.ts`. */
  isCommandConfirmed(key: string): boolean;
  confirmCommand(key: string): void;
  /** Remote targets that the user has saved, by name. */
  savedTargets(): SavedTarget[];
  savedTarget(id: string): SavedTarget | null;
  /** Adds it, or replaces the one with its id. */
  putTarget(target: SavedTarget): void;
  deleteTarget(id: string): void;
  /** Last changed first. */
  listReports(): StoredReport[];
  /** @throws WirebenchError REPORT_NOT_FOUND */
  report(reportId: string): StoredReport;
  /** @param reportId null for a new one. */
  saveReport(reportId: string | null, report: Report): StoredReport;
  /** @returns the removed report. @throws WirebenchError REPORT_NOT_FOUND */
  removeReport(reportId: string): StoredReport;
  forgetHost(host: string): void;
  settings(): Settings;
  /** @returns all settings after the change. */
  changeSettings(change: SettingsChange): Settings;
  resetSettings(): Settings;
  /** The last removed first. */
  removedRuns(): RemovedRun[];
  close(): void;
}

/**
 * Opens the store, creating file and folder where missing.
 * @param options.now the clock for times that the store itself records.
 * @throws WirebenchError STORE_WRITE_FAILED when the file cannot be written.
 */
export function openStore(file: string, options: { now?: () => Date } = {}): Store {
  const now = options.now ?? (() => new Date());
  // Preparing all of its statements shows that nothing they need is missing.
  const { used, notices } = openStoreDatabase(file, now, (database) =>
    storeOver(database, { file, notices: [], now }),
  );
  return { ...used, notices };
}

/**
 * A store that this process has opened, for another of its threads.
 * @throws WirebenchError STORE_WRITE_FAILED, STORE_CORRUPT
 */
export function joinStore(file: string): Store {
  return joinDatabase(file, (database) =>
    storeOver(database, { file, notices: [], now: () => new Date() }),
  );
}

interface StoreFacts {
  readonly file: string;
  readonly notices: readonly string[];
  readonly now: () => Date;
}

/** The store of an open database; closes the database too. */
export function storeOver(database: Database, { file, notices, now }: StoreFacts): Store {
  const heartbeat = createHeartbeat(database, now);
  const { stageRun } = stagedRunStatements(database, now);
  const atomically = <T>(act: () => T): T => database.transaction(act).immediate();
  const record = recordStatements(database, now, heartbeat);
  const held = new HeldRuns({
    ...record,
    atomically: (act) => impatiently(database, () => atomically(act)),
  });
  const history = historyStatements(database, now);
  const trials = trialStatements(database);
  const shown = held.over({ ...history, ...trials });
  const search = searchStatements(database);
  const readers = {
    ...history,
    ...shown,
    ...saturationStatements(database, now),
    ...annotationStatements(database, now),
  };
  const calls = {
    ...readers,
    atomically,
    ...record,
    holdRun: (run: HeldRun) => held.hold(run),
    ...claimStatements(database, now),
    ...trials,
    ...shown,
    searchRuns: (query: HistoryQuery): HistoryPage => {
      const page = search.searchRuns(query);
      return { ...page, runs: held.summaries(page.runs) };
    },
    ...labelStatements(database),
    ...runRecordStatements(database, readers),
    stageRun: () => guardAll(stageRun(), file),
    ...calibrationStatements(database),
    ...hostStatements(database, now),
    ...commandStatements(database),
    ...targetStatements(database),
    ...reportStatements(database, now),
    ...settingsStatements(database),
  };
  const close = () => {
    held.close();
    heartbeat.stopAll();
    database.close();
  };
  return { notices, ...guardAll(calls, file), close };
}

function guardAll<Calls extends object>(calls: Calls, file: string): Calls {
  const entries = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: unknown[]) => guarded(file, () => Reflect.apply(call, undefined, args)),
  ]);
  return Object.fromEntries(entries) as Calls;
}
