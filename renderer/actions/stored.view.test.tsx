import { expect, it, onTestFinished, vi } from 'vitest';
import type { CollectionEntry } from '../../contracts/collection.ts';
import type { Report } from '../../contracts/report.ts';
import type { BundledService } from '../../contracts/services.ts';
import { defaultSettings, type Settings } from '../../contracts/settings.ts';
import {
  answering,
  eventually,
  lastToast,
  pressIn,
  shellWith,
  toasts,
} from '../../tests/support/dom/answering.tsx';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { queryClient } from '../transport/engine.ts';
import {
  duplicateEntry,
  openEntry,
  removeEntry,
  renameEntry,
  runEntry,
} from './collectionActions.ts';
import { exportReport, exportRunPdf, type ReportFormat } from './exportReport.ts';
import { newReportFor } from './newReport.ts';
import { orderOf, orderService, stopService } from './serviceActions.ts';
import { changeSettings, resetSettings } from './settings.ts';

const text = '# Mine.\nwirebench: 1\nname: Mine\n';
const hash = () => window.location.hash;
const origin = () => useExperiment.getState().origin;
const library = { kind: 'library', name: 'm.bench.yaml', revision: 'r1' } as const;

const own = { kind: 'own', id: 'm.bench.yaml', name: 'Mine' } as CollectionEntry;
const builtIn = { kind: 'built-in', id: 'first', name: 'First look' } as CollectionEntry;
const read = { 'collection.read': ({ id }: { id: string }) => ({ id, text, revision: 'r1' }) };

it.each([
  [own, library],
  [builtIn, { kind: 'built-in', name: 'First look' }],
])('opens an entry of the collection, runs and copies it: %#', async (entry, from) => {
  const calls = answering({
    ...read,
    'experiments.check': () => ({ problems: [], plan: null }),
    'collection.create': () => ({ id: 'copy.yaml' }),
  });
  const { id, kind } = entry;
  await openEntry(entry);
  expect(origin()).toEqual(from);
  await runEntry(entry);
  await duplicateEntry(entry);
  const copy =
    kind === 'own'
      ? { wish: 'mine-copy.bench.yaml', text: text.replace('name: Mine', 'name: Mine (copy)') }
      : { wish: 'mine.bench.yaml', text };
  expect(calls).toEqual([
    ['collection.read', { kind, id }],
    ['collection.read', { kind, id }],
    ['experiments.check', { text }],
    ['collection.read', { kind, id }],
    ['collection.create', copy],
  ]);
  expect(toasts()).toEqual(['gray: Copied to copy.yaml']);
});

it.each([
  [() => openEntry(own), 'opened'],
  [() => runEntry(own), 'run'],
  [() => duplicateEntry(own), 'copied'],
  [() => renameEntry(own, 'A', 'a'), 'renamed'],
  [() => removeEntry(own), 'deleted'],
])('says what could not be done with an entry: %#', async (act, done) => {
  answering({});
  queryClient.setQueryData(['collection', 'list'], {});
  await act();
  expect(toasts()).toEqual([
    expect.stringMatching(`^red: The experiment could not be ${done}: No `),
  ]);
  expect(queryClient.getQueryState(['collection', 'list'])?.isInvalidated).toBe(true);
});

it.each(['m.bench.yaml', 'new.bench.yaml'])(
  'renames an entry to %s, and the editor follows',
  async (file) => {
    const calls = answering({
      ...read,
      'collection.rename': () => ({}),
      'collection.save': (input: object) => ({ ...input, revision: 'r2' }),
    });
    const renamed = text.replace('name: Mine', 'name: Tuned');
    experiment.load(text, library);
    expect(await renameEntry(own, 'Tuned', file)).toBe(true);
    expect(calls.slice(1, -1)).toEqual(
      file === own.id ? [] : [['collection.rename', { id: own.id, to: file }]],
    );
    expect(calls.at(-1)).toEqual(['collection.save', { id: file, text: renamed, revision: 'r1' }]);
    const state = useExperiment.getState();
    expect(state).toMatchObject({ text: renamed, savedText: renamed, loads: 2 });
    expect(state.origin).toEqual({ ...library, name: file, revision: 'r2' });
  },
);

