import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { Annotation } from '../../contracts/history.ts';
import type { Interval, TrialResult } from '../../contracts/measurement.ts';
import type { RunFileHead, RunFileTrialHead } from '../../contracts/run-file.ts';
import type { KeptFile } from './handover.ts';
import { encodeInterval } from './interval-codec.ts';
import { ownIdentity } from './owner.ts';

/**
 * A run that arrives part by part. Until it is added, its parts are in temporary tables of this connection, on
 * disk when they are large.
 */
export interface StagedRun {
  /** @param trial its place in the order of trials. */
  interval(trial: number, interval: Interval): void;
  trial(trial: RunFileTrialHead): void;
  file(file: KeptFile): void;
  /**
   * Adds all of it or nothing. Ids must be unused; those of annotations are renewed where they are not.
   * @param renewTrials gives the trials new ids.
   */
  add(head: RunFileHead, renewTrials: boolean): void;
  /** Discards the staged parts; must always be called. */
  discard(): void;
}

/** Summary of the trials of a run for the history. */
interface Summary {
  trials: number;
  done: number;
  readonly cells: Set<string>;
  readonly protocols: Set<string>;
  readonly verdicts: Set<string>;
}

type Key = number | bigint;

const tables = ['staged_trials', 'staged_intervals', 'staged_files'] as const;

export function stagedRunStatements(database: Database, now: () => Date) {
  database.exec(`
    CREATE TEMP TABLE staged_trials (staging, position, id, status, started_at, verdict, planned,
      result, saturation);
    CREATE TEMP TABLE staged_intervals (staging, trial, position, facts, latency, service, lag);
    CREATE TEMP TABLE staged_files (staging, path, bytes, sha256, gzip);`);
  const parts = partStatements(database);
  const add = addStatement(database, now);
  let last = 0;
  return {
    stageRun: (): StagedRun => {
      last += 1;
      const staging = last;
      const summary: Summary = {
        trials: 0,
        done: 0,
        cells: new Set(),
        protocols: new Set(),
        verdicts: new Set(),
      };
      return {
        interval: (trial, interval) => parts.interval(staging, trial, interval),
        trial: (trial) => {
          count(summary, trial);
          parts.trial(staging, trial);
        },
        file: (file) => parts.file(staging, file),
        add: (head, renewTrials) => add(staging, head, summary, renewTrials),
        discard: () => parts.discard(staging),
      };
    },
  };
}

function count(summary: Summary, { planned: { cell }, status, result }: RunFileTrialHead): void {
  summary.trials += 1;
  if (status === 'completed') summary.done += 1;
  summary.cells.add(describeCell(cell));
  summary.protocols.add(cell.protocol);
  // Skipped trials have no verdict.
  if (result && result.status !== 'skipped') summary.verdicts.add(result.client.verdict);
}

function partStatements(database: Database) {
  type Bytes = Uint8Array | null;
  const addTrial = database.prepare<(string | number | null)[]>(
    'INSERT INTO staged_trials VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const addInterval = database.prepare<[number, number, number, string, Bytes, Bytes, Bytes]>(
    'INSERT INTO staged_intervals VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const addFile = database.prepare<[number, string, number, string, Bytes]>(
    'INSERT INTO staged_files VALUES (?, ?, ?, ?, ?)',
  );
  const forget = tables.map((table) =>
    database.prepare<[number]>(`DELETE FROM ${table} WHERE staging = ?`),
  );
  return {
    interval: (staging: number, trial: number, interval: Interval): void => {
      const { facts, latency, service, lag } = encodeInterval(interval);
      addInterval.run(staging, trial, interval.index, facts, latency, service, lag);
    },
    trial: (staging: number, trial: RunFileTrialHead): void => {
      const { id, planned, status, startedAt, result, saturation } = trial;
      const json = result && JSON.stringify(result);
      const verdict = result?.client.verdict ?? null;
      const plan = JSON.stringify(planned);
      addTrial.run(staging, planned.index, id, status, startedAt, verdict, plan, json, saturation);
    },
    file: (staging: number, { path, bytes, sha256, gzip }: KeptFile): void => {
      addFile.run(staging, path, bytes, sha256, gzip);
    },
    discard: (staging: number): void => {
      for (const statement of forget) statement.run(staging);
    },
  };
}

