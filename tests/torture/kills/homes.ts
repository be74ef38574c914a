import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { type Engine, openEngine } from '../../../engine/api/engine.ts';
import { databaseName } from '../../../engine/platform/home.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { isAlive } from '../../support/processes.ts';
import { type Result, until } from '../attacks.ts';

/** Writes an experiment that would take an hour. @returns its path. */
export function longRun(home: string): string {
  const file = join(home, 'long.bench.yaml');
  const text = smallExperiment({ protocols: 'rest, grpc', duration: '1h', thinkTime: '2ms' });
  writeFileSync(file, text);
  return file;
}

/** Seconds that are stored for certain at this moment. */
export function storedSeconds(home: string): number {
  const file = join(home, databaseName);
  if (!existsSync(file)) return 0;
  try {
    const database = new BetterSqlite(file, { readonly: true });
    try {
      return database.prepare<[], number>('SELECT count(*) FROM intervals').pluck().get() ?? 0;
    } finally {
      database.close();
    }
  } catch {
    return 0; // It is just being made.
  }
}

/** Living processes that keep their state in a folder, and those that they have started (Linux). */
export function processesOf(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isAlive(pid) && environmentOf(pid).includes(`=${home}\0`));
}

function environmentOf(pid: number): string {
  try {
    return `${readFileSync(`/proc/${pid}/environ`, 'utf8')}\0`;
  } catch {
    return ''; // Gone, or somebody else's.
  }
}

/** Waits until none is left; ends what is. @returns what is wrong, or null. */
export async function orphansOf(home: string): Promise<string | null> {
  if (await until(() => processesOf(home).length === 0, 30_000)) return null;
  const left = processesOf(home);
  for (const pid of left) process.kill(pid, 'SIGKILL');
  return `${left.length} processes were left behind`;
}

/** Runs a small experiment to its end. @returns what is wrong, or null. */
export async function runsAgain({ client }: Engine): Promise<string | null> {
  const text = smallExperiment({ protocols: 'rest' }).replace('requests: 400', 'requests: 40');
  const { runId } = await client.runs.start({ text });
  for await (const _event of await client.runs.watch({ runId }));
  const { run, trials } = await client.runs.get({ runId });
  const [trial] = trials;
  if (run.status === 'completed' && trial && trial.requests.ok > 0) return null;
  return `the next run ${run.status}: ${trial?.failure?.message ?? 'no request went well'}`;
}

/**
 * What the next start makes of a folder whose engine ended in the middle.
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
    const fault = await runsAgain(engine);
    return fault === null ? { held: 'lost' } : { broken: fault };
  } finally {
    await engine.close();
  }
}
