import { globSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ResultDocument, resultDocumentSchema } from '../../../contracts/result.ts';
import { openEngine } from '../../../engine/api/engine.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { type Attack, type Result, resultOf, someTime, type Try, until } from '../attacks.ts';
import { endedOtherwise, runsAgain, startRun, storedSeconds } from './homes.ts';

/** The library that gives single processes another clock (libfaketime, for threads); null if it is not installed. */
export function clockLibrary(): string | null {
  if (process.platform !== 'linux') return null;
  return globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0] ?? null;
}

/** The clock of the processes of one try. */
class WallClock {
  readonly #file: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(folder: string, library: string) {
    this.#file = join(folder, 'clock');
    this.set(0);
    this.env = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: this.#file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DISABLE_SHM: '1',
      // A system does not step the monotonic clock either.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
  }

  /** Sets it this many hours off; all processes see it within a second. */
  set(hours: number): void {
    writeFileSync(`${this.#file}.next`, `${hours < 0 ? '' : '+'}${hours}h\n`);
    // Written atomically: half a file would be no valid time.
    renameSync(`${this.#file}.next`, this.#file);
  }
}

/** Hours off, one step after the other. */
const steps = [1, -1, 2, 24, -24];

/** As if windows had been measured on the wall clock. */
function onWallClock(document: ResultDocument): ResultDocument {
  const trials = document.trials.map((trial) => {
    const seconds = (Date.parse(trial.endedAt) - Date.parse(trial.startedAt)) / 1000;
    return { ...trial, window: trial.window && { ...trial.window, seconds } };
  });
  return { ...document, trials };
}

/** Steps the clock of a run back and forth, which must not affect the results. */
async function stepClock(one: Try, library: string): Promise<Result> {
  const { folder, planted, random } = one;
  const text = smallExperiment({ protocols: 'rest, grpc', duration: '3s', thinkTime: '2ms' });
  const clock = new WallClock(folder, library);
  const start = performance.now();
  const command = startRun(folder, text, { env: clock.env });
  const isOver = () => command.child.exitCode !== null || command.child.signalCode !== null;
  for (let step = 0; step < steps.length && !isOver(); step += 1) {
    const before = storedSeconds(folder);
    await until(() => isOver() || storedSeconds(folder) > before);
    await someTime(random, 500);
    clock.set(steps[step] ?? 0);
  }
  const ended = await command.ended;
  const end = endedOtherwise(ended, 0);
  if (end !== null) return { broken: end };
  const printed = resultDocumentSchema.parse(JSON.parse(ended.stdout));
  const document = planted ? onWallClock(printed) : printed;
  const took = (performance.now() - start) / 1000;
  return resultOf(timeFault(document, took) ?? (await laterFault(folder, document)), 'unharmed');
}

/** What does not fit into the time that a run took, in seconds; null if everything does. */
function timeFault({ run, trials }: ResultDocument, tookSeconds: number): string | null {
  if (run.status !== 'completed') return `the run is ${run.status}`;
  for (const { status, window, requests, latencyMs } of trials) {
    if (status !== 'completed') return `a trial is ${status}`;
    if (requests.ok === 0 || requests.failed > 0) return `${requests.failed} requests failed`;
    const seconds = window?.seconds ?? 0;
    if (seconds < 1 || seconds > tookSeconds) return `a window of ${seconds} s in ${tookSeconds} s`;
    const { min = 0, max = 0 } = latencyMs ?? {};
    if (min < 0 || max > tookSeconds * 1000) return `latencies from ${min} to ${max} ms`;
  }
  return null;
}

/** Reads what was stored, on this machine's clock, from which that of the run was hours off. */
async function laterFault(home: string, { run, trials }: ResultDocument): Promise<string | null> {
  const engine = await openEngine({ home });
  try {
    const { client } = engine;
    const [stored] = await client.runs.list({ limit: 1 });
    if (stored?.id !== run.id || stored.status !== 'completed') return 'it is not stored';
    for (const { id, requests, window } of trials) {
      const series = await client.runs.series({ trialId: id });
      const inOrder = series.every(({ at }, index) => at > (series[index - 1]?.at ?? 0));
      if (!inOrder) return 'seconds are out of order';
      const measured = series.filter(({ phase }) => phase === 'measured');
      const counted = measured.reduce((sum, { ok }) => sum + ok, 0);
      if (counted !== requests.ok) return `${counted} of ${requests.ok} are stored`;
      const span = (measured.at(-1)?.at ?? 0) - (measured[0]?.at ?? 0);
      if (span > (window?.seconds ?? 0)) return `its seconds span ${span} s`;
    }
    return await runsAgain(client);
  } finally {
    await engine.close();
  }
}

/** @param library of {@link clockLibrary}. */
export const clockSteps = (library: string): Attack => ({
  what: 'steps of the wall clock by an hour and a day',
  plant: 'a window that is measured on the wall clock',
  attempt: (one) => stepClock(one, library),
});
