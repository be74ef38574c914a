import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { WirebenchError } from '../../contracts/errors.ts';
import { describeCell, plannedTrialSchema } from '../../contracts/experiment/cell.ts';
import type { Annotation } from '../../contracts/history.ts';
import { type TrialResult, trialResultSchema } from '../../contracts/measurement.ts';
import type { RunHead } from '../../contracts/result.ts';
import type { RunFileFile, RunFileRun, RunFileTrial } from '../../contracts/run-file.ts';
import type { TrialStatus } from '../../contracts/words.ts';
import type { KeptFile } from './handover.ts';
import { decodeInterval, encodeInterval, type StoredInterval } from './interval-codec.ts';
import { ownIdentity } from './owner.ts';
import { fileDigestsStatement, filesStatement, keepFilesStatement } from './run-files.ts';
import { parseStored, runNotFound } from './stored.ts';
import { type SummaryRow, summaryColumns, toSummary } from './summaries.ts';

/** What reading a whole run needs of the other statements. */
interface Readers {
  runHead(runId: string): RunHead;
  annotations(runId: string): Annotation[];
  saturationOverrides(runId: string): ReadonlyMap<string, number>;
}

interface TrialRow {
  key: number;
  id: string;
  planned: string;
  status: TrialStatus;
  startedAt: string | null;
  result: string | null;
}