it('keeps changes of a renamed entry, and what else is open', async () => {
  answering({
    ...read,
    'collection.rename': () => ({}),
    'collection.save': (input: object) => ({ ...input, revision: 'r2' }),
  });
  experiment.load(text, library);
  experiment.write('name: Changed\n');
  await renameEntry(own, 'T'.repeat(300), 'new.bench.yaml');
  const state = useExperiment.getState();
  expect(state.text).toBe('name: Changed\n');
  expect(state.savedText).toBe(text.replace('name: Mine', `name: ${'T'.repeat(200)}`));
  expect(state.origin).toMatchObject({ name: 'new.bench.yaml' });
  const other = { ...library, name: 'other.bench.yaml' };
  experiment.load(text, other);
  await renameEntry(own, 'Tuned', 'newer.bench.yaml');
  expect(origin()).toEqual(other);
});

it('deletes an entry, and brings it back', async () => {
  const calls = answering({
    'collection.remove': () => ({ trashId: 't1' }),
    'collection.restore': () => ({}),
  });
  await removeEntry(own);
  expect(calls).toEqual([['collection.remove', { id: 'm.bench.yaml' }]]);
  const message = lastToast();
  expect(message.textContent).toContain('Deleted “Mine”');
  pressIn(message, 'Undo');
  await eventually(() => calls[1]).toEqual(['collection.restore', { trashId: 't1' }]);
  expect(toasts()).toEqual([]);
});

const report = { title: 'A & B' } as Report;
const rendering = {
  'reports.render': ({ preview }: { preview?: boolean }) => ({ html: preview ? 'page' : 'file' }),
  'reports.folder': () => ({ files: [{ name: 'a.md', mediaType: 'text/markdown', text: 'A' }] }),
  'reports.compose': () => report,
};

it.each<[ReportFormat, unknown]>([
  ['html', { suggestedName: 'a-b.html', path: null, mediaType: 'text/html', content: 'file' }],
  [
    'folder',
    {
      suggestedName: 'a-b-report',
      files: [{ name: 'a.md', mediaType: 'text/markdown', content: 'A' }],
    },
  ],
])('saves a report as %s', async (format, request) => {
  answering(rendering);
  const saved = { name: 'there', path: null };
  const calls = shellWith({ saveFile: saved, saveFolder: saved });
  await exportReport(report, format);
  expect(calls.flat(2)).toEqual([request]);
  expect(toasts()).toEqual(['gray: Saved there']);
});

it('prints a report in a frame that goes when the dialog has', async () => {
  answering(rendering);
  const printed = vi.fn();
  const page = Object.assign(new EventTarget(), { print: printed });
  const spy = vi
    .spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get')
    .mockReturnValue(page as unknown as Window);
  onTestFinished(() => spy.mockRestore());
  const begun = exportRunPdf('r1');
  onTestFinished(() => document.querySelector('iframe')?.remove());
  await eventually(() => document.querySelector('iframe')).not.toBeNull();
  const frame = document.querySelector('iframe');
  expect(frame?.getAttribute('srcdoc')).toBe('page');
  expect(frame?.getAttribute('sandbox')).toBe('allow-same-origin allow-modals');
  frame?.dispatchEvent(new Event('load'));
  await begun;
  expect(printed).toHaveBeenCalledTimes(1);
  expect(document.querySelector('iframe')).toBe(frame);
  page.dispatchEvent(new Event('afterprint'));
  expect(document.querySelector('iframe')).toBeNull();
  expect(toasts()).toEqual([]);
});

it('says why a report could not be exported or made', async () => {
  answering({});
  await exportReport(report, 'html');
  await exportRunPdf('r1');
  expect(toasts()).toEqual([
    'red: The report could not be exported: No reports.render here.',
    'red: The run could not be exported: No reports.compose here.',
  ]);
  await newReportFor(['a']);
  expect(toasts()).toContain('red: The report could not be created: No reports.compose here.');
});

it('makes a report of runs, and opens it', async () => {
  const calls = answering({ ...rendering, 'reports.save': () => ({ id: 'p1' }) });
  queryClient.setQueryData(['reports', 'list'], []);
  await newReportFor(['a', 'b']);
  expect(calls).toEqual([
    ['reports.compose', { runIds: ['a', 'b'] }],
    ['reports.save', { reportId: null, report }],
  ]);
  expect(queryClient.getQueryState(['reports', 'list'])?.isInvalidated).toBe(true);
  expect(hash()).toBe('#/reports/p1');
});

