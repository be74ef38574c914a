import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ORPCError } from '@orpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../contracts/engine-api.ts';
import { appInfoSchema, exportFormatSchema, runEventSchema } from '../../contracts/engine-api.ts';
import { errorReportSchema } from '../../contracts/errors.ts';
import { resultDocumentSchema } from '../../contracts/result.ts';
import { type Engine, openEngine } from '../../engine/api/engine.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { type EngineClient, type Transport, transports } from '../support/transports.ts';

/** The code that the engine gave a failure, whichever transport carried it. */
async function failureOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    const report = errorReportSchema.safeParse(error.data);
    return report.success ? report.data.code : error.code;
  }
  return 'no failure';
}

/** Watches a run to its end. */
async function watch(client: EngineClient, runId: string): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of await client.runs.watch({ runId })) events.push(event);
  return events;
}

async function calibrated(client: EngineClient): Promise<void> {
  for await (const event of await client.calibration.run({})) if (event.type === 'end') return;
}

async function runToEnd(client: EngineClient, text: string) {
  const { runId } = await client.runs.start({ text });
  return { runId, events: await watch(client, runId) };
}

const endless = smallExperiment({
  name: 'Endless',
  protocols: 'rest',
  duration: '1h',
  thinkTime: '4ms',
});
/** Without the calls that compare the answers of protocols, which have separate tests. */
const plainly = 'equivalence: skip\n';
const missing = '00000000-0000-4000-8000-000000000000';