/** Whole runs, as run files carry them. */
export function runRecordStatements(database: Database, now: () => Date, readers: Readers) {
  const taken = database.prepare<[string], { removed: number }>(
    'SELECT removed_at IS NOT NULL AS removed FROM runs WHERE id = ?',
  );
  const trialTaken = database
    .prepare<[string], number>('SELECT 1 FROM trials WHERE id = ?')
    .pluck();
  return {
    keptFiles: filesStatement(database),
    fileDigests: fileDigestsStatement(database),
    readRun: readStatement(database, readers),
    addRun: addStatement(database, now),
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
    SELECT trials.key, trials.id, planned, trials.status, trials.started_at AS startedAt, result
    FROM trials JOIN runs ON runs.key = run_key WHERE runs.id = ? ORDER BY position`);
  const intervals = database.prepare<[number], StoredInterval>(
    'SELECT facts, latency, service, lag FROM intervals WHERE trial_key = ? ORDER BY position',
  );
  const readTrial = (row: TrialRow, saturation: number | null): RunFileTrial => {
    const what = `trial ${row.id}`;
    return {
      id: row.id,
      planned: parseStored(plannedTrialSchema, row.planned, what),
      // Its end could not be stored, and its run has ended.
      status: row.status === 'running' ? 'interrupted' : row.status,
      startedAt: row.startedAt,
      result: row.result === null ? null : parseStored(trialResultSchema, row.result, what),
      saturation,
      intervals: intervals.all(row.key).map(decodeInterval),
    };
  };
  const filesOf = filesStatement(database);
  return database.transaction((runId: string): RunFileRun => {
    const row = summary.get(runId);
    if (row === undefined) throw runNotFound(runId);
    const { id, name, status, startedAt, endedAt, tags, note } = toSummary(row);
    if (status === 'running') throw unfinished(name);
    const { environment, experiment, warnings } = readers.runHead(runId);
    const overrides = readers.saturationOverrides(runId);
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
      trials: trials.all(runId).map((trial) => readTrial(trial, overrides.get(trial.id) ?? null)),
      ...withFiles(filesOf(runId).map(fileToCarry)),
    };
  });
}

/** Runs without files have no list of them, so that their files stay as they were. */
const withFiles = (files: RunFileFile[]) => (files.length === 0 ? {} : { files });

/** Text is carried as text, so that people can read it. */
function fileToCarry({ path, bytes, sha256, gzip }: KeptFile): RunFileFile {
  const content = gzip && gunzipSync(gzip);
  const encoding = content && isUtf8(content) ? 'utf8' : 'base64';
  return { path, bytes, sha256, encoding, content: content?.toString(encoding) ?? null };
}

function fileToKeep({ content, encoding, ...file }: RunFileFile): KeptFile {
  return { ...file, gzip: content === null ? null : gzipSync(Buffer.from(content, encoding)) };
}

function unfinished(name: string): WirebenchError {
  return new WirebenchError('RUN_UNFINISHED', `“${name}” is still in progress`, {
    hint: 'Wait for it to finish, or stop it.',
  });
}

/** Adds a whole run, all of it or nothing. Ids must be free; those of annotations are renewed where they are not. */
function addStatement(database: Database, now: () => Date) {
  const addRun = addRunStatement(database, now);
  const addTrial = database.prepare<(string | number | bigint | null)[]>(`
    INSERT INTO trials (id, run_key, position, status, started_at, verdict, planned, result)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const addIntervals = addIntervalsStatement(database, now);
  const addSaturation = database.prepare<[number | bigint, number, string]>(
    'INSERT INTO saturation_overrides (trial_key, level, set_at) VALUES (?, ?, ?)',
  );
  const addAnnotation = addAnnotationStatement(database);
  const keepFiles = keepFilesStatement(database);
  return database.transaction((run: RunFileRun): void => {
    const runKey = addRun(run);
    for (const trial of run.trials) {
      const { planned, result } = trial;
      const { lastInsertRowid: key } = addTrial.run(
        trial.id,
        runKey,
        planned.index,
        trial.status,
        trial.startedAt,
        result?.client.verdict ?? null,
        JSON.stringify(planned),
        result && JSON.stringify(result),
      );
      addIntervals(key, trial);
      if (trial.saturation !== null) addSaturation.run(key, trial.saturation, now().toISOString());
    }
    for (const mark of run.annotations) addAnnotation(runKey, mark);
    keepFiles(runKey, (run.files ?? []).map(fileToKeep));
  }).immediate;
}

function addRunStatement(database: Database, now: () => Date) {
  const add = database.prepare<(string | number | null)[]>(`
    INSERT INTO runs (id, name, status, started_at, ended_at, cells, trials_planned, trials_done,
      protocols, verdict, owner_pid, owner_identity, heartbeat_at, warnings, environment,
      experiment, tags, note, imported_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (run: RunFileRun): number | bigint => {
    const cells = run.trials.map(({ planned }) => planned.cell);
    const done = run.trials.filter(({ status }) => status === 'completed');
    const at = now().toISOString();
    return add.run(
      run.id,
      run.name,
      run.status,
      run.startedAt,
      run.endedAt,
      new Set(cells.map(describeCell)).size,
      run.trials.length,
      done.length,
      JSON.stringify([...new Set(cells.map(({ protocol }) => protocol))]),
      worstVerdict(run.trials),
      process.pid,
      ownIdentity(),
      at,
      JSON.stringify(run.warnings),
      JSON.stringify(run.environment),
      run.experiment,
      JSON.stringify(run.tags),
      run.note,
      at,
    ).lastInsertRowid;
  };
}

/** As the history shows it: skipped trials have no say. */
function worstVerdict(trials: readonly { result: TrialResult | null }[]): string {
  const verdicts = trials.map(({ result }) =>
    result === null || result.status === 'skipped' ? 'ok' : result.client.verdict,
  );
  return (['client-bound', 'suspect'] as const).find((one) => verdicts.includes(one)) ?? 'ok';
}

function addIntervalsStatement(database: Database, now: () => Date) {
  type Bytes = Uint8Array | null;
  const add = database.prepare<[number | bigint, number, string, string, Bytes, Bytes, Bytes]>(`
    INSERT INTO intervals (trial_key, position, committed_at, facts, latency, service, lag)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  return (key: number | bigint, { intervals }: RunFileTrial): void => {
    const at = now().toISOString();
    for (const interval of intervals) {
      const { facts, latency, service, lag } = encodeInterval(interval);
      add.run(key, interval.index, at, facts, latency, service, lag);
    }
  };
}

function addAnnotationStatement(database: Database) {
  type Key = number | bigint;
  const taken = database
    .prepare<[string], number>('SELECT 1 FROM annotations WHERE id = ?')
    .pluck();
  const add = database.prepare<[string, Key, Key, number | null, number, string, string]>(`
    INSERT INTO annotations (id, run_key, trial_key, at_seconds, made_at, body)
    VALUES (?, ?, (SELECT key FROM trials WHERE run_key = ? AND position = ?), ?, ?, ?)`);
  return (runKey: Key, { id, trialIndex, atSeconds, madeAt, text }: Annotation): void => {
    const free = taken.get(id) === undefined ? id : randomUUID();
    add.run(free, runKey, runKey, trialIndex, atSeconds, madeAt, text);
  };
}
