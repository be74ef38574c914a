import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  failing,
  openedEngine,
  twoCellExperiment,
  twoCellRun,
  twoCells,
} from '../../tests/support/opened-engine.ts';
import { makeHistogram, makeInterval, makeRound } from '../../tests/support/records.ts';
import { makeFileTrial } from '../../tests/support/run-files.ts';
import { openEngine } from './engine.ts';

const [rest] = twoCells;
const later = { startedAt: '2026-03-02T10:00:00.000Z' };

describe('the engine', () => {
  it('says where its state is', async () => {
    const { api, home } = await openedEngine();
    const database = join(home, 'wirebench.db');
    expect(await api.app.info()).toMatchObject({ home, database, notices: [] });
    const storage = await api.settings.storage();
    expect(storage).toMatchObject({ home, database, experimentsFolder: join(home, 'experiments') });
    writeFileSync(`${database}-wal`, Buffer.alloc(7000));
    expect((await api.settings.storage()).databaseBytes % 1000).toBe(
      (storage.databaseBytes + 7000) % 1000,
    );
  });

  it('takes another database, and closes it', async () => {
    const { home } = await openedEngine();
    const database = join(home, 'other.db');
    const other = await openEngine({ home, database });
    expect(await other.client.app.info()).toMatchObject({ database });
    expect(await other.client.runs.active()).toBeNull();
    await other.close();
    await expect(other.client.runs.list({})).rejects.toThrow();
  });

  it('forgets runs that were removed more than a week ago', async () => {
    const { home, api } = await openedEngine([twoCellRun('aaaa'), twoCellRun('bbbb')]);
    await api.runs.remove({ runId: 'aaaa' });
    await (await openEngine({ home })).close();
    expect((await api.settings.removedRuns()).map(({ id }) => id)).toEqual(['aaaa']);
  });
});

describe('runs', () => {
  it('lists the newest first, as many as wanted', async () => {
    const { api, engine } = await openedEngine([twoCellRun('aaaa'), twoCellRun('bbbb', 1, later)]);
    const ids = async (limit?: number) => (await api.runs.list({ limit })).map(({ id }) => id);
    expect(await ids()).toEqual(['bbbb', 'aaaa']);
    expect(await ids(1)).toEqual(['bbbb']);
    expect(engine.resolveRunId('latest')).toBe('bbbb');
  });

  it('renames, removes and restores them', async () => {
    const { api } = await openedEngine([twoCellRun('aaaa')]);
    await api.runs.rename({ runId: 'aaaa', name: 'Renamed' });
    expect((await api.runs.get({ runId: 'aaaa' })).run.name).toBe('Renamed');
    await api.runs.remove({ runId: 'aaaa' });
    expect(await api.runs.list({})).toEqual([]);
    await expect(api.runs.get({ runId: 'aaaa' })).rejects.toThrow(failing('RUN_NOT_FOUND'));
    await api.runs.restore({ runId: 'aaaa' });
    expect(await api.runs.list({})).toHaveLength(1);
  });

  it('reads the charts of a trial', async () => {
    const round = (index: number, value: number, part = {}) =>
      makeInterval(index, { round: index, latency: makeHistogram([value]), ...part });
    const planned = { index: 0, cell: rest, repetition: 1 };
    const trial = makeFileTrial(0, { id: 'rounds', planned });
    const { result } = trial;
    const intervals = [
      round(0, 100, { service: makeHistogram([50]) }),
      round(1, 300, { service: makeHistogram([250]) }),
    ];
    const run = (id: string, headlineRound: number | null) => ({
      ...trial,
      id,
      intervals,
      result: result && { ...result, id, headlineRound },
    });
    const { api } = await openedEngine([
      twoCellRun('aaaa'),
      twoCellRun('bbbb', 1, { trials: [run('one', 1)] }),
      twoCellRun('cccc', 1, { trials: [run('all', null)] }),
    ]);
    expect((await api.runs.series({ trialId: 'one' })).map(({ p50 }) => p50)).toEqual([0.1, 0.3]);
    expect((await api.runs.heatMap({ trialId: 'one' })).columns).toHaveLength(2);
    const one = await api.runs.histogram({ trialId: 'one' });
    expect(one).toMatchObject({ latency: { min: 300, max: 300 } });
    expect(one.curve[0]).toEqual({ share: 0, ms: 0.3 });
    expect(one.serviceCurve?.at(-1)).toEqual({ share: 1, ms: 0.25 });
    const all = await api.runs.histogram({ trialId: 'all' });
    expect(all).toMatchObject({ latency: { min: 100, max: 300 } });
    expect(all.serviceCurve?.at(-1)).toEqual({ share: 1, ms: 0.25 });
    await expect(api.runs.histogram({ trialId: 'none' })).rejects.toThrow(
      failing('TRIAL_NOT_FOUND'),
    );
  });

  it('has saturation points set by hand in the document', async () => {
    const trials = twoCellRun('aaaa').trials.map((trial) => ({
      ...trial,
      result: trial.result && { ...trial.result, rounds: [makeRound(0, 5), makeRound(1, 10)] },
    }));
    const { api } = await openedEngine([twoCellRun('aaaa', 1, { trials })]);
    await api.runs.setSaturation({ trialId: 'aaaa-1', level: 7 });
    const levels = async () =>
      (await api.runs.get({ runId: 'aaaa' })).analysis.saturation.map(({ trialId, manual }) => [
        trialId,
        manual?.level,
      ]);
    expect(await levels()).toContainEqual(['aaaa-1', 7]);
    expect(await levels()).toContainEqual(['aaaa-0', undefined]);
    await api.runs.setSaturation({ trialId: 'aaaa-1', level: null });
    expect(await levels()).not.toContainEqual(['aaaa-1', 7]);
  });

  it('exports them, with a title for each trial', async () => {
    const trials = twoCellRun('bbbb').trials.slice(0, 2);
    const { api } = await openedEngine([twoCellRun('aaaa'), twoCellRun('bbbb', 1, { trials })]);
    const titles = async (runId: string) =>
      (await api.runs.export({ runId, format: 'hgrm' })).text.match(/(rest|grpc).*/g);
    const [restName, grpcName] = [
      'rest · small · 10 users · tls off · raw',
      'grpc · small · 10 users · tls off · raw',
    ];
    expect(await titles('bbbb')).toEqual([restName, grpcName]);
    expect(await titles('aaaa')).toEqual([
      `${restName} · repetition 1`,
      `${grpcName} · repetition 1`,
      `${restName} · repetition 2`,
      `${grpcName} · repetition 2`,
    ]);
    const json = await api.runs.export({ runId: 'aaaa', format: 'json' });
    expect(json.name).toBe('Run-aaaa-aaaa.json');
    expect(JSON.parse(json.text)).toEqual(await api.runs.get({ runId: 'aaaa' }));
  });

  it('refuses to change one that is not in progress', async () => {
    const { api } = await openedEngine([twoCellRun('aaaa')]);
    const input = { runId: 'aaaa' };
    for (const call of [
      api.runs.stop(input),
      api.runs.skip(input),
      api.runs.extend({ ...input, seconds: 5 }),
      api.runs.watch(input),
    ]) {
      await expect(call).rejects.toThrow(failing('RUN_NOT_ACTIVE'));
    }
    await expect(api.runs.refine({ ...input, seconds: 5 })).rejects.toThrow(
      failing('RUN_NOT_EXTENDABLE'),
    );
    await expect(api.runs.start({ text: 'wirebench: 1' })).rejects.toThrow(
      failing('EXPERIMENT_INVALID'),
    );
    const text = `wirebench: 1\nname: A\ntarget: {rest: "http://example.org/"}\nfactors: {protocol: rest, users: 1}\nload: {model: closed, duration: 1s}\n`;
    await expect(api.runs.start({ text })).rejects.toThrow(failing('HOST_NOT_CONFIRMED'));
  });
});

