import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../../contracts/engine-api.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import { type Engine, openEngine } from '../../../engine/api/engine.ts';
import { sendRunFile } from '../../../engine/cli/run-files.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';
import { mixesLevels } from '../../../metrics/levels.ts';
import { parseCsv } from '../../support/csv.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';

/**
 * Files of version 0.1.0 are read by this one, with the same results: whatever 0.1.0 exported is
 * in what is exported now, and only what is new may be there besides.
 */

const fixtures = join(import.meta.dirname, '../../../fixtures/v0.1.0');
const read = (...path: string[]) => readFileSync(join(fixtures, ...path), 'utf8');
const namesIn = (folder: string, ending: string) =>
  readdirSync(join(fixtures, folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

const runs = namesIn('runs', '.wbrun');
const runIds = new Map(runs.map((name) => [name, exported(name).run.id]));
/** A copy of that version's database has these. */
const inDatabase = ['02-repeated', '05-steps', '12-failed', '14-interrupted'];

let home = '';
/** Has the runs as run files. */
let engine: Engine;
let otherHome = '';
/** Has the database as 0.1.0 left it. */
let other: Engine;

beforeAll(async () => {
  [home, otherHome] = [makeFolder(), makeFolder()];
  engine = await openEngine({ home });
  for (const name of runs) {
    const imported = await sendRunFile(
      engine.client.history,
      join(fixtures, 'runs', `${name}.wbrun`),
    );
    expect(imported).toMatchObject({ runId: idOf(name), outcome: 'imported' });
  }
  const database = new BetterSqlite(join(otherHome, 'wirebench.db'));
  database.exec(read('wirebench.sql'));
  database.close();
  other = await openEngine({ home: otherHome });
});
afterAll(async () => {
  await engine?.close();
  await other?.close();
  removeFolder(home);
  removeFolder(otherHome);
});

function exported(name: string): ResultDocument {
  return JSON.parse(read('exports', `${name}.json`));
}

function idOf(name: string): string {
  return runIds.get(name) ?? '';
}

const textOf = async ({ client }: Engine, name: string, format: ExportFormat) =>
  (await client.runs.export({ runId: idOf(name), format })).text;

/** Columns that came later do not matter; rows and the fields of each column of then do. */
function expectRows(now: Record<string, string>[], before: Record<string, string>[]): void {
  expect(before.length).toBeGreaterThan(0);
  expect(now).toMatchObject(before);
}

const sentences: readonly string[] = ['words', 'notes', 'cautions'];

/** Sentences may change, what they are made of may not. */
function withoutWords(key: string, value: unknown): unknown {
  return sentences.includes(key) ? undefined : value;
}

const digest = (cell: unknown) => JSON.stringify(cell);
const close = (value: number) => expect.closeTo(value, 6);

/** A document of 0.1.0 with the geometric means over repetitions that are reported everywhere now. */
function withGeometricMeans(document: ResultDocument) {
  const central = (cell: unknown, figure: (trial: TrialResult) => number) => {
    const own = document.trials.filter((trial) => digest(trial.cell) === digest(cell));
    const done = own.filter(({ status }) => status === 'completed').map(figure);
    return done.reduce((product, value) => product * value ** (1 / done.length), 1);
  };
  const figures = {
    throughput: ({ throughputRps }: TrialResult) => throughputRps,
    mean: ({ latencyMs }: TrialResult) => latencyMs.mean,
    p95: ({ latencyMs }: TrialResult) => latencyMs.p95,
  };
  const { cells, comparisons: all, ...analysis } = document.analysis;
  // Cells that went through levels of load are no longer compared by their means.
  const comparisons = document.trials.some(mixesLevels) ? [] : all;
  return {
    ...document,
    analysis: {
      ...analysis,
      cells: cells.map((one) => ({
        ...one,
        throughputRps: close(central(one.cell, figures.throughput)),
        meanMs: close(central(one.cell, figures.mean)),
        p95Ms: close(central(one.cell, figures.p95)),
      })),
      comparisons: comparisons.map(({ cell, baseline, factor }) => {
        const times = (figure: (trial: TrialResult) => number) => ({
          times: close(central(cell, figure) / central(baseline, figure)),
        });
        const [throughput, mean, p95] = [figures.throughput, figures.mean, figures.p95].map(times);
        return { cell, baseline, factor, throughput, mean, p95 };
      }),
    },
  };
}

async function expectSame(from: Engine, name: string): Promise<void> {
  expect(JSON.parse(await textOf(from, name, 'json'))).toMatchObject(
    withGeometricMeans(exported(name)),
  );
  expectRows(
    parseCsv(await textOf(from, name, 'csv')),
    parseCsv(read('exports', `${name}.csv`).replaceAll(/\r?\n/g, '\r\n')),
  );
  expect(await textOf(from, name, 'hgrm')).toBe(read('exports', `${name}.hgrm`));
}

describe('runs of version 0.1.0', () => {
  it('are of every model of load, and of every end', () => {
    const documents = runs.map(exported);
    const models = documents.map(({ run }) => /model: ([a-z]+)/.exec(run.experiment)?.[1]);
    expect(new Set(models)).toEqual(
      new Set(['closed', 'open', 'ramp', 'steps', 'stages', 'search', 'plan']),
    );
    const statuses = documents.map(({ run }) => run.status);
    expect(new Set(statuses)).toEqual(new Set(['completed', 'failed', 'stopped', 'interrupted']));
  });

  it.each(runs)('have the same figures when they come as a run file: %s', async (name) => {
    await expectSame(engine, name);
  });

  it.each(inDatabase)('have the same figures in their database: %s', async (name) => {
    await expectSame(other, name);
  });

  it('have the same iterations', async () => {
    expectRows(
      parseCsv(await textOf(engine, '09-plan', 'samples')),
      parseCsv(read('exports', '09-plan.samples.csv').replaceAll(/\r?\n/g, '\r\n')),
    );
  });

  it.each(namesIn('exports', '.published.json'))(
    'lie beside the published numbers as they did: %s',
    async (name) => {
      const now = await engine.client.published.compare({ runId: idOf(name) });
      const before = JSON.parse(read('exports', `${name}.published.json`), withoutWords);
      // 0.1.0 wrote the memory of the machine in other units than everywhere else.
      const { machine, ...run } = before.run;
      expect(now).toMatchObject({ ...before, run });
      expect(now?.run?.machine.split(', ')[0]).toBe(machine.split(', ')[0]);
    },
  );
});

describe('experiment files of version 0.1.0', () => {
  it.each(namesIn('experiments', '.bench.yaml'))('are valid: %s', (name) => {
    const found = readExperiment(read('experiments', `${name}.bench.yaml`));
    expect(found.ok ? [] : found.problems).toEqual([]);
  });
});
