import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFigureTypeSchema } from '../../contracts/report.ts';
import type { ResultDocument } from '../../contracts/result.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { wirebench } from '../support/command-line.ts';
import { parseCsv } from '../support/csv.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

const name = '=1+1 <img src=x onerror=alert(1)></script><script>alert(2)</script>';
let home = '';
let folder = '';
let engine: Engine;
let result: ResultDocument;
let other: ResultDocument;

async function measure(text: string): Promise<ResultDocument> {
  const { runId } = await engine.client.runs.start({ text });
  for await (const event of await engine.client.runs.watch({ runId })) {
    if (event.type === 'end') break;
  }
  return engine.client.runs.get({ runId });
}

/** Two runs, which all tests check, and the report of the first as a folder. */
beforeAll(async () => {
  home = makeFolder();
  folder = join(home, 'report');
  engine = await openEngine({ home });
  const protocols = 'rest, grpc';
  const more = 'repetitions: 2\nstudy: {name: kth-2024, tables: [throughput]}';
  result = await measure(smallExperiment({ name: JSON.stringify(name), protocols, more }));
  other = await measure(smallExperiment({ name: 'Other', protocols: 'rest' }));
  const args = ['report', result.run.id, '--format', 'folder', '--out', folder];
  const written = await wirebench(home, args);
  if (written.code !== 0) throw new Error(written.stderr);
});
afterAll(async () => {
  await engine.close();
  removeFolder(home);
});

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const trialsFile = () => readdirSync(folder).find((file) => file.endsWith('-trials.csv')) ?? '';

describe('the folder of a report', () => {
  it('has a picture and its figures for each chart, captions and the page', () => {
    const files = readdirSync(folder);
    const pictures = files.filter((file) => file.endsWith('.svg'));
    expect(pictures.length).toBeGreaterThanOrEqual(3);
    for (const file of pictures) expect(files).toContain(file.replace('.svg', '.csv'));
    expect(files).toContain('figure-01-throughput-small.svg');
    expect(files).toEqual(expect.arrayContaining(['captions.md', 'captions.tex', 'report.html']));
    expect(read('captions.md')).toContain('`figure-01-throughput-small.svg`');
    expect(read('captions.tex')).toContain('\\label{fig:figure-01-throughput-small}');
  });

  it('has pictures of the width of a column, with text of 8 points and more', () => {
    const svg = read('figure-01-throughput-small.svg');
    const [, mm = '', units = ''] =
      /<svg xmlns="[^"]+" width="([\d.]+)mm"[^>]*viewBox="0 0 ([\d.]+) /.exec(svg) ?? [];
    expect(Number(mm)).toBe(84);
    const points = ((Number(mm) / 25.4) * 72) / Number(units);
    const sizes = [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
    // The figures above the columns may be a little smaller than the axes.
    expect(Math.min(...sizes) * points).toBeGreaterThan(7.5);
    expect(Math.max(...sizes) * points).toBeLessThan(9.2);
    expect(svg).toMatch(/<text[^>]*>requests\/s<\/text>/);
    expect(svg).not.toMatch(/var\(|<script|onerror|foreignObject|<style|class=/);
    expect(svg).toContain('font-family="&#x27;Inter Variable&#x27;, Inter,');
  });

  it('has the figures of the trials in full precision, and texts that no spreadsheet runs', () => {
    const rows = parseCsv(read(trialsFile()));
    expect(rows.map((row) => Number(row['Requests/s']))).toEqual(
      result.trials.map(({ throughputRps }) => throughputRps),
    );
    expect(rows.map((row) => Number(row['p99 (ms)']))).toEqual(
      result.trials.map(({ latencyMs }) => latencyMs.p99),
    );
    const columns = parseCsv(read('figure-01-throughput-small.csv'));
    const { cells } = result.analysis;
    const drawn = columns.map((row) => Number(row['Throughput (requests/s)']));
    for (const { throughputRps } of cells) {
      expect(drawn.some((value) => Math.abs(value / throughputRps - 1) < 1e-12)).toBe(true);
    }
  });
});

describe('the page of a report', () => {
  const compose = (...runIds: string[]) => engine.client.reports.compose({ runIds });

  it('is what the export of a run writes as HTML', async () => {
    const { text } = await engine.client.runs.export({ runId: result.run.id, format: 'html' });
    expect(text).toBe(read('report.html'));
  });

  it('draws every figure that the runs have to offer', async () => {
    const runIds = [result.run.id, other.run.id];
    const choices = await engine.client.reports.choices({ runIds });
    const report = await compose(...runIds);
    const blocks = choices.map(({ figure }, index) => ({
      kind: 'figure' as const,
      id: `f${index}`,
      figure,
      caption: index === 0 ? 'Mine' : null,
      width: 'column' as const,
    }));
    const { files } = await engine.client.reports.folder({ report: { ...report, blocks } });
    const { figures } = await engine.client.reports.render({ report: { ...report, blocks } });
    expect(figures).toHaveLength(choices.length);
    expect(figures[0]?.caption).toBe('Mine');
    const types = new Set(choices.map(({ figure }) => figure.type));
    const absent = reportFigureTypeSchema.options.filter((type) => !types.has(type));
    expect(absent.join(' ')).toBe(
      'saturation crossovers two-way cell-means client-tax parts machines places watched use-cases ' +
        'use-case-medians tls energy size-gain rounds aa-check',
    );
    expect(files.map(({ name: file }) => file.replace(/^\w+-\d+-/, ''))).toEqual(
      expect.arrayContaining(['published-kth-2024-throughput.svg', 'sizes-small.svg']),
    );
    const sizes = files.find(({ name: file }) => file.endsWith('-sizes-small.csv'))?.text ?? '';
    expect(parseCsv(sizes).map(({ protocol, part }) => `${protocol} ${part}`)).toEqual([
      'REST request',
      'REST answer',
      'gRPC request',
      'gRPC answer',
    ]);
    for (const { name: file, text } of files.filter(({ name: one }) => one.endsWith('.svg'))) {
      expect(text, file).not.toMatch(/NaN|Infinity|undefined|var\(/);
    }
  });
});

it('keeps a report, gives it another title, and takes it back after it was removed', async () => {
  const { reports } = engine.client;
  const report = await reports.compose({ runIds: [result.run.id] });
  const { id } = await reports.save({ reportId: null, report });
  await reports.rename({ reportId: id, title: 'Mine' });
  expect(await reports.list()).toMatchObject([{ id, title: 'Mine', runs: [name] }]);
  const removed = await reports.remove({ reportId: id });
  const gone = expect.objectContaining({
    data: expect.objectContaining({ code: 'REPORT_NOT_FOUND' }),
  });
  await expect(reports.get({ reportId: id })).rejects.toThrow(gone);
  await reports.save({ reportId: id, report: removed.report });
  expect((await reports.get({ reportId: id })).report).toEqual({ ...report, title: 'Mine' });
});

it('says which of the figures that were asked for are left out, and why', async () => {
  const out = join(home, 'some');
  const figures = 'columns,saturation,ratios,rounds';
  const { code, stderr } = await wirebench(home, [
    ...['report', result.run.id, '--figures', figures, '--format', 'folder', '--out', out],
  ]);
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'Left out, because the run has no curves over rising levels of load: saturation.',
    'Left out, because it takes several runs: ratios.',
    'Left out, because the run has no rounds: rounds.',
  ]);
  expect(code).toBe(0);
  expect(readdirSync(out)).toContain('figure-01-throughput-small.csv');
});
