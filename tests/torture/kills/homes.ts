import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openEngine } from '../../../engine/api/engine.ts';
import { databaseName } from '../../../engine/platform/home.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { endProcess, processesWith } from '../../support/processes.ts';
import type { EngineClient } from '../../support/transports.ts';
import { type Result, until } from '../attacks.ts';

/** An experiment that would take hours. With several protocols, their answers are compared first. */
export const endlessRun = (protocols = 'rest'): string =>
  smallExperiment({ protocols, duration: '1h', thinkTime: '5ms' });

/** Writes {@link endlessRun}. @returns its path. */
export function longRun(home: string, protocols?: string): string {
  const file = join(home, 'long.bench.yaml');
  writeFileSync(file, endlessRun(protocols));
  return file;
}

/** A process that outlives its parent, as an orphan would. */
export function plantOrphan(home: string): void {
  const env = { ...process.env, WIREBENCH_HOME: home };
  spawn('sleep', ['1000'], { env, detached: true, stdio: 'ignore' }).unref();
}

/** Removes what was stored. */
export function plantLoss(home: string): void {
  const database = new BetterSqlite(join(home, databaseName));
  database.exec('DELETE FROM intervals');
  database.close();
}

/** Seconds that are certainly stored at this moment. */
export function storedSeconds(home: string): number {
  return secondsIn(join(home, databaseName));
}

/** Seconds that are committed in a database. */
export const secondsIn = (file: string): number => numberIn(file, 'SELECT count(*) FROM intervals');

/** Requests that succeeded in the stored seconds of the windows of all trials. */
export const storedRequests = (home: string): number =>
  numberIn(
    join(home, databaseName),
    "SELECT sum(facts ->> 'ok') FROM intervals WHERE facts ->> 'phase' = 'measured'",
  );

const numberIn = (file: string, query: string): number => Number(valueIn(file, query) ?? 0);

function valueIn(file: string, query: string): string | number | null {
  if (!existsSync(file)) return null;
  try {
    const database = new BetterSqlite(file, { readonly: true });
    try {
      return database.prepare<[], string | number>(query).pluck().get() ?? null;
    } finally {
      database.close();
    }
  } catch {
    return null; // It is just being created.
  }
}

/** @returns why a run has ended, or null while it continues. */
const endOf = (home: string, id: string): string | number | null =>
  valueIn(
    join(home, databaseName),
    `SELECT coalesce((SELECT result ->> '$.failure.message' FROM trials WHERE run_key = runs.key
      ORDER BY position DESC LIMIT 1), status) FROM runs WHERE id = '${id}' AND status <> 'running'`,
  );

/** How often a run may report that the machine is too slow for it. */
const maxSlowRuns = 5;

/** The start timeout of a service may be too short on a busy machine. */
export const isTooSlow = (failure: string | undefined): boolean =>
  failure?.includes('did not start within') ?? false;

export interface StoringRun {
  readonly id: string;
  /** Seconds that were stored before it. */
  readonly before: number;
}

/**
 * Starts an endless run, and waits until a second of it is stored.
 * @param start starts it and returns its identifier.
 * @throws Error that explains why nothing is stored.
 */
export async function untilStoring(
  home: string,
  start: () => Promise<string>,
): Promise<StoringRun> {
  for (let slowRuns = 0; ; slowRuns += 1) {
    const before = storedSeconds(home);
    const id = await start();
    await until(() => storedSeconds(home) > before || endOf(home, id) !== null);
    if (storedSeconds(home) > before) return { id, before };
    const end = String(endOf(home, id) ?? 'it goes on without');
    if (!isTooSlow(end) || slowRuns === maxSlowRuns) {
      throw new Error(`the next run stores nothing: ${end}`);
    }
  }
}

/** Living processes that keep their state in a folder, and their descendants (Linux). */
const processesOf = (home: string): number[] => processesWith(`=${home}`);

/** Kills all processes that keep their state in a folder. @returns their number. */
export function endAll(home: string): number {
  const left = processesOf(home);
  for (const pid of left) endProcess(pid);
  return left.length;
}

/**
 * Waits until no process is left; kills the others.
 * @param planted whether one is known to stay, so that waiting is pointless.
 * @returns what is wrong, or null.
 */
export async function orphansOf(home: string, planted = false): Promise<string | null> {
  const timeoutMs = planted ? 1000 : 30_000;
  if (await until(() => processesOf(home).length === 0, timeoutMs)) return null;
  return `${endAll(home)} processes were left running`;
}

/** Runs a small experiment to its end. @returns what is wrong, or null. */
export async function runsAgain(client: EngineClient, slowRuns = 0): Promise<string | null> {
  const text = smallExperiment({ protocols: 'rest' }).replace('requests: 400', 'requests: 40');
  const { runId } = await client.runs.start({ text });
  for await (const _event of await client.runs.watch({ runId }));
  const { run, trials } = await client.runs.get({ runId });
  const [trial] = trials;
  if (run.status === 'completed' && trial && trial.requests.ok > 0) return null;
  if (isTooSlow(trial?.failure?.message) && slowRuns < maxSlowRuns)
    return runsAgain(client, slowRuns + 1);
  return `the next run ${run.status}: ${trial?.failure?.message ?? 'no request went well'}`;
}

/**
 * Checks what the next start makes of a folder whose engine was killed.
 * @param seconds that were stored before.
 * @param statuses that the run may have.
 */
export async function nextStart(
  home: string,
  seconds: number,
  statuses: readonly string[],
): Promise<Result> {
  if (storedSeconds(home) < seconds) {
    return { broken: `of ${seconds} stored seconds ${storedSeconds(home)} are left` };
  }
  const engine = await openEngine({ home });
  try {
    const damage = engine.notices.find(({ text }) => /damaged/.test(text));
    if (damage) return { broken: damage.text };
    const [run] = await engine.client.runs.list({ limit: 1 });
    if (!run && seconds > 0) return { broken: 'the run is not in the history' };
    if (run && !statuses.includes(run.status)) return { broken: `the run is ${run.status}` };
    const { trials } = run ? await engine.client.runs.get({ runId: run.id }) : { trials: [] };
    if (seconds > 0 && trials.length === 0) return { broken: 'no trial has a result' };
    const fault = await runsAgain(engine.client);
    return fault === null ? { held: 'lost' } : { broken: fault };
  } finally {
    await engine.close();
  }
}
