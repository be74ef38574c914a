import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { campaignDocumentSchema } from '../../../contracts/published.ts';
import type { ResultDocument } from '../../../contracts/result.ts';
import type { RunStatus } from '../../../contracts/words.ts';
import { makeHead, makeResult } from '../../../tests/support/records.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';
import type { Engine } from '../../api/engine.ts';
import { planTrials } from '../../experiment/plan.ts';
import { readExperiment } from '../../experiment/read.ts';
import { environment } from '../../platform/environment.ts';
import { buildDocument } from '../../report/document.ts';
import { flush } from '../streams.ts';
import { surroundedBy } from '../surroundings.ts';
import { Campaign, type CampaignOptions, studiesOffer, type Task } from './campaign.ts';
import { keptFigures, keptFolder, readKept } from './kept.ts';

const offer = studiesOffer();
const node = new Set(['node'] as const);
const campaign = (
  part: Partial<CampaignOptions> = {},
  built: ReadonlySet<never> | typeof node = node,
) => new Campaign({ only: [], ...part }, built, offer);
const idsOf = (tasks: readonly Task[]) => tasks.map(({ experiment }) => experiment.id);

const first = 'kth-2023/throughput';

/** Acts, and returns what was written. */
async function spoken<T>(act: () => Promise<T> | T) {
  const text = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') =>
    new PassThrough().on('data', (part: Buffer) => {
      text[name] += part;
    });
  const within = { stdin: new PassThrough(), stdout: output('stdout'), stderr: output('stderr') };
  return surroundedBy(within, async () => {
    const result = await act();
    await flush();
    return { result, ...text };
  });
}

/** A run of a task, each of its trials with ten requests of which one failed. */
function runOf({ text }: Task, status: RunStatus = 'completed', id = 'run-1'): ResultDocument {
  const read = readExperiment(text);
  if (!read.ok) throw new Error('wrong experiment');
  const requests = { ok: 9, failed: 1, dropped: 0 };
  const trials = planTrials(read.experiment).map((planned) =>
    makeResult(`t-${planned.index}`, { ...planned, requests }),
  );
  const times = { startedAt: '2026-03-01T10:00:00.000Z', endedAt: '2026-03-01T10:01:30.000Z' };
  const about = {
    id,
    status,
    experiment: text,
    environment: environment(),
    plannedTrials: trials.length,
  };
  return buildDocument(makeHead({ ...about, ...times }), trials);
}

/** An engine that has one run, with figures of these types. */
function engineOf(document: ResultDocument, types: readonly string[] = []): Engine {
  const block = (type: string, index: number) => ({
    kind: 'figure',
    id: `f-${index}`,
    figure: { type },
    caption: null,
    width: 'auto',
  });
  const report = { title: 'x', blocks: [{ kind: 'text', id: 't', text: '' }, ...types.map(block)] };
  const client = {
    runs: {
      export: async ({ format }: { format: string }) => ({
        text: format === 'json' ? JSON.stringify(document) : format,
      }),
    },
    reports: {
      compose: async () => report,
      folder: async ({ report: { blocks } }: { report: typeof report }) => ({
        files: [
          ...blocks.map((one, index) => ({
            name: `${index}-${'figure' in one ? one.figure.type : 'text'}.svg`,
            text: '<svg/>',
            caption: `Caption ${index}`,
          })),
          { name: 'report.html', text: 'page' },
        ],
      }),
    },
    history: {
      exportRunFile: async function* parts() {
        yield { type: 'head', name: 'a.wbrun', bytes: 4 };
        yield { type: 'part', base64: Buffer.from('ab').toString('base64') };
        yield { type: 'part', base64: Buffer.from('cd').toString('base64') };
      },
    },
  };
  return { client } as unknown as Engine;
}

