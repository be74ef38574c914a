import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { WirebenchError } from '../../contracts/errors.ts';
import { describeCell, plannedTrialSchema } from '../../contracts/experiment/cell.ts';
import type { RunSummary } from '../../contracts/history.ts';
import { type RunHead, runHeadSchema } from '../../contracts/result.ts';
import { intact } from './row-checks.ts';
import { checkStored, parseStored, refuseDamaged, runNotFound } from './stored.ts';
import { type SummaryRow, summaryColumns, toSummary } from './summaries.ts';

/** Shorter prefixes of an id are likely to be mistakes. */
const shortestPrefix = 4;

/** The list of runs, their summaries, and the user's changes to them. */
export function historyStatements(database: Database, now: () => Date) {
  return {
    listRuns: listStatement(database),
    runHead: headStatement(database),
    resolveRunId: resolveStatement(database),
    ...changeStatements(database, now),
  };
}

function listStatement(database: Database) {
  const list = database.prepare<[number], SummaryRow>(`
    SELECT ${summaryColumns}
    FROM runs WHERE removed_at IS NULL AND key NOT IN (SELECT key FROM damaged_runs)
    ORDER BY started_at DESC, key DESC LIMIT ?`);
  return (limit: number): RunSummary[] => list.all(limit).map(toSummary);
}

interface HeadRow {
  key: number;
  environment: string;
  warnings: string;
  isIntact: number;
}

function headStatement(database: Database) {
  const head = database.prepare<[string], HeadRow>(`
    SELECT key, id, name, status, started_at AS startedAt, ended_at AS endedAt,
      trials_planned AS plannedTrials, environment, warnings, experiment,
      min(coalesce(${intact('run')}, 1), coalesce(${intact('body')}, 1)) AS isIntact
    FROM runs WHERE id = ? AND removed_at IS NULL`);
  const failed = database
    .prepare<[number], string>(
      `SELECT planned FROM trials WHERE run_key = ? AND status = 'failed' ORDER BY position`,
    )
    .pluck();
  const missed = database
    .prepare<[number], number>(`
      SELECT count(*) FROM trials, json_each(trials.result, '$.thresholds') AS outcome
      WHERE run_key = ? AND NOT json_extract(outcome.value, '$.passed')`)
    .pluck();
  return (runId: string): RunHead => {
    const row = head.get(runId);
    if (row === undefined) throw runNotFound(runId);
    const { key, environment, warnings, isIntact, ...facts } = row;
    const what = `run ${runId}`;
    refuseDamaged(isIntact, what);
    const badCells = failed
      .all(key)
      .map((planned) => describeCell(parseStored(plannedTrialSchema, planned, what).cell));
    return {
      ...checkStored(runHeadFactsSchema, facts, what),
      environment: parseStored(runHeadSchema.shape.environment, environment, what),
      warnings: parseStored(z.array(z.string()), warnings, what),
      badCells: [...new Set(badCells)],
      thresholdsPassed: missed.get(key) === 0,
    };
  };
}

const runHeadFactsSchema = runHeadSchema.pick({
  id: true,
  name: true,
  status: true,
  startedAt: true,
  endedAt: true,
  plannedTrials: true,
  experiment: true,
});

function resolveStatement(database: Database) {
  const latest = database
    .prepare<[], string>(
      `SELECT id FROM runs WHERE removed_at IS NULL AND key NOT IN (SELECT key FROM damaged_runs)
       ORDER BY started_at DESC, key DESC LIMIT 1`,
    )
    .pluck();
  const matching = database
    .prepare<[string, string], string>(
      'SELECT id FROM runs WHERE id >= ? AND id < ? AND removed_at IS NULL ORDER BY id LIMIT 6',
    )
    .pluck();
  return (prefix: string): string => {
    if (prefix === 'latest') {
      const id = latest.get();
      if (id === undefined) throw new WirebenchError('RUN_NOT_FOUND', 'There are no runs yet');
      return id;
    }
    const ids = matching.all(prefix, `${prefix}\u{10FFFF}`);
    if (ids.includes(prefix)) return prefix;
    if (prefix.length < shortestPrefix) throw shortPrefix(prefix);
    const [id, ...others] = ids;
    if (id === undefined) throw runNotFound(prefix);
    if (others.length > 0) throw ambiguous(prefix, ids);
    return id;
  };
}

function shortPrefix(prefix: string): WirebenchError {
  return new WirebenchError('RUN_NOT_FOUND', `No run has the id "${prefix}"`, {
    hint: `Enter the whole id, or at least its first ${shortestPrefix} characters, or "latest".`,
  });
}

function ambiguous(prefix: string, ids: string[]): WirebenchError {
  const shown = ids.slice(0, 5).join(', ');
  const more = ids.length > 5 ? ' and more' : '';
  return new WirebenchError(
    'RUN_AMBIGUOUS',
    `More than one run has an id that starts with ${prefix}: ${shown}${more}`,
    { hint: 'Enter more characters of the id.' },
  );
}

function changeStatements(database: Database, now: () => Date) {
  const rename = database.prepare<[string, string]>(
    'UPDATE runs SET name = ? WHERE id = ? AND removed_at IS NULL',
  );
  const remove = database.prepare<[string, string]>(
    'UPDATE runs SET removed_at = coalesce(removed_at, ?) WHERE id = ?',
  );
  const restore = database.prepare<[string]>('UPDATE runs SET removed_at = NULL WHERE id = ?');
  const purge = database.prepare<[string]>(
    `DELETE FROM runs WHERE removed_at < ? AND status <> 'running'`,
  );
  return {
    renameRun: (runId: string, name: string): void => {
      if (rename.run(name, runId).changes === 0) throw runNotFound(runId);
    },
    removeRun: (runId: string): void => {
      if (remove.run(now().toISOString(), runId).changes === 0) throw runNotFound(runId);
    },
    restoreRun: (runId: string): void => {
      if (restore.run(runId).changes === 0) throw runNotFound(runId);
    },
    purgeRemoved: (olderThan: Date): void => {
      purge.run(olderThan.toISOString());
    },
  };
}
