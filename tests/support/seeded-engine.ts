import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { RunFileRun } from '../../contracts/run-file.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { type ContractImplementer, contractImplementer } from '../../engine/api/parts.ts';
import { openStore } from '../../engine/store/store.ts';
import { makeFolder, removeFolder } from './folder.ts';
import { seedRuns } from './many-runs.ts';
import { environment } from './records.ts';
import { readWholeRun, storeRun } from './run-files.ts';
import { sampleRun } from './sample-run-file.ts';

const root = join(import.meta.dirname, '../..');

/** Handlers by the part of the engine's API and the call. */
type Calls = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface SeededEngineOptions {
  /** How many runs are stored, `seeded-0` …, the newest first. */
  readonly runs?: number;
  /** Experiments of stored runs with possible results, `given-0` …, the odd ones of another machine. */
  readonly experiments?: readonly string[];
  /** Stored real runs, by the numbers of their files in `fixtures`. */
  readonly fixtures?: readonly string[];
  /** Further stored runs. */
  readonly stored?: readonly RunFileRun[];
  /** Does something with the data folder before the engine is opened. */
  readonly prepare?: (home: string) => void;
  /** Calls that the engine is to answer in another way. */
  readonly calls?: (api: ContractImplementer) => Calls;
}

/** The id of the run of a fixture. */
export const fixtureId = async (number: string) => (await fixtureRun(number)).id;

/** A run with other results. */
export const withResults = (
  run: RunFileRun,
  change: (result: TrialResult) => Partial<TrialResult>,
): RunFileRun => ({
  ...run,
  trials: run.trials.map((trial) => {
    const { result } = trial;
    return { ...trial, result: result && { ...result, ...change(result) } };
  }),
});

/** A real run, by the number of its file in `fixtures`. */
export function fixtureRun(number: string): Promise<RunFileRun> {
  const folders = ['v0.1.0/runs', 'runs'].map((name) => join(root, 'fixtures', name));
  const [path = ''] = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) =>
      name.startsWith(`${number}-`) ? join(folder, name) : [],
    ),
  );
  return readWholeRun(readFileSync(path));
}

async function storeRuns(
  file: string,
  { runs = 0, experiments = [], fixtures = [], stored = [] }: SeededEngineOptions,
): Promise<void> {
  if (runs > 0) seedRuns(file, runs);
  if (experiments.length + fixtures.length + stored.length === 0) return;
  const store = openStore(file);
  for (const [index, text] of experiments.entries()) {
    const elsewhere = { ...environment, cpu: 'Another CPU', node: 'v26.0.0' };
    const part = { environment: index % 2 === 0 ? environment : elsewhere };
    storeRun(store, sampleRun(`given-${index}`, text, part));
  }
  for (const number of fixtures) storeRun(store, await fixtureRun(number));
  for (const run of stored) storeRun(store, run);
  store.close();
}

/** An engine in this process with stored runs, for a window of tests. */
export interface SeededEngine {
  readonly engine: Engine;
  /** What the window calls: the engine's, except for calls that are answered in another way. */
  readonly router: Engine['router'];
  readonly home: string;
  close(): Promise<void>;
}

/** Opens an engine on a new folder. */
export async function openSeededEngine(options: SeededEngineOptions = {}): Promise<SeededEngine> {
  const home = makeFolder();
  options.prepare?.(home);
  await storeRuns(join(home, 'wirebench.db'), options);
  const engine = await openEngine({ home });
  const router: Record<string, object> = { ...engine.router };
  for (const [part, calls] of Object.entries(options.calls?.(contractImplementer) ?? {})) {
    router[part] = { ...router[part], ...calls };
  }
  return {
    engine,
    router: router as Engine['router'],
    home,
    async close() {
      await engine.close();
      removeFolder(home);
    },
  };
}
