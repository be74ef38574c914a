import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportFormat } from '../../../contracts/engine-api.ts';
import type { TrialResult } from '../../../contracts/measurement.ts';
import type { ReportFigure } from '../../../contracts/report.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { Statistics } from '../../../contracts/statistics.ts';
import { type Engine, openEngine } from '../../../engine/api/engine.ts';
import { sendRunFile } from '../../../engine/cli/run-files.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';
import { mixesLevels } from '../../../metrics/levels.ts';
import { wirebench } from '../../support/command-line.ts';
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

/** A number may have fewer digits where it is 0. */
function printedAlike(now: string, before: string): boolean {
  return now === before || (Number(now) === 0 && Number(before) === 0);
}

/** Differences of the same likelihood may come in any order. */
function inOneOrder(key: string, value: unknown): unknown {
  if (!Array.isArray(value) || value[0]?.subject === undefined) return withoutWords(key, value);
  return value.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
}

const sentences: readonly string[] = ['words', 'notes', 'cautions'];

/** Sentences may change, what they are made of may not. */
function withoutWords(key: string, value: unknown): unknown {
  return sentences.includes(key) ? undefined : value;
}

/** 0.1.0 reported arithmetic means over repetitions in some places and geometric ones in others. */
function withoutMeans(key: string, value: unknown): unknown {
  const isSample = value !== null && typeof value === 'object' && 'low' in value && 'mean' in value;
  if (!isSample) return withoutWords(key, value);
  const { mean: _mean, ...sample } = value;
  return sample;
}

/** Numbers count as equal to 12 digits: the order of the operations of a formula shows in later digits. */
function toTwelveDigits(key: string, value: unknown): unknown {
  if (typeof value !== 'number' || value === 0) return withoutMeans(key, value);
  return expect.closeTo(value, 11 - Math.floor(Math.log10(Math.abs(value))));
}

/** 0.1.0 corrected all metrics of a question together; each is corrected separately now. */
function withoutCorrection(key: string, value: unknown): unknown {
  return key === 'adjustedP' || key === 'detectable' ? undefined : toTwelveDigits(key, value);
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

/** The table of trials that `show` prints, by its headings. */
function trialTable(text: string): Record<string, string>[] {
  const lines = text.split('\n').map((line) => line.trim().split(/ {2,}/));
  const start = lines.findIndex(([first]) => first === '#');
  const [header = [], ...rows] = lines.slice(start);
  const end = rows.findIndex(([first]) => first === '');
  return rows
    .slice(0, end)
    .map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
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

  it('compare as they did', async () => {
    const now = await engine.client.compare.runs({
      baseline: idOf('02-repeated'),
      others: [idOf('05-steps')],
      metrics: ['throughput', 'mean', 'p50', 'p95', 'p99'],
    });
    const before = JSON.parse(read('exports', '02-repeated.compare.json'), inOneOrder);
    expect(JSON.parse(JSON.stringify(now), inOneOrder)).toMatchObject(before);
  });

  it('lead to the same statistics', async () => {
    const now = await engine.client.statistics.analyse({
      runId: idOf('02-repeated'),
      factor: null,
      against: null,
      metrics: ['throughput', 'mean', 'p99'],
    });
    const text = read('exports', '02-repeated.stats.json');
    expect(now).toMatchObject(JSON.parse(text, withoutCorrection));
    const before: Statistics = JSON.parse(text);
    const correctedOf = ({ comparison, detectable }: Statistics) => [
      ...(comparison?.rows.flatMap(({ metrics }) => metrics.map((one) => one.adjustedP)) ?? []),
      ...detectable.flat(),
    ];
    // A correction of fewer tests leaves smaller figures.
    const [larger, smaller] = [correctedOf(before), correctedOf(now)];
    expect(smaller).toHaveLength(larger.length);
    for (const [at, value] of smaller.entries()) {
      expect(value).toBeLessThanOrEqual(larger[at] ?? 0);
    }
  });

  it.each(namesIn('exports', '.show.txt'))(
    'are printed with the same figures: %s',
    async (name) => {
      const { stdout } = await wirebench(otherHome, ['show', idOf(name)]);
      const [now, before] = [stdout, read('exports', `${name}.show.txt`)].map(trialTable);
      expect(now).toHaveLength(before?.length ?? 0);
      const unlike = before?.flatMap((row, at) =>
        Object.entries(row).filter(
          ([column, text]) => !printedAlike(now?.[at]?.[column] ?? '', text),
        ),
      );
      expect(unlike).toEqual([]);
    },
  );
});

describe('a report that was stored by version 0.1.0', () => {
  const figuresOf = (runId: string): ReportFigure[] => [
    { type: 'comparisons', runId },
    { type: 'statistics', runId, factor: 'protocol', against: 'rest', metric: 'throughput' },
    { type: 'tls', runId },
    {
      type: 'size-gain',
      runId,
      against: 'rest',
      metric: 'throughput',
      part: 'both',
      load: 'tls off · raw',
    },
  ];

  it.each(['04-ramp', '05-steps', '06-stages'])(
    'says what figures over several levels of load have given way to: %s',
    async (name) => {
      const runIds = [idOf(name)];
      const composed = await engine.client.reports.compose({ runIds });
      const blocks = figuresOf(idOf(name)).map((figure, index) => ({
        ...{ kind: 'figure' as const, id: `f${index}`, figure },
        ...{ caption: null, width: 'auto' as const },
      }));
      const report = { ...composed, blocks };
      const drawn = await engine.client.reports.render({ report, preview: true });
      // React sets texts apart by comments.
      const html = drawn.html.replaceAll('<!-- -->', '');
      const levels =
        '</b> The trials went through several levels of load, and one figure for all of them would describe no load at all.</p>';
      expect(html.split(levels).length - 1).toBe(blocks.length);
      expect(html).not.toContain('The run that this figure describes no longer');
      expect(html).toContain('<b>Comparisons within a run.</b>');
      expect(drawn.figures).toEqual([]);
    },
  );

  it('is like a new one, which leaves out such figures and says so on stderr', async () => {
    const { code, stderr } = await wirebench(otherHome, [
      ...['report', idOf('05-steps'), '--figures', 'rounds,statistics,comparisons,columns'],
      ...['--out', join(otherHome, 'report.html')],
    ]);
    expect(stderr).toContain('would describe no load at all: statistics, comparisons, columns.');
    expect(code).toBe(0);
  });
});

describe('experiment files of version 0.1.0', () => {
  it.each(namesIn('experiments', '.bench.yaml'))('are valid: %s', (name) => {
    const found = readExperiment(read('experiments', `${name}.bench.yaml`));
    expect(found.ok ? [] : found.problems).toEqual([]);
  });
});
