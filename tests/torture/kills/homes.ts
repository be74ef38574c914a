import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { openEngine } from '../../../engine/api/engine.ts';
import { databaseName } from '../../../engine/platform/home.ts';
import { type CommandLine, type Ended, startWirebench } from '../../support/command-line.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { endProcess, processesWith } from '../../support/processes.ts';
import type { EngineClient } from '../../support/transports.ts';
import { type Result, resultOf, until } from '../attacks.ts';
import type { Outcome } from '../kind.ts';

/** An experiment that would take hours. With several protocols, their answers are compared first. */
export const endlessRun = (protocols = 'rest'): string =>
  smallExperiment({ protocols, duration: '1h', thinkTime: '5ms' });

/** Writes an experiment. @returns its path. */
export function writeRun(home: string, text: string): string {
  const file = join(home, 'run.bench.yaml');
  writeFileSync(file, text);
  return file;
}

/** Runs an experiment on the command line. */
export const startRun = (
  home: string,
  text: string,
  { args = [], env = {} }: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): CommandLine =>
  startWirebench(home, ['run', writeRun(home, text), '--json', '--quiet', ...args], { env });

/** @returns what is wrong with the end of a command, or null. */
export const endedOtherwise = ({ code, stderr }: Ended, wanted: number): string | null =>
  code === wanted ? null : `it ended with ${code}: ${stderr.slice(-300)}`;

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
export const storedSeconds = (home: string): number => secondsIn(join(home, databaseName));

/** @returns whether some of the seconds are no longer there, in words, or null. */
export function lostSeconds(home: string, seconds: number): string | null {
  const left = storedSeconds(home);
  return left < seconds ? `of ${seconds} stored seconds ${left} are left` : null;
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

/** A run that was in progress; without a name it is the last one, if anything of it is stored. */
export interface StoredRun {
  readonly id?: string;
  readonly seconds: number;
}

/**
 * Checks what an engine makes of the folder of one that was killed.
 * @param run that was in progress. @param statuses that it may have. @returns what is wrong, or null.
 */
export async function lossIn(
  client: EngineClient,
  run: StoredRun | null,
  statuses: readonly string[],
): Promise<string | null> {
  const { notices } = await client.app.info();
  const damage = notices.find(({ text }) => /damaged/.test(text));
  if (damage) return damage.text;
  if (!run) return null;
  const [last] = await client.runs.list({ limit: 1 });
  const isMissing = run.id === undefined ? !last && run.seconds > 0 : last?.id !== run.id;
  if (isMissing) return 'the run is not in the history';
  if (!last) return null;
  if (!statuses.includes(last.status)) return `the run is ${last.status}`;
  const { trials } = await client.runs.get({ runId: last.id });
  return run.seconds > 0 && trials.length === 0 ? 'no trial has a result' : null;
}

/**
 * Checks that no process was left, and what the next start makes of the folder.
 * @param wanted the seconds that were stored before, the statuses that the run may have, and the outcome if all is well.
 */
export async function nextStart(
  home: string,
  {
    seconds,
    statuses,
    held,
  }: { seconds: number; statuses: readonly string[]; held: Exclude<Outcome, 'broken'> },
): Promise<Result> {
  const left = (await orphansOf(home)) ?? lostSeconds(home, seconds);
  if (left !== null) return { broken: left };
  const engine = await openEngine({ home });
  try {
    const loss = await lossIn(engine.client, { seconds }, statuses);
    return resultOf(loss ?? (await runsAgain(engine.client)), held);
  } finally {
    await engine.close();
  }
}