const key = ['settings', 'get'];
const kept = () => queryClient.getQueryData<Settings>(key);

it('shows a changed setting at once, and then what the engine says', async () => {
  const told: Settings[] = [];
  answering({
    'settings.set': (change: object) => {
      told.push(kept() ?? defaultSettings);
      return { ...defaultSettings, ...change, keepAwake: false };
    },
    'settings.reset': () => defaultSettings,
  });
  queryClient.setQueryData(key, defaultSettings);
  queryClient.setQueryData(['settings', 'storage'], {});
  expect(await changeSettings({ zoomPercent: 125 })).toBe(true);
  expect(told).toEqual([{ ...defaultSettings, zoomPercent: 125 }]);
  expect(kept()).toEqual({ ...defaultSettings, zoomPercent: 125, keepAwake: false });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
  expect(queryClient.getQueryState(['settings', 'storage'])?.isInvalidated).toBe(true);
  await resetSettings();
  expect(kept()).toEqual(defaultSettings);
});

it('asks again where another change came later', async () => {
  const answers = [{ zoomPercent: 125 }, { keepAwake: false }].map((change) => {
    const { promise, resolve } = Promise.withResolvers<Settings>();
    return { promise, answer: () => resolve({ ...defaultSettings, ...change }) };
  });
  const [first, second] = answers;
  const left = [...answers];
  answering({ 'settings.set': () => left.shift()?.promise });
  queryClient.setQueryData(key, defaultSettings);
  const one = changeSettings({ zoomPercent: 125 });
  const other = changeSettings({ keepAwake: false });
  first?.answer();
  expect(await one).toBe(true);
  expect(kept()).toEqual({ ...defaultSettings, zoomPercent: 125, keepAwake: false });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  second?.answer();
  expect(await other).toBe(true);
  expect(kept()).toEqual({ ...defaultSettings, keepAwake: false });
});

it('takes back a setting that could not be stored', async () => {
  answering({});
  queryClient.setQueryData(key, defaultSettings);
  expect(await changeSettings({ zoomPercent: 125 })).toBe(false);
  expect(kept()).toEqual(defaultSettings);
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
  await resetSettings();
  expect(toasts()).toEqual([
    'red: The setting could not be saved: No settings.set here.',
    'red: The settings could not be reset: No settings.reset here.',
  ]);
});

it('orders a service as it was ordered last, and reads its state again', async () => {
  let refuses = false;
  const answer = () => {
    if (refuses) throw new Error('No.');
  };
  const calls = answering({ 'services.start': answer, 'services.stop': answer });
  const was = { protocol: 'grpc', workload: 'team', tls: 'mtls', stack: 'go' } as const;
  const ordered = { ...was, port: 0 };
  const service = (wantedPort: number, port: number | null) =>
    orderOf({ ...was, wantedPort, port, state: 'running', pid: 7 } as BundledService);
  const isOld = () => {
    const was = queryClient.getQueryState(['services', 'list'])?.isInvalidated;
    queryClient.setQueryData(['services', 'list'], []);
    return was;
  };
  // A port that was chosen freely is so again.
  expect(service(0, 41234)).toEqual(ordered);
  expect(service(0, null)).toEqual(ordered);
  expect(service(8080, 8080)).toEqual({ ...was, port: 8080 });
  expect(service(8080, null)).toEqual({ ...was, port: 8080 });
  isOld();
  expect([await orderService(ordered), isOld()]).toEqual([true, true]);
  expect([await stopService('grpc'), isOld()]).toEqual([true, true]);
  expect(toasts()).toEqual([]);
  refuses = true;
  expect([await orderService(ordered), isOld()]).toEqual([false, true]);
  expect([await stopService('grpc'), isOld()]).toEqual([false, true]);
  expect(toasts()).toEqual([
    'red: The gRPC service did not start: No.',
    'red: The gRPC service did not stop: No.',
  ]);
  const both = [
    ['services.start', ordered],
    ['services.stop', { protocol: 'grpc' }],
  ];
  expect(calls).toEqual([...both, ...both]);
});
