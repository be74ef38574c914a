import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';
import { plannedTrialSchema } from '../../contracts/experiment/cell.ts';
import type { Annotation } from '../../contracts/history.ts';
import { type Interval, trialResultSchema } from '../../contracts/measurement.ts';
import type { RunHead } from '../../contracts/result.ts';
import type {
  RunFileFile,
  RunFileHead,
  RunFileRun,
  RunFileTrial,
  RunFileTrialHead,
} from '../../contracts/run-file.ts';
import type { TrialStatus } from '../../contracts/words.ts';
import type { KeptFile } from './handover.ts';
import { decodeInterval, type StoredInterval } from './interval-codec.ts';
import { intact } from './row-checks.ts';
import { fileDigestsStatement, filesStatement } from './run-files.ts';
import { parseStored, refuseDamaged, runNotFound } from './stored.ts';
import { type SummaryRow, summaryColumns, toSummary } from './summaries.ts';

/** Other statements that reading a whole run needs. */
interface Readers {
  runHead(runId: string): RunHead;
  annotations(runId: string): Annotation[];
  saturationOverrides(runId: string): ReadonlyMap<string, number>;
}

/** Receives the parts of a stored run in order. */
export interface RunVisitor {
  interval(interval: Interval): void;
  /** After its intervals. */
  trial(trial: RunFileTrialHead): void;
}

/** A stored run that can be read part by part, repeatedly. */
export interface OpenedRun {
  readonly head: RunFileHead;
  trials(): Iterable<{ readonly head: RunFileTrialHead; readonly intervals: Iterable<Interval> }>;
  files(): Iterable<RunFileFile>;
}

interface TrialRow {
  id: string;
  planned: string;
  status: TrialStatus;
  startedAt: string | null;
  result: string | null;
  isIntact: number | null;
}

/** Whole runs, as in run files. */
export function runRecordStatements(database: Database, readers: Readers) {
  const taken = database.prepare<[string], { removed: number }>(
    'SELECT removed_at IS NOT NULL AS removed FROM runs WHERE id = ?',
  );
  const trialTaken = database
    .prepare<[string], number>('SELECT 1 FROM trials WHERE id = ?')
    .pluck();
  return {
    keptFiles: filesStatement(database),
    fileDigests: fileDigestsStatement(database),
    ...readStatement(database, readers),
    /** Whether a run has this id: `removed` when it was deleted and can still be restored. */
    runState: (runId: string): 'none' | 'visible' | 'removed' => {
      const row = taken.get(runId);
      if (row === undefined) return 'none';
      return row.removed === 1 ? 'removed' : 'visible';
    },
    isTrialKnown: (trialId: string): boolean => trialTaken.get(trialId) !== undefined,
  };
}

function readStatement(database: Database, readers: Readers) {
  const summary = database.prepare<[string], SummaryRow>(
    `SELECT ${summaryColumns} FROM runs WHERE id = ? AND removed_at IS NULL`,
  );
  const trials = database.prepare<[string], TrialRow>(`
    SELECT trials.id, planned, trials.status, trials.started_at AS startedAt, result,
      ${intact('trial')} AS isIntact
    FROM trials JOIN runs ON runs.key = run_key WHERE runs.id = ? ORDER BY position`);
  const trialIds = database
    .prepare<[string], string>(
      'SELECT trials.id FROM trials JOIN runs ON runs.key = run_key WHERE runs.id = ? ORDER BY position',
    )
    .pluck();
  const trial = database.prepare<[string], TrialRow>(`
    SELECT id, planned, status, started_at AS startedAt, result, ${intact('trial')} AS isIntact
    FROM trials WHERE id = ?`);
  const intervals = database.prepare<[string], StoredInterval>(`
    SELECT facts, latency, service, lag, ${intact('interval')} AS intact FROM intervals
    WHERE trial_key = (SELECT key FROM trials WHERE id = ?) ORDER BY position`);
  const readTrial = (row: TrialRow, saturation: number | null): RunFileTrialHead => {
    const what = `trial ${row.id}`;
    refuseDamaged(row.isIntact, what);
    return {
      id: row.id,
      planned: parseStored(plannedTrialSchema, row.planned, what),
      // Its end could not be stored, and its run has ended.
      status: row.status === 'running' ? 'interrupted' : row.status,
      startedAt: row.startedAt,
      result: row.result === null ? null : parseStored(trialResultSchema, row.result, what),
      saturation,
    };
  };
  const filesOf = filesStatement(database);
  const readHead = (runId: string): RunFileHead => {
    const row = summary.get(runId);
    if (row === undefined) throw runNotFound(runId);
    const { id, name, status, startedAt, endedAt, tags, note } = toSummary(row);
    if (status === 'running') throw unfinished(name);
    const { environment, experiment, warnings } = readers.runHead(runId);
    return {
      id,
      name,
      status,
      startedAt,
      endedAt,
      environment,
      experiment,
      warnings,
      tags,
      note,
      annotations: readers.annotations(runId),
    };
  };
  const visit = database.transaction((runId: string, parts: RunVisitor): RunFileHead => {
    const head = readHead(runId);
    const overrides = readers.saturationOverrides(runId);
    for (const row of trials.all(runId)) {
      for (const interval of intervals.iterate(row.id)) parts.interval(decodeInterval(interval));
      parts.trial(readTrial(row, overrides.get(row.id) ?? null));
    }
    return head;
  });
  const open = database.transaction((runId: string): OpenedRun => {
    const head = readHead(runId);
    const overrides = readers.saturationOverrides(runId);
    const ids = trialIds.all(runId);
    return {
      head,
      *trials() {
        for (const id of ids) {
          const row = trial.get(id);
          if (row === undefined) throw runNotFound(runId);
          // Read as stored, which takes little memory: nothing else may use the database during an iteration.
          const stored = intervals.all(id);
          yield {
            head: readTrial(row, overrides.get(id) ?? null),
            intervals: decodedOf(stored),
          };
        }
      },
      *files() {
        for (const file of filesOf(runId)) yield fileToCarry(file);
      },
    };
  });
  const read = database.transaction((runId: string): RunFileRun => {
    const { head, trials, files } = open(runId);
    const read = [...trials()].map(
      (one): RunFileTrial => ({ ...one.head, intervals: [...one.intervals] }),
    );
    return { ...head, trials: read, ...withFiles([...files()]) };
  });
  return { visitRun: visit, readRun: read, openRun: open };
}

function* decodedOf(stored: readonly StoredInterval[]): Generator<Interval> {
  for (const one of stored) yield decodeInterval(one);
}

/** Runs without files have no list of them, so that their run files stay unchanged. */
const withFiles = (files: RunFileFile[]) => (files.length === 0 ? {} : { files });

/** Text stays text, so that it is readable. */
function fileToCarry({ path, bytes, sha256, gzip }: KeptFile): RunFileFile {
  const content = gzip && gunzipSync(gzip);
  const encoding = content && isUtf8(content) ? 'utf8' : 'base64';
  return { path, bytes, sha256, encoding, content: content?.toString(encoding) ?? null };
}

function unfinished(name: string): WirebenchError {
  return new WirebenchError('RUN_UNFINISHED', `“${name}” is still in progress`, {
    hint: 'Wait for it to finish, or stop it.',
  });
}