describe('checking an experiment', () => {
  it('plans it', async () => {
    const { api } = await openedEngine();
    const { problems, plan } = await api.experiments.check({ text: twoCellExperiment('Fine') });
    expect(problems).toEqual([]);
    expect(plan).toMatchObject({
      name: 'Fine',
      cells: 2,
      unconfirmedHosts: [],
      unconfirmedCommands: [],
    });
    expect(plan?.trials).toHaveLength(4);
    expect(plan?.seconds).toBeGreaterThan(40);
    expect(plan).not.toHaveProperty('longestSeconds');
  });

  it('has the longest time of repetitions until decided', async () => {
    const { api } = await openedEngine();
    const longest = async (within: string) => {
      const until = `repetitions: {until: decided, within: ${within}}`;
      const text = twoCellExperiment().replace('repetitions: 2', until);
      const { plan, problems } = await api.experiments.check({ text });
      expect(problems).toEqual([]);
      return [plan?.seconds ?? 0, plan?.longestSeconds ?? 0];
    };
    expect((await longest('2h'))[1]).toBe(7200);
    const [fewest, atMost] = await longest('1m');
    expect(atMost).toBe(Math.max(fewest ?? 0, 60));
  });

  it('has no plan with problems', async () => {
    const { api } = await openedEngine();
    const { problems, plan } = await api.experiments.check({ text: 'wirebench: 1\nnmae: x\n' });
    expect(plan).toBeNull();
    expect(problems.map(({ line }) => line)).toEqual([1, 1, 2]);
    expect((await api.experiments.builtIn()).length).toBeGreaterThan(5);
  });

  it('asks for hosts that are not confirmed, whatever their capitals', async () => {
    const { api } = await openedEngine();
    const text = `wirebench: 1\nname: A\ntarget: {rest: "http://Example.org/"}\nfactors: {protocol: rest, users: 1}\nload: {model: closed, duration: 1s}\n`;
    const hosts = async () => (await api.experiments.check({ text })).plan?.unconfirmedHosts;
    expect(await hosts()).toEqual(['example.org']);
    await api.hosts.confirm({ host: 'EXAMPLE.org' });
    expect(await api.hosts.list()).toEqual(['example.org']);
    expect(await hosts()).toEqual([]);
    await api.hosts.forget({ host: 'Example.ORG' });
    expect(await hosts()).toEqual(['example.org']);
  });
});
