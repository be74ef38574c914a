import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RunFileRun } from '../../contracts/run-file.ts';
import { openEngine } from '../../engine/api/engine.ts';
import { databaseName } from '../../engine/platform/home.ts';
import { openStore } from '../../engine/store/store.ts';
import { makeCell, makeResult } from './records.ts';
import { makeFileRun, makeFileTrial, storeRun } from './run-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A data folder with a history of these runs. */
export function homeWith(runs: readonly RunFileRun[] = []): string {
  const home = temporaryFolder();
  const store = openStore(join(home, databaseName));
  for (const run of runs) storeRun(store, run);
  store.close();
  return home;
}

/** An engine with a history of these runs, closed when the test ends. */
export async function openedEngine(runs: readonly RunFileRun[] = []) {
  const home = homeWith(runs);
  const engine = await openEngine({ home });
  onTestFinished(() => engine.close());
  return { home, engine, api: engine.client };
}

/** How the engine's API refuses. */
export const failing = (code: string) =>
  expect.objectContaining({ code: 'FAILED', data: expect.objectContaining({ code }) });

/** REST and gRPC, each at ten users. */
export const twoCells = [makeCell({ protocol: 'rest' }), makeCell({ protocol: 'grpc' })] as const;

/** The experiment of {@link twoCellRun}. */
export const twoCellExperiment = (name = 'Example', duration = '10s') => `wirebench: 1
name: ${name}
factors: {protocol: [rest, grpc], users: 10}
load: {model: closed, duration: ${duration}}
repetitions: 2
`;

/** Two completed trials of each of {@link twoCells}: 1010 and 1020 requests a second, and twice that, `times` over. */
export function twoCellRun(id: string, times = 1, part: Partial<RunFileRun> = {}): RunFileRun {
  const trials = [0, 1, 2, 3].map((index) => {
    const cell = twoCells[index % 2] ?? makeCell();
    const planned = { index, cell, repetition: index < 2 ? 1 : 2 };
    const throughputRps = (index % 2 === 0 ? 1 : 2) * times * (1000 + 10 * planned.repetition);
    const trial = `${id}-${index}`;
    const result = makeResult(trial, { ...planned, throughputRps });
    return makeFileTrial(index, { id: trial, planned, result });
  });
  const experiment = twoCellExperiment();
  const plain = { id, name: `Run ${id}`, status: 'completed' as const, annotations: [] };
  return makeFileRun({ ...plain, experiment, trials, ...part });
}