describe('the experiments of a campaign', () => {
  it('are those of all studies whose stacks are built, of published size', async () => {
    const { result: all, stderr } = await spoken(() => campaign().tasks());
    expect(idsOf(all).slice(0, 2)).toEqual([first, 'kth-2024/scalability']);
    expect(all.every(({ experiment }) => !experiment.quick)).toBe(true);
    expect(stderr).toMatch(
      /^Left out, because none of their stacks is built .*: kth-\S+(, \S+)*\.\n$/,
    );
  });

  it('may be those of a study, or their quick twins', async () => {
    const { result } = await spoken(() => campaign({ study: 'kth-2024', quick: true }).tasks());
    expect(result.length).toBeGreaterThan(2);
    expect(idsOf(result).every((id) => /^kth-2024.*-quick$/.test(id))).toBe(true);
    expect(result.every(({ cut }) => cut.length === 0)).toBe(true);
  });

  it('may be named, in any order, also where their stack is not built', () => {
    const second = 'kth-2024/throughput';
    const unbuilt = campaign({ only: [second, first, second] }, new Set());
    expect(idsOf(unbuilt.tasks())).toEqual([second, first]);
    const quick = campaign({ only: [second, `${second}-quick`], quick: true });
    expect(idsOf(quick.tasks())).toEqual([`${second}-quick`]);
    expect(() => campaign({ only: [first], study: 'vu-2020' }).tasks()).toThrow(
      expect.objectContaining({
        code: 'ARGUMENT_INVALID',
        message: expect.stringContaining(`There is no experiment ${first}`),
      }),
    );
  });

  it('may be cut', () => {
    const [cut] = campaign({ only: [first], atMost: 1000, repetitions: 2 }).tasks();
    expect(cut?.cut.length).toBeGreaterThan(0);
    expect(cut?.text).toMatch(/round: 1s\n[\s\S]*repetitions: 2 /);
  });
});