/** Guarantees for every shell; each case gets an engine without a run in progress. */
const cases: Record<string, (client: EngineClient) => Promise<void>> = {
  async 'describes itself'(client) {
    const info = await client.app.info();
    expect(appInfoSchema.parse(info)).toEqual(info);
  },

  async 'calibrates until its caller leaves, and runs nothing meanwhile'(client) {
    for await (const event of await client.calibration.run({ seconds: 0.2 })) {
      expect(event.type).toBe('ceiling');
      expect(await failureOf(client.runs.start({ text: endless }))).toBe('RUN_BUSY');
      break;
    }
    const start = async () => failureOf(client.runs.start({ text: endless }));
    await expect.poll(start).toBe('no failure');
    expect(await failureOf(calibrated(client))).toBe('RUN_BUSY');
    const runId = (await client.runs.active())?.runId ?? '';
    await client.runs.stop({ runId });
    await watch(client, runId);
    expect(await client.calibration.latest()).toBeNull();
  },

  async 'brings experiments that are valid'(client) {
    const experiments = await client.experiments.builtIn();
    expect(experiments.length).toBeGreaterThan(0);
    for (const { text } of experiments) {
      expect((await client.experiments.check({ text })).problems).toEqual([]);
    }
  },

  async 'plans a valid experiment'(client) {
    const { plan, problems } = await client.experiments.check({ text: smallExperiment() });
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({ name: 'Small', cells: 3, unconfirmedHosts: [] });
    expect(plan?.trials.map(({ cell }) => cell.protocol)).toEqual(['rest', 'soap', 'grpc']);
  },

  async 'places the problems of a wrong experiment'(client) {
    const checked = await client.experiments.check({ text: smallExperiment({ users: '-1' }) });
    expect(checked.plan).toBeNull();
    expect(checked.problems).toEqual([
      { line: 5, column: 11, path: 'factors.users[0]', message: expect.any(String) },
    ]);
  },

  async 'remembers confirmed hosts'(client) {
    await client.hosts.confirm({ host: 'load.example' });
    expect(await client.hosts.list()).toContain('load.example');
  },

  async 'starts no load against a host that was not confirmed'(client) {
    const text = smallExperiment({
      protocols: 'rest',
      more: 'target: {rest: "http://unconfirmed.example:8080"}\n',
    });
    const { plan } = await client.experiments.check({ text });
    expect(plan?.unconfirmedHosts).toHaveLength(1);
    expect(await failureOf(client.runs.start({ text }))).toBe('HOST_NOT_CONFIRMED');
  },

  async 'refuses input that breaks the contract'(client) {
    expect(await failureOf(client.runs.list({ limit: 0 }))).toBe('BAD_REQUEST');
    expect(await failureOf(client.hosts.confirm({ host: '' }))).toBe('BAD_REQUEST');
  },

  async 'gives failures their codes'(client) {
    const wrong = smallExperiment({ users: 'many' });
    expect(await failureOf(client.runs.start({ text: wrong }))).toBe('EXPERIMENT_INVALID');
    expect(await failureOf(client.runs.get({ runId: missing }))).toBe('RUN_NOT_FOUND');
    expect(await failureOf(client.runs.remove({ runId: missing }))).toBe('RUN_NOT_FOUND');
    expect(await failureOf(client.runs.stop({ runId: missing }))).toBe('RUN_NOT_ACTIVE');
    expect(await failureOf(client.runs.series({ trialId: missing }))).toBe('TRIAL_NOT_FOUND');
    expect(await failureOf(watch(client, missing))).toMatch(/^RUN_NOT_(FOUND|ACTIVE)$/);
  },

  async 'streams a run from its first snapshot to its end'(client) {
    const { runId, events } = await runToEnd(
      client,
      smallExperiment({ protocols: 'rest, grpc', more: plainly }),
    );
    for (const event of events) expect(runEventSchema.parse(event)).toEqual(event);
    expect(events[0]?.type).toBe('snapshot');
    expect(events.some(({ type }) => type === 'point')).toBe(true);
    expect(events.at(-1)).toMatchObject({
      type: 'end',
      progress: { runId, status: 'completed', current: null },
    });
    expect(await client.runs.active()).toBeNull();
  },

  async 'keeps a run in every form, renames, deletes and restores it'(client) {
    const { runId } = await runToEnd(client, smallExperiment({ protocols: 'rest' }));
    const document = await client.runs.get({ runId });
    expect(resultDocumentSchema.parse(document)).toEqual(document);
    const [trial] = document.trials;
    const trialId = trial?.id ?? '';
    expect(trial?.requests.ok).toBeGreaterThan(0);
    expect((await client.runs.series({ trialId })).length).toBeGreaterThan(0);
    const { latency, curve } = await client.runs.histogram({ trialId });
    expect(latency.count).toBe(trial?.requests.ok);
    expect(curve.length).toBeGreaterThan(0);
    for (const format of exportFormatSchema.options) {
      const file = await client.runs.export({ runId, format });
      const ending = format === 'samples' ? 'samples\\.csv' : format;
      expect(file.name).toMatch(new RegExp(`\\.${ending}$`));
      expect(file.text.length).toBeGreaterThan(0);
    }
    const listed = async () => (await client.runs.list({})).find(({ id }) => id === runId);
    await client.runs.rename({ runId, name: ' Renamed ' });
    expect(await listed()).toMatchObject({ name: 'Renamed', status: 'completed', trialsDone: 1 });
    await client.runs.remove({ runId });
    expect(await listed()).toBeUndefined();
    await client.runs.restore({ runId });
    expect(await listed()).toMatchObject({ name: 'Renamed' });
  },

  async 'runs one thing at a time, and stops it with what was measured'(client) {
    const { runId } = await client.runs.start({ text: endless });
    expect(await failureOf(client.runs.start({ text: endless }))).toBe('RUN_BUSY');
    for await (const event of await client.runs.watch({ runId })) {
      if (event.type === 'point' && event.point.phase === 'measured' && event.point.ok > 0) break;
    }
    expect(await client.runs.active()).toMatchObject({ runId, status: 'running' });
    await client.runs.stop({ runId });
    expect((await watch(client, runId)).at(-1)).toMatchObject({ type: 'end' });
    const { run, trials } = await client.runs.get({ runId });
    expect(run.status).toBe('stopped');
    expect(trials[0]?.requests.ok).toBeGreaterThan(0);
  },

  async 'skips a trial and continues with the next'(client) {
    const text = smallExperiment({
      protocols: 'rest, grpc',
      duration: '1h',
      thinkTime: '4ms',
      more: plainly,
    });
    const { runId } = await client.runs.start({ text });
    let trial = 0;
    for await (const event of await client.runs.watch({ runId })) {
      if (event.type !== 'point' || event.point.trial !== trial) continue;
      trial += 1;
      await client.runs.skip({ runId });
    }
    const { trials } = await client.runs.get({ runId });
    expect(trial).toBe(2);
    expect(trials.map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  },
};

describe.each(Object.keys(transports))('the engine over %s', (name) => {
  let home = '';
  let engine: Engine;
  let transport: Transport;

  beforeAll(async () => {
    home = makeFolder();
    engine = await openEngine({ home });
    const folder = join(home, 'pages');
    mkdirSync(folder);
    const open = transports[name];
    if (!open) throw new Error(`no transport ${name}`);
    transport = await open(engine, folder);
  });

  afterAll(async () => {
    await transport?.close();
    await engine?.close();
    removeFolder(home);
  });

  it.each(Object.entries(cases))('%s', (_case, check) => check(transport.client));
});
