import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportFormat } from '../../../contracts/report.ts';
import {
  failing,
  openedEngine,
  twoCellExperiment,
  twoCellRun,
} from '../../../tests/support/opened-engine.ts';

const later = { startedAt: '2026-03-02T10:00:00.000Z' };

describe('the history', () => {
  it('searches, labels and marks runs', async () => {
    const { api } = await openedEngine([twoCellRun('aaaa'), twoCellRun('bbbb', 1, later)]);
    const runId = 'aaaa';
    await api.history.setTags({ runId, tags: ['red', 'RED', 'blue'] });
    await api.history.setNote({ runId, note: 'A note.' });
    await api.history.setPinned({ runId, pinned: true });
    const found = await api.history.search({});
    expect(found).toMatchObject({ matching: 2, total: 2 });
    expect(found.runs[0]).toMatchObject({
      id: runId,
      tags: ['red', 'blue'],
      note: 'A note.',
      pinned: true,
    });
    await api.history.setPinned({ runId, pinned: false });
    expect((await api.history.search({ limit: 1 })).runs.map(({ id }) => id)).toEqual(['bbbb']);
    const mark = await api.history.annotate({ runId, trialIndex: 1, atSeconds: 4, text: 'here' });
    expect(await api.history.annotations({ runId })).toEqual([mark]);
    expect(mark).toMatchObject({ trialIndex: 1, atSeconds: 4, text: 'here' });
    await api.history.removeAnnotation({ runId, id: mark.id });
    expect(await api.history.annotations({ runId })).toEqual([]);
    const { finding } = (await api.runs.get({ runId })).analysis;
    expect((await api.history.outcome({ runId }))?.sentences).toEqual(finding?.sentences);
  });

  it('exports a run as a file in parts, and takes it again elsewhere', async () => {
    const { api } = await openedEngine([twoCellRun('aaaa')]);
    const other = (await openedEngine()).api;
    const parts: string[] = [];
    let bytes = 0;
    for await (const part of await api.history.exportRunFile({ runId: 'aaaa' })) {
      if (part.type === 'head') {
        expect(part.name).toBe('Run-aaaa-aaaa.wbrun');
        bytes = part.bytes;
      } else parts.push(part.base64);
    }
    expect(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))).length).toBe(bytes);
    const { uploadId } = await other.history.beginImport({ bytes });
    for (const base64 of parts) await other.history.importPart({ uploadId, base64 });
    expect(await other.history.finishImport({ uploadId })).toMatchObject({ runId: 'aaaa' });
    expect((await other.runs.get({ runId: 'aaaa' })).trials).toEqual(
      (await api.runs.get({ runId: 'aaaa' })).trials,
    );
  });
});

describe('reports', () => {
  it('are composed, stored, renamed and removed', async () => {
    const { api } = await openedEngine([twoCellRun('aaaa'), twoCellRun('bbbb', 2)]);
    const report = await api.reports.compose({ runIds: ['aaaa', 'bbbb'], types: ['trials'] });
    expect(report).toMatchObject({ format: reportFormat, title: 'Run aaaa and Run bbbb' });
    const { id } = await api.reports.save({ reportId: null, report });
    const figures = report.blocks.filter(({ kind }) => kind === 'figure').length;
    expect(figures).toBe(2);
    expect(await api.reports.list()).toEqual([
      {
        id,
        changedAt: expect.any(String),
        title: report.title,
        runs: ['Run aaaa', 'Run bbbb'],
        figures,
      },
    ]);
    await api.runs.remove({ runId: 'aaaa' });
    expect((await api.reports.rename({ reportId: id, title: 'Better' })).report).toEqual({
      ...report,
      title: 'Better',
    });
    expect(await api.reports.list()).toMatchObject([{ title: 'Better', runs: ['Run bbbb'] }]);
    const choices = await api.reports.choices({ runIds: ['aaaa', 'bbbb'] });
    expect(new Set(choices.map(({ group }) => group))).toEqual(new Set(['Run bbbb']));
    expect((await api.reports.get({ reportId: id })).report.title).toBe('Better');
    expect((await api.reports.remove({ reportId: id })).id).toBe(id);
    expect(await api.reports.list()).toEqual([]);
    await expect(api.reports.get({ reportId: id })).rejects.toThrow(failing('REPORT_NOT_FOUND'));
  });
});

describe('the statistics and published tables of a run', () => {
  it('come from its trials', async () => {
    const { api } = await openedEngine([twoCellRun('aaaa')]);
    const analysed = await api.statistics.analyse({
      runId: 'aaaa',
      factor: 'protocol',
      against: 'rest',
      metrics: ['throughput'],
    });
    expect(analysed.runId).toBe('aaaa');
    const study = await api.statistics.study({
      runId: 'aaaa',
      pipeline: 'isep-performance',
      factor: 'protocol',
      control: 'rest',
      treatment: 'grpc',
    });
    expect(
      study.rows.map(({ control, treatment }) => [control.size, treatment.size, control.mean]),
    ).toEqual([[6, 6, expect.closeTo((0.25 + 0.251 + 2 * 0.7 + 2 * 12.345) / 6, 2)]]);
    expect(await api.published.compare({ runId: 'aaaa' })).toBeNull();
    const [overview] = await api.published.studies();
    const [table] = overview?.tables ?? [];
    if (!overview || !table) throw new Error('no table');
    expect(await api.published.table({ study: overview.name, id: table.id })).toMatchObject({
      id: table.id,
    });
    await expect(api.published.table({ study: overview.name, id: 'none' })).rejects.toThrow(
      failing('ARGUMENT_INVALID'),
    );
  });
});