function addStatement(database: Database, now: () => Date) {
  const addRun = addRunStatement(database, now);
  const renew = renewStatement(database);
  const fill = [
    `INSERT INTO trials (id, run_key, position, status, started_at, verdict, planned, result)
     SELECT id, $run, position, status, started_at, verdict, planned, result
     FROM staged_trials WHERE staging = $staging AND $at <> '' ORDER BY position`,
    `INSERT INTO intervals (trial_key, position, committed_at, facts, latency, service, lag)
     SELECT key, staged.position, $at, facts, latency, service, lag
     FROM staged_intervals AS staged JOIN trials ON run_key = $run AND trials.position = trial
     WHERE staging = $staging ORDER BY staged.rowid`,
    `INSERT INTO saturation_overrides (trial_key, level, set_at)
     SELECT key, saturation, $at FROM staged_trials AS staged
     JOIN trials ON run_key = $run AND trials.position = staged.position
     WHERE staging = $staging AND saturation IS NOT NULL`,
    `INSERT INTO run_files (run_key, path, bytes, sha256)
     SELECT $run, path, bytes, sha256 FROM staged_files WHERE staging = $staging AND $at <> ''`,
    `INSERT INTO file_contents (sha256, gzip) SELECT sha256, gzip FROM staged_files
     WHERE staging = $staging AND gzip IS NOT NULL AND $run = $run AND $at <> '' ON CONFLICT DO NOTHING`,
  ].map((sql) => database.prepare<{ run: Key; staging: number; at: string }>(sql));
  const addAnnotation = addAnnotationStatement(database);
  return database.transaction(
    (staging: number, head: RunFileHead, summary: Summary, renewTrials: boolean): void => {
      if (renewTrials) renew(staging);
      const run = addRun(head, summary);
      for (const statement of fill) statement.run({ run, staging, at: now().toISOString() });
      for (const mark of head.annotations) addAnnotation(run, mark);
    },
  ).immediate;
}

/** Gives staged trials unique ids. */
function renewStatement(database: Database) {
  const next = database.prepare<[number, number], { key: number; result: string | null }>(
    'SELECT rowid AS key, result FROM staged_trials WHERE staging = ? AND rowid > ? LIMIT 1',
  );
  const change = database.prepare<[string, string | null, number]>(
    'UPDATE staged_trials SET id = ?, result = ? WHERE rowid = ?',
  );
  return (staging: number): void => {
    for (let row = next.get(staging, 0); row; row = next.get(staging, row.key)) {
      const id = randomUUID();
      const result = row.result && { ...(JSON.parse(row.result) as TrialResult), id };
      change.run(id, result && JSON.stringify(result), row.key);
    }
  };
}

function addRunStatement(database: Database, now: () => Date) {
  const add = database.prepare<(string | number | null)[]>(`
    INSERT INTO runs (id, name, status, started_at, ended_at, cells, trials_planned, trials_done,
      protocols, verdict, owner_pid, owner_identity, heartbeat_at, warnings, environment,
      experiment, tags, note, imported_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  return (run: RunFileHead, { cells, trials, done, protocols, verdicts }: Summary): Key => {
    const at = now().toISOString();
    const worst = (['client-bound', 'suspect'] as const).find((one) => verdicts.has(one));
    return add.run(
      run.id,
      run.name,
      run.status,
      run.startedAt,
      run.endedAt,
      cells.size,
      trials,
      done,
      JSON.stringify([...protocols]),
      worst ?? 'ok',
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

function addAnnotationStatement(database: Database) {
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
