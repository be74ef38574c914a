import type { Database } from 'better-sqlite3';
import { plannedTrialSchema } from '../../contracts/experiment/cell.ts';
import { trialStatusSchema } from '../../contracts/words.ts';
import type { InterruptedRun, UnfinishedTrial } from './handover.ts';
import { isGone, ownIdentity } from './owner.ts';
import { checkStored, parseStored } from './stored.ts';

interface RunRow {
  key: number;
  id: string;
  pid: number;
  identity: string | null;
  heartbeatAt: string;
}

interface TrialRow {
  id: string;
  planned: string;
  startedAt: string | null;
  status: string;
}

/**
 * Takes over runs whose engine died. A run that was claimed by a process which died as well,
 * before it finished the current trial, is claimed again.
 */
export function claimStatements(database: Database, now: () => Date) {
  const open = database.prepare<[], RunRow>(`
    SELECT key, id, owner_pid AS pid, owner_identity AS identity, heartbeat_at AS heartbeatAt
    FROM runs WHERE key NOT IN (SELECT key FROM damaged_runs) AND (status = 'running' OR (
      status = 'interrupted' AND key IN (SELECT run_key FROM trials WHERE status = 'running')))
    ORDER BY key`);
  const claim = claimStatement(database, now);
  const trials = database.prepare<[number], TrialRow>(`
    SELECT id, planned, started_at AS startedAt, status FROM trials
    WHERE run_key = ? AND status IN ('waiting', 'running') ORDER BY position`);
  return {
    claimInterrupted: database.transaction((): InterruptedRun[] =>
      open
        .all()
        .filter((run) => isGone(run, now()))
        .map((run) => {
          claim(run);
          return { runId: run.id, trials: trials.all(run.key).map(toUnfinished) };
        }),
    ).immediate,
  };
}

function claimStatement(database: Database, now: () => Date) {
  const mark = database.prepare<{
    key: number;
    pid: number;
    identity: string | null;
    now: string;
  }>(`
    UPDATE runs SET status = 'interrupted', owner_pid = $pid, owner_identity = $identity,
      heartbeat_at = $now, ended_at = coalesce(ended_at, (
        SELECT max(committed_at) FROM intervals WHERE trial_key IN
          (SELECT key FROM trials WHERE run_key = runs.key)), (
        SELECT max(started_at) FROM trials WHERE run_key = runs.key), started_at)
    WHERE key = $key`);
  return (run: RunRow): void => {
    const identity = ownIdentity();
    mark.run({ key: run.key, pid: process.pid, identity, now: now().toISOString() });
  };
}

function toUnfinished(row: TrialRow): UnfinishedTrial {
  const what = `trial ${row.id}`;
  const status = checkStored(trialStatusSchema, row.status, what);
  const planned = parseStored(plannedTrialSchema, row.planned, what);
  return { id: row.id, planned, startedAt: row.startedAt, status };
}
