import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runFileSchema } from '../../contracts/run-file.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { fetchRunFile, sendRunFile } from '../../engine/cli/run-files.ts';
import { wirebench } from '../support/command-line.ts';
import { engineRuns } from '../support/engine-runs.ts';
import { makeFileRun, packRunFile } from '../support/run-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const runs = engineRuns();

const experiment = (load: string, more = '') => `wirebench: 1
name: Taken along
factors: {protocol: [rest, grpc], shape: small${more}}
load: ${load}
workers: 1
`;

async function openOther(): Promise<Engine> {
  const engine = await openEngine({ home: temporaryFolder() });
  onTestFinished(() => engine.close());
  return engine;
}

/** Everything that the views and exports show of a run. */
async function shownOf({ client }: Engine, runId: string) {
  const document = await client.runs.get({ runId });
  const trials = document.trials.map(async ({ id: trialId }) => ({
    series: await client.runs.series({ trialId }),
    curves: await client.runs.histogram({ trialId }),
  }));
  return {
    document,
    trials: await Promise.all(trials),
    annotations: await client.history.annotations({ runId }),
    csv: await client.runs.export({ runId, format: 'csv' }),
    hgrm: await client.runs.export({ runId, format: 'hgrm' }),
  };
}

/** Writes the run to a file. */
async function exportRun(runId: string): Promise<string> {
  const out = join(runs.home, 'run.wbrun');
  writeFileSync(out, (await fetchRunFile(runs.engine.client.history, runId)).bytes);
  return out;
}

describe('a run that is moved to another machine', () => {
  it.each([
    ['open load', experiment('{model: open, warmUp: 0s, requests: 100}', ', rate: 400')],
    ['steps', experiment('{model: steps, levels: [1, 2, 3], hold: 200ms, settle: 0s}')],
  ])('is the same there: %s', async (_what, text) => {
    const { client } = runs.engine;
    const { run, trials } = await runs.runToEnd(text);
    const runId = run.id;
    await client.history.setTags({ runId, tags: ['paper', 'Åbo'] });
    await client.history.setNote({ runId, note: 'Door shut.\n<script>alert(1)</script>' });
    await client.history.annotate({ runId, trialIndex: 1, atSeconds: 0.1, text: 'Here' });
    if (trials[0]?.rounds.length) {
      await client.runs.setSaturation({ trialId: trials[0].id, level: 2 });
    }
    const before = await shownOf(runs.engine, runId);
    const file = await exportRun(runId);

    const other = await openOther();
    const imported = await sendRunFile(other.client.history, file);
    expect(imported).toEqual({ runId, name: 'Taken along', outcome: 'imported' });
    expect(await shownOf(other, runId)).toEqual(before);
    const { runs: found } = await other.client.history.search({ text: 'abo door' });
    expect(found).toMatchObject([{ id: runId, imported: true, tags: ['paper', 'Åbo'] }]);
    expect((await sendRunFile(other.client.history, file)).outcome).toBe('known');
  });

  it('can be opened with ordinary tools, and its experiment be run again', async () => {
    const text = experiment('{model: closed, warmUp: 0s, requests: 100}', ', users: 1');
    const { run } = await runs.runToEnd(text);
    const file = join(runs.home, 'by-command.wbrun');
    const args = ['export', run.id, '--format', 'run', '--out', file];
    expect(await wirebench(runs.home, args)).toMatchObject({ code: 0, stderr: `Wrote ${file}\n` });
    expect(readFileSync(file).equals(readFileSync(await exportRun(run.id)))).toBe(true);
    const opened: unknown = JSON.parse(gunzipSync(readFileSync(file)).toString());
    const inside = runFileSchema.parse(opened).run;
    expect(inside.trials.map(({ result }) => result?.requests.ok)).toEqual([100, 100]);

    const other = await openOther();
    await sendRunFile(other.client.history, file);
    const { experiment: again } = (await other.client.runs.get({ runId: run.id })).run;
    const { runId } = await other.client.runs.start({ text: again });
    for await (const _event of await other.client.runs.watch({ runId }));
    const second = await other.client.runs.get({ runId });
    expect(second.run.status).toBe('completed');
    expect(second.trials.map(({ cell }) => cell)).toEqual(
      inside.trials.map(({ planned }) => planned.cell),
    );
  });
});

describe('the command line', () => {
  it('imports what it can, says what it cannot, and finds runs by their tags', async () => {
    const home = temporaryFolder();
    const folder = join(home, 'files');
    mkdirSync(folder);
    const write = (name: string, bytes: Uint8Array | string) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const good = write('good.wbrun', packRunFile(makeFileRun()));
    const other = write(
      'other.wbrun',
      packRunFile(makeFileRun({ startedAt: '2026-04-01T10:00:00.000Z' })),
    );
    const cut = write('cut.wbrun', packRunFile(makeFileRun()).subarray(0, 200));
    const ended = await wirebench(home, ['import', good, cut, other, good, join(folder, 'none')]);
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(
      /^Imported run aaaa1111, Example\nImported under a new id, because its own is taken: run [\w-]+, Example\nAlready known: run aaaa1111, Example\n$/,
    );
    expect(ended.stderr).toMatch(/cut\.wbrun: The file is incomplete .* \(RUN_FILE_DAMAGED\)/);
    expect(ended.stderr).toMatch(/none: no such file|Cannot read .*none/);

    const tagged = await wirebench(home, [
      'tag',
      'aaaa1111',
      'Night',
      '--remove',
      'LAB',
      '--note',
      'x',
      '--pin',
    ]);
    expect(tagged.stdout).toBe('run aaaa1111 · pinned\ntags: paper, Night\nnote: x\n');
    const { stdout } = await wirebench(home, [
      'list',
      '--search',
      'EXAMPLE rest',
      '--tag',
      'night',
    ]);
    expect(stdout).toMatch(/^run .*tags\naaaa1111 .* \* Example +paper, Night\n$/);
    expect((await wirebench(home, ['tag', 'aaaa1111', 'a,b'])).code).toBe(2);
  });
});
