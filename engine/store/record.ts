import type { Database } from 'better-sqlite3';
import { describeCell } from '../../contracts/experiment/cell.ts';
import type { Interval, TrialResult } from '../../contracts/measurement.ts';
import type { RunStatus } from '../../contracts/words.ts';
import { impatiently } from './busy-timeout.ts';
import type { NewRun } from './handover.ts';
import type { Heartbeat } from './heartbeat.ts';
import { encodeInterval } from './interval-codec.ts';
import { ownIdentity } from './owner.ts';
import { keepFilesStatement } from './run-files.ts';
import { runNotFound, trialNotFound } from './stored.ts';

/** The writes of a run in progress. */
export function recordStatements(database: Database, now: () => Date, heartbeat: Heartbeat) {
  const createRun = createRunStatement(database, now);
  const resumeRun = resumeRunStatement(database, now);
  const finishRun = database.prepare<[string, string, string]>(
    'UPDATE runs SET status = ?, ended_at = ? WHERE id = ?',
  );
  const setWarnings = database.prepare<[string, string]>(
    'UPDATE runs SET warnings = ? WHERE id = ?',
  );
  return {
    setWarnings: (runId: string, warnings: readonly string[]): void => {
      if (setWarnings.run(JSON.stringify(warnings), runId).changes === 0) throw runNotFound(runId);
    },
    createRun: (run: NewRun): void => {
      createRun(run);
      heartbeat.start(run.id);
    },
    addTrials: addTrialsStatement(database),
    resumeRun: (runId: string): void => {
      resumeRun(runId);
      heartbeat.start(runId);
    },
    appendInterval: appendIntervalStatement(database, now),
    ...trialProgressStatements(database),
    finishRun: (runId: string, status: RunStatus, endedAt: string): void => {
      if (finishRun.run(status, endedAt, runId).changes === 0) throw runNotFound(runId);
      heartbeat.stop(runId);
    },
  };
}

function createRunStatement(database: Database, now: () => Date) {
  const addRun = database.prepare<(string | number | null)[]>(`
    INSERT INTO runs (id, name, status, started_at, cells, trials_planned, protocols,
      owner_pid, owner_identity, heartbeat_at, warnings, environment, experiment)
    VALUES (?, ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addTrial = database.prepare<[string, number | bigint, number, string]>(`
    INSERT INTO trials (id, run_key, position, status, planned) VALUES (?, ?, ?, 'waiting', ?)`);
  const keepFiles = keepFilesStatement(database);
  return database.transaction((run: NewRun): void => {
    const { lastInsertRowid } = addRun.run(
      run.id,
      run.name,
      run.startedAt,
      new Set(run.trials.map((trial) => describeCell(trial.planned.cell))).size,
      run.trials.length,
      JSON.stringify([...new Set(run.trials.map((trial) => trial.planned.cell.protocol))]),
      process.pid,
      ownIdentity(),
      now().toISOString(),
      JSON.stringify(run.warnings),
      JSON.stringify(run.environment),
      run.experiment,
    );
    for (const { id, planned } of run.trials) {
      addTrial.run(id, lastInsertRowid, planned.index, JSON.stringify(planned));
    }
    keepFiles(lastInsertRowid, run.files ?? []);
  }).immediate;
}

function countStatement(database: Database) {
  return database.prepare<{ runId: string }>(`
    UPDATE runs SET trials_planned =
      (SELECT count(*) FROM trials WHERE run_key = runs.key) WHERE id = $runId`);
}

/** More trials of a run in progress. */
function addTrialsStatement(database: Database) {
  const addTrial = database.prepare<[string, number, string, string]>(`
    INSERT INTO trials (id, run_key, position, status, planned)
    SELECT ?, key, ?, 'waiting', ? FROM runs WHERE id = ?`);
  const count = countStatement(database);
  return database.transaction((runId: string, trials: NewRun['trials']): void => {
    for (const { id, planned } of trials) {
      const { changes } = addTrial.run(id, planned.index, JSON.stringify(planned), runId);
      if (changes === 0) throw runNotFound(runId);
    }
    count.run({ runId });
  }).immediate;
}

/** An ended run goes on, without the trials that it had not begun. */
function resumeRunStatement(database: Database, now: () => Date) {
  const resume = database.prepare<[number, string | null, string, string]>(`
    UPDATE runs SET status = 'running', ended_at = NULL, owner_pid = ?, owner_identity = ?, heartbeat_at = ?
    WHERE id = ? AND status <> 'running' AND removed_at IS NULL`);
  const drop = database.prepare<[string]>(`
    DELETE FROM trials WHERE result IS NULL AND run_key = (SELECT key FROM runs WHERE id = ?)`);
  const count = countStatement(database);
  return database.transaction((runId: string): void => {
    const { changes } = resume.run(process.pid, ownIdentity(), now().toISOString(), runId);
    if (changes === 0) throw runNotFound(runId);
    drop.run(runId);
    count.run({ runId });
  }).immediate;
}

function appendIntervalStatement(database: Database, now: () => Date) {
  type Bytes = Uint8Array | null;
  const append = database.prepare<[number, string, string, Bytes, Bytes, Bytes, string]>(`
    INSERT INTO intervals (trial_key, position, committed_at, facts, latency, service, lag)
    SELECT key, ?, ?, ?, ?, ?, ? FROM trials WHERE id = ?`);
  return (trialId: string, interval: Interval): void => {
    const { facts, latency, service, lag } = encodeInterval(interval);
    const at = now().toISOString();
    const { changes } = impatiently(database, () =>
      append.run(interval.index, at, facts, latency, service, lag, trialId),
    );
    if (changes === 0) throw trialNotFound(trialId);
  };
}

function trialProgressStatements(database: Database) {
  const startTrial = database.prepare<[string, string]>(
    `UPDATE trials SET status = 'running', started_at = ? WHERE id = ?`,
  );
  const finishTrial = database.prepare<[string, string, string, string]>(
    'UPDATE trials SET status = ?, verdict = ?, result = ? WHERE id = ?',
  );
  const summarise = summaryStatement(database);
  return {
    startTrial: (trialId: string, startedAt: string): void => {
      if (startTrial.run(startedAt, trialId).changes === 0) throw trialNotFound(trialId);
    },
    finishTrial: database.transaction((trialId: string, result: TrialResult): void => {
      const json = JSON.stringify(result);
      const { changes } = finishTrial.run(result.status, result.client.verdict, json, trialId);
      if (changes === 0) throw trialNotFound(trialId);
      summarise.run({ trialId });
    }).immediate,
  };
}

/** Updates the summary of its trials in the run's row, for the history. Skipped trials have no verdict. */
function summaryStatement(database: Database) {
  return database.prepare<{ trialId: string }>(`
    UPDATE runs SET
      trials_done =
        (SELECT count(*) FROM trials WHERE run_key = runs.key AND status = 'completed'),
      verdict = (
        SELECT CASE max(CASE verdict WHEN 'client-bound' THEN 2 WHEN 'suspect' THEN 1 ELSE 0 END)
          WHEN 2 THEN 'client-bound' WHEN 1 THEN 'suspect' ELSE 'ok' END
        FROM trials WHERE run_key = runs.key AND status <> 'skipped')
    WHERE key = (SELECT run_key FROM trials WHERE id = $trialId)`);
}