describe('the results of a campaign', () => {
  const setUp = async (part: Partial<CampaignOptions> = {}) => {
    const out = temporaryFolder();
    const options = {
      quick: true,
      only: ['kth-2024/scalability', 'kth-2024/throughput'],
      out,
      ...part,
    } as const;
    const made = campaign(options);
    const [task, other] = (await spoken(() => made.tasks())).result;
    if (!task || !other) throw new Error('no tasks');
    return { out, made, task, other, again: () => campaign(options) };
  };

  it('are kept in a folder for each experiment', async () => {
    const { out, made, task } = await setUp();
    const types = ['columns', 'trials', 'use-cases', 'saturation', 'percentiles', 'published'];
    await made.add(engineOf(runOf(task), types), task, runOf(task));
    const folder = keptFolder(out, task.experiment.id);
    expect(folder).toBe(join(out, task.experiment.id.replaceAll('/', '-')));
    const figures = ['0-published.svg', '1-saturation.svg', '2-use-cases.svg', '3-columns.svg'];
    expect(readdirSync(folder).sort()).toEqual(
      [
        ...figures,
        'figures.json',
        'latency.hgrm',
        'published.json',
        'report.html',
        'result.csv',
        'result.json',
        'run.wbrun',
      ].sort(),
    );
    expect(readFileSync(join(folder, 'run.wbrun'), 'utf8')).toBe('abcd');
    expect(await keptFigures(out, task.experiment.id)).toEqual(
      figures.map((file, index) => ({ file, caption: `Caption ${index}` })),
    );
    expect(await readKept(out, task.experiment.id)).toEqual(runOf(task));
    expect(existsSync(`${folder}.part`)).toBe(false);
    writeFileSync(join(folder, 'result.json'), '{}');
    expect(await readKept(out, task.experiment.id)).toBeNull();
    expect(await keptFigures(out, 'none')).toEqual([]);
  });

  it('are read again, and done ones are left out', async () => {
    const { made, task, other, again } = await setUp();
    await made.add(engineOf(runOf(task)), task, runOf(task));
    const next = again();
    await next.open();
    expect(next.results.map(({ id }) => id)).toEqual([task.experiment.id]);
    const { result, stderr } = await spoken(() => next.undone([task, other]));
    expect(idsOf(result)).toEqual([other.experiment.id]);
    expect(stderr).toBe(`Left out, because they are done: ${task.experiment.id}.\n`);
    const changed = { ...task, text: `${task.text}\n# changed\n` };
    const repeated = await spoken(() => next.undone([changed]));
    expect(repeated.result).toEqual([changed]);
    expect(repeated.stderr).toBe(
      `${task.experiment.id} is measured again: it was run with other settings.\n`,
    );
  });

  it('are not replaced by an incomplete run', async () => {
    const { out, made, task } = await setUp();
    const status = async () => (await readKept(out, task.experiment.id))?.run.status;
    const add = (run: ResultDocument) => made.add(engineOf(run), task, run);
    await add(runOf(task, 'stopped'));
    expect(await status()).toBe('stopped');
    await add(runOf(task));
    expect((await add(runOf(task, 'stopped', 'run-2'))).document.run.id).toBe('run-2');
    expect(await status()).toBe('completed');
    await add(runOf(task, 'completed', 'run-3'));
    expect((await readKept(out, task.experiment.id))?.run.id).toBe('run-3');
  });

  it('are one document, in the order of the studies', async () => {
    const { out, made, task, other } = await setUp();
    await made.add(engineOf(runOf(other)), other, runOf(other, 'completed', 'run-2'));
    await made.add(engineOf(runOf(task)), task, runOf(task));
    const trials = [task, other].map((one) => runOf(one).trials.length);
    const document = campaignDocumentSchema.parse(
      JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')),
    );
    expect(document).toMatchObject({
      seconds: 180,
      runs: [
        {
          experiment: task.experiment.id,
          runId: 'run-1',
          seconds: 90,
          requests: { ok: 9 * (trials[0] ?? 0), failed: trials[0] },
        },
        {
          experiment: other.experiment.id,
          runId: 'run-2',
          seconds: 90,
          requests: { ok: 9 * (trials[1] ?? 0), failed: trials[1] },
        },
      ],
    });
    expect(document.tally.ratios).toBe(
      document.runs.reduce((sum, { published }) => sum + (published?.tally.ratios ?? 0), 0),
    );
    const { stdout, stderr } = await spoken(() => made.finish());
    expect(stdout).toMatch(/\n2 runs in 3 min\.\nThese runs have figures for /);
    expect(stderr).toBe('');
  });

  it('are printed as a document, and written as pages', async () => {
    const pages = temporaryFolder();
    const { made, task, out } = await setUp({ json: true, pages });
    const none = await spoken(() => made.finish());
    expect([JSON.parse(none.stdout).runs, none.stderr]).toEqual([[], '']);
    const whole = { ...runOf(task) };
    await made.add(engineOf(whole, ['columns']), task, whole);
    const { stdout, stderr } = await spoken(() => made.finish());
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(readFileSync(join(out, 'campaign.json'), 'utf8')),
    );
    expect(stderr).toBe(`Wrote ${join(pages, 'README.md')}\n`);
    expect(readFileSync(join(pages, `${task.experiment.id}.wbrun`), 'utf8')).toBe('abcd');
    expect(readdirSync(join(pages, task.experiment.id))).toEqual(['0-columns.svg']);
    const page = readFileSync(join(pages, 'kth-2024.md'), 'utf8');
    expect(page).toContain(`](${task.experiment.id}/0-columns.svg)`);
    expect(page).toContain('4 B');
    // Too large to be kept beside a page.
    writeFileSync(join(keptFolder(out, task.experiment.id), 'run.wbrun'), Buffer.alloc(300_001));
    await spoken(() => made.finish());
    expect(readFileSync(join(pages, 'kth-2024.md'), 'utf8')).toContain('too large to be kept here');
  });
});
