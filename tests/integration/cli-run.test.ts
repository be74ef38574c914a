import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ResultDocument, resultDocumentSchema } from '../../contracts/result.ts';
import { type Ended, startWirebench, wirebench } from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let home = '';
let file = '';
let out = '';
let first: Ended;
let result: ResultDocument;

/** One run of all three protocols, which most tests check. */
beforeAll(async () => {
  home = makeFolder();
  file = join(home, 'small.bench.yaml');
  out = join(home, 'figures', 'first');
  writeFileSync(file, smallExperiment());
  first = await wirebench(home, ['run', file, '--json', '--out', out]);
  result = resultDocumentSchema.parse(JSON.parse(first.stdout));
});
afterAll(() => removeFolder(home));

const one = ['--set', 'factors.protocol=[rest]'];

describe('wirebench run', () => {
  it('measures every cell and ends with 0', () => {
    expect(first.code).toBe(0);
    expect(result.run).toMatchObject({ name: 'Small', status: 'completed', plannedTrials: 3 });
    expect(result.trials.map(({ cell }) => cell.protocol)).toEqual(['rest', 'soap', 'grpc']);
    for (const trial of result.trials) {
      expect(trial).toMatchObject({ status: 'completed', errors: [], requests: { failed: 0 } });
      expect(trial.requests.ok).toBeGreaterThan(0);
      expect(trial.throughputRps).toBeCloseTo(trial.requests.ok / trial.window.seconds, 0);
    }
  });

  it('writes the run in every format into --out', () => {
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    expect(JSON.parse(read('result.json'))).toEqual(result);
    expect(read('result.csv').trimEnd().split('\n').length).toBeGreaterThan(3);
    expect(read('report.html')).toMatch(/^<!doctype html>/i);
    expect(read('latency.hgrm')).toContain('Percentile');
  });

  it('prints tables without --json, and nothing on stderr with --quiet', async () => {
    const ended = await wirebench(home, ['run', file, '--quiet', ...one]);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^Small\nrun \S+ · completed · /);
    expect(ended.stdout).toMatch(/^1 +rest +small +2 +off +raw +[\d,.]+ /m);
  });

  it('ends with 3 when a threshold is missed, and names it', async () => {
    const rule = ['--set', 'thresholds=["throughput > 1000000000"]'];
    const ended = await wirebench(home, ['run', file, '--quiet', ...one, ...rule]);
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('threshold missed: throughput > 1000000000');
  });

  it('measures nothing when --out cannot be written', async () => {
    for (const folder of [join(file, 'below'), file]) {
      const ended = await wirebench(home, ['run', file, '--out', folder]);
      expect(ended.stderr).toContain(`Cannot write ${folder}`);
      expect(ended.stderr).not.toContain('running');
      expect(ended).toMatchObject({ code: 2, stdout: '' });
    }
  });

  it('fails with 1 when the target does not answer', async () => {
    const sets = ['target={rest: "http://127.0.0.1:9"}', 'timeout=1s', 'load.requests=20'];
    const target = sets.flatMap((set) => ['--set', set]);
    const ended = await wirebench(home, ['run', file, '--quiet', ...one, ...target]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toMatch(/TARGET_UNREACHABLE|ECONNREFUSED|connect/i);
  });

  it('keeps its runs in the database of --db', async () => {
    const db = join(temporaryFolder(), 'other.db');
    const ended = await wirebench(home, ['run', file, '--quiet', '--db', db, ...one]);
    expect(ended.code).toBe(0);
    expect(existsSync(db)).toBe(true);
    const listed = JSON.parse((await wirebench(home, ['list', '--json', '--db', db])).stdout);
    expect(listed).toHaveLength(1);
  });
});

describe('the history', () => {
  it('is listed, the newest first', async () => {
    const table = await wirebench(home, ['list']);
    const [head = '', ...rows] = table.stdout.trimEnd().split('\n');
    expect(head).toMatch(/^run +started +status +trials +protocols +trust +name$/);
    expect(rows.at(-1)).toMatch(
      new RegExp(`^${result.run.id} .* completed +3/3 +rest soap grpc .*Small$`),
    );
    expect(table).toMatchObject({ code: 0, stderr: '' });
  });

  it('shows a run as text and as JSON', async () => {
    const shown = await wirebench(home, ['show', result.run.id]);
    expect(shown.stdout).toMatch(/^Small\nrun /);
    expect(shown.stdout).toMatch(/^Comparisons$/m);
    const json = await wirebench(home, ['show', result.run.id.slice(0, -1), '--json']);
    expect(JSON.parse(json.stdout)).toEqual(result);
  });

  it.each(['show', 'delete', 'restore'])('ends with 2 when %s names no run', async (command) => {
    const ended = await wirebench(home, [command, 'nothing-like-it']);
    expect(ended.stderr).toContain('RUN_NOT_FOUND');
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  });

  it('deletes a run and says how to bring it back', async () => {
    const list = async () => (await wirebench(home, ['list'])).stdout;
    const deleted = await wirebench(home, ['delete', result.run.id]);
    expect(deleted.stdout).toContain(`wirebench restore ${result.run.id}`);
    expect(await list()).not.toContain(result.run.id);
    expect((await wirebench(home, ['restore', result.run.id])).code).toBe(0);
    expect(await list()).toContain(result.run.id);
  });
});

describe('wirebench export', () => {
  const exportTo = (format: string, path: string) =>
    wirebench(home, ['export', result.run.id, '--format', format, '--out', path]);

  it('writes the same to a file and to stdout', async () => {
    const path = join(temporaryFolder(), 'run.csv');
    expect(await exportTo('csv', path)).toMatchObject({ code: 0, stdout: '' });
    const written = readFileSync(path, 'utf8');
    expect(written).toMatch(/^[^\n]*protocol/);
    expect((await exportTo('csv', '-')).stdout).toBe(written);
  });

  it('chooses a name when the path is a folder', async () => {
    const folder = temporaryFolder();
    const { stderr } = await exportTo('csv', folder);
    const [, path = ''] = /^Wrote (.+)$/m.exec(stderr) ?? [];
    expect(path.startsWith(folder) && existsSync(path)).toBe(true);
  });

  it('ends with 2 when the path cannot be written', async () => {
    const ended = await exportTo('csv', join(temporaryFolder(), 'missing', 'run.csv'));
    expect(ended.stderr).toMatch(/Cannot write .*missing.* \(ARGUMENT_INVALID\)/);
    expect(ended.code).toBe(2);
  });
});

describe('a reader that goes away', () => {
  it('is no failure', async () => {
    const command = startWirebench(home, ['show', result.run.id, '--json']);
    command.child.stdout.destroy();
    expect(await command.ended).toMatchObject({ code: 0, stderr: '' });
  });
});