describe('settings', () => {
  it('are kept, and reset', async () => {
    const { api, home } = await openedEngine();
    expect(await api.settings.set({ zoomPercent: 150 })).toMatchObject({
      zoomPercent: 150,
      scheme: 'auto',
    });
    const folder = `${home}/./`;
    expect((await api.settings.set({ experimentsFolder: folder })).experimentsFolder).toBe(home);
    expect((await api.settings.storage()).experimentsFolder).toBe(home);
    expect((await api.collection.list()).folder).toBe(home);
    expect(await api.settings.set({ experimentsFolder: null })).toMatchObject({
      experimentsFolder: null,
      zoomPercent: 150,
    });
    for (const wrong of ['relative', join(home, 'none'), join(home, 'wirebench.db')]) {
      await expect(api.settings.set({ experimentsFolder: wrong })).rejects.toThrow(
        failing('ARGUMENT_INVALID'),
      );
    }
    expect(await api.settings.reset()).toMatchObject({ zoomPercent: 100 });
    expect(await api.settings.get()).toMatchObject({ zoomPercent: 100 });
  });
});

describe('the collection', () => {
  it('creates, changes, renames, removes and restores experiments', async () => {
    const { api, home } = await openedEngine([twoCellRun('aaaa')]);
    const made = await api.collection.create({
      wish: 'Mine',
      text: twoCellExperiment(),
      filesOf: 'aaaa',
    });
    expect(made).toMatchObject({ id: 'mine.bench.yaml', notCopied: [] });
    const text = twoCellExperiment('Second');
    const saved = await api.collection.save({ id: made.id, text, revision: made.revision });
    expect(saved.revision).not.toBe(made.revision);
    await expect(
      api.collection.save({ id: made.id, text, revision: made.revision }),
    ).rejects.toThrow(failing('LIBRARY_CHANGED'));
    await api.collection.save({ id: made.id, text, revision: null, overwrite: true });
    expect((await api.collection.rename({ id: made.id, to: 'other.bench.yaml' })).name).toBe(
      'Second',
    );
    expect((await api.collection.read({ kind: 'own', id: 'other.bench.yaml' })).text).toBe(text);
    const { trashId } = await api.collection.remove({ id: 'other.bench.yaml' });
    const own = async () =>
      (await api.collection.list()).entries.filter(({ kind }) => kind === 'own');
    expect(await own()).toEqual([]);
    await api.collection.restore({ trashId });
    expect((await own()).map(({ id }) => id)).toEqual(['other.bench.yaml']);
    expect((await api.collection.list()).folder).toBe(join(home, 'experiments'));
  });

  it('previews the load of an experiment', async () => {
    const { api } = await openedEngine();
    expect(await api.collection.preview({ text: 'wrong' })).toBeNull();
    expect((await api.collection.preview({ text: twoCellExperiment() }))?.load).toMatchObject({
      of: 'users',
      least: 10,
      most: 10,
    });
  });
});

describe('services', () => {
  it('keeps targets elsewhere', async () => {
    const { api } = await openedEngine();
    const target = {
      name: 'Lab',
      addresses: { rest: 'http://lab.example/', grpc: '127.0.0.1:5000' },
      grpcTls: false,
    };
    const saved = await api.services.targets.save({ id: null, target });
    await api.services.targets.save({
      id: null,
      target: { ...target, name: 'Annex', grpcTls: true },
    });
    await api.hosts.confirm({ host: 'lab.example' });
    expect(
      (await api.services.targets.list()).map(({ name, hosts, grpcTls }) => [name, hosts, grpcTls]),
    ).toEqual([
      ['Annex', [{ host: 'lab.example', confirmed: true }], true],
      ['Lab', [{ host: 'lab.example', confirmed: true }], false],
    ]);
    const renamed = await api.services.targets.save({
      id: saved.id,
      target: { ...target, name: 'Zoo' },
    });
    expect(renamed).toMatchObject({ id: saved.id, name: 'Zoo' });
    expect(await api.services.targets.remove({ id: saved.id })).toEqual(renamed);
    await expect(api.services.targets.remove({ id: saved.id })).rejects.toThrow(
      failing('TARGET_NOT_FOUND'),
    );
    await expect(api.services.targets.save({ id: 'none', target })).rejects.toThrow(
      failing('TARGET_NOT_FOUND'),
    );
    await api.services.targets.restore(renamed);
    expect((await api.services.targets.list()).map(({ id }) => id)).toContain(saved.id);
  });

  it('lists stopped ones, and stacks, and no machines', async () => {
    const { api } = await openedEngine();
    const services = await api.services.list();
    expect(new Set(services.map(({ state }) => state))).toEqual(new Set(['stopped']));
    expect(await api.services.stop({ protocol: 'rest' })).toMatchObject({
      protocol: 'rest',
      state: 'stopped',
    });
    expect((await api.stacks.list()).length).toBeGreaterThan(0);
    await api.stacks.stop();
    expect(await api.calibration.latest()).toBeNull();
    expect(await api.machines.state()).toMatchObject({ listening: null, machines: [] });
  });
});
