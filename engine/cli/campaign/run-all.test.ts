import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../contracts/engine-api.ts';
import type { RunHead } from '../../../contracts/result.ts';
import { makeHead, makeResult, testProgress } from '../../../tests/support/records.ts';
import type { Engine } from '../../api/engine.ts';
import { publishedOfRun } from '../../published/compare.ts';
import { buildDocument } from '../../report/document.ts';
import { flush } from '../streams.ts';
import { surroundedBy } from '../surroundings.ts';
import type { Campaign, Task } from './campaign.ts';
import { runAll } from './run-all.ts';

const study =
  'wirebench: 1\nname: A\nstudy: {name: kth-2024, tables: [throughput]}\nfactors: {protocol: [rest, grpc], users: 1}\nload: {model: closed, duration: 1s}\n';
const published = publishedOfRun(
  buildDocument(makeHead({ experiment: study }), [makeResult('one')]),
);

const task = (id: string, cut: string[] = []) =>
  ({ experiment: { id }, text: `text of ${id}`, cut }) as unknown as Task;

/** Runs tasks whose runs end like this, in order. */
async function running(
  ends: readonly (Partial<RunHead> & { readonly requestsFail?: true })[],
  {
    tasks = ends.map((_end, index) => task(`task-${index}`)),
    options = {},
    abortAfter = Number.POSITIVE_INFINITY,
  } = {},
) {
  const stop = new AbortController();
  const started: string[] = [];
  const added: string[] = [];
  const event: RunEvent = { type: 'end', progress: testProgress };
  const client = {
    experiments: {
      check: async () => ({
        problems: [],
        plan: { warnings: [], unconfirmedHosts: [], unconfirmedCommands: [] },
      }),
    },
    runs: {
      start: async ({ text }: { text: string }) => {
        started.push(text);
        return { runId: 'a' };
      },
      watch: async function* watch() {
        if (started.length >= abortAfter) stop.abort();
        yield event;
      },
      stop: async () => ({}),
      get: async () => {
        const { requestsFail, ...head } = ends[started.length - 1] ?? {};
        const requests = requestsFail
          ? { ok: 98, failed: 2, dropped: 0 }
          : { ok: 100, failed: 0, dropped: 0 };
        return buildDocument(makeHead(head), [makeResult('one', { requests })]);
      },
    },
  };
  const campaign = {
    add: async (_engine: Engine, { experiment }: Task) => {
      added.push(experiment.id);
      return { published: added.length === 1 ? published : null };
    },
  };
  const text = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') =>
    new PassThrough().on('data', (part: Buffer) => {
      text[name] += part;
    });
  const within = { stdin: new PassThrough(), stdout: output('stdout'), stderr: output('stderr') };
  const code = await surroundedBy(within, async () => {
    const given = { only: [], allowHost: [], ...options };
    const ended = await runAll(
      { client } as unknown as Engine,
      tasks,
      campaign as unknown as Campaign,
      given,
      stop.signal,
    );
    await flush();
    return ended;
  });
  return { code, started, added, ...text };
}

describe('the runs of a campaign', () => {
  it('are made one after the other, with what was cut', async () => {
    const tasks = [task('one', ['window 1 s instead of 2 min', 'x']), task('two')];
    const { code, started, added, stdout, stderr } = await running([{}, {}], { tasks });
    expect([code, started, added]).toEqual([0, ['text of one', 'text of two'], ['one', 'two']]);
    expect(stderr).toBe('1 of 2: one (cut: window 1 s instead of 2 min, x)\n2 of 2: two\n');
    expect(stdout).toMatch(/^KTH 2024: /);
    const quiet = await running([{}], { options: { quiet: true, json: true } });
    expect([quiet.stdout, quiet.stderr]).toEqual(['', '']);
  });

  it.each<[(Partial<RunHead> & { requestsFail?: true })[], number]>([
    [[{ requestsFail: true }, {}], 4],
    [[{}, { requestsFail: true }, { thresholdsPassed: false }], 4],
    [[{ status: 'failed' }, { requestsFail: true }], 1],
    [[{}, {}], 0],
    [[{ thresholdsPassed: false }, {}], 3],
    [[{ thresholdsPassed: false }, { status: 'failed' }], 1],
    [[{ status: 'failed' }, { thresholdsPassed: false }], 1],
    [[{ status: 'failed' }, { status: 'stopped' }, {}], 130],
  ])('have the worst exit code: %j', async (ends, code) => {
    const { code: ended, added } = await running(ends);
    expect([ended, added.length]).toEqual([code, ends.length]);
  });

  it('end with an interrupt', async () => {
    const { code, started, added } = await running([{ status: 'stopped' }, {}], { abortAfter: 1 });
    expect([code, started.length, added]).toEqual([130, 1, ['task-0']]);
  });
});
