import { expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import type { RemoteTarget } from '../../contracts/services.ts';
import { answering, saying, shellWith, toasts } from '../../tests/support/dom/answering.tsx';
import { execute } from '../app/commands.ts';
import { experiment, isDirty, useExperiment } from '../document/experimentStore.ts';
import { queryClient } from '../transport/engine.ts';
import { applyTarget } from './applyTarget.ts';
import { saveCopyInCollection, saveInCollection } from './collectionFile.ts';
import {
  confirmLosingChanges,
  newExperiment,
  openFile,
  openRecent,
  saveFile,
} from './fileActions.ts';

const text = '# Mine.\nwirebench: 1\nname: Mine\n';
const hash = () => window.location.hash;
const origin = () => useExperiment.getState().origin;

it('keeps unsaved changes unless the user gives them up', async () => {
  answering({});
  expect(await confirmLosingChanges()).toBe(true);
  const asked = saying('Keep editing', null, 'Discard changes', 'Save', 'Save');
  experiment.load(text, { kind: 'file', name: 'm.yaml', path: '/m.yaml' });
  experiment.write('name: Changed\n');
  expect(await confirmLosingChanges()).toBe(false);
  expect(await confirmLosingChanges()).toBe(false);
  expect(await confirmLosingChanges()).toBe(true);
  shellWith({ saveFile: null });
  expect(await confirmLosingChanges()).toBe(false);
  shellWith({ saveFile: { name: 'm.yaml', path: '/m.yaml' } });
  expect(await confirmLosingChanges()).toBe(true);
  expect(isDirty(useExperiment.getState())).toBe(false);
  expect(asked).toEqual(Array(5).fill('Unsaved changes'));
});

it.each([
  ['openFile', openFile],
  ['openRecent', () => openRecent('/a.yaml')],
] as const)('opens a file: %s', async (call, open) => {
  answering({});
  shellWith({ [call]: null });
  await open();
  expect(useExperiment.getState().loads).toBe(0);
  shellWith({ [call]: new Error('Gone.') });
  await open();
  expect(toasts()).toEqual(['red: The file could not be opened: Gone.']);
  shellWith({ [call]: { name: 'a.yaml', path: '/a.yaml', text } });
  queryClient.setQueryData(['recent'], []);
  await open();
  expect(origin()).toEqual({ kind: 'file', name: 'a.yaml', path: '/a.yaml' });
  expect(useExperiment.getState().text).toBe(text);
  expect(queryClient.getQueryState(['recent'])?.isInvalidated).toBe(true);
  expect(hash()).toBe('#/experiment');
});

it('opens a new experiment only where no change is lost', async () => {
  answering({});
  saying('Keep editing');
  experiment.load(text, { kind: 'new', name: 'Mine' });
  experiment.write('name: Changed\n');
  await newExperiment();
  expect([useExperiment.getState().text, hash()]).toEqual(['name: Changed\n', '#/start']);
  experiment.undo();
  await newExperiment();
  expect(origin()).toEqual({ kind: 'new', name: 'Untitled' });
});

it.each([
  [{ kind: 'file', name: 'm.yaml', path: '/m.yaml' }, false, 'm.yaml', '/m.yaml'],
  [{ kind: 'file', name: 'm.yaml', path: '/m.yaml' }, true, 'm.yaml', null],
  [{ kind: 'new', name: 'Untitled' }, false, 'mine.bench.yaml', null],
  [{ kind: 'library', name: 'own.bench.yaml', revision: 'r' }, true, 'own.bench.yaml', null],
] as const)(
  'saves what came from %j where it belongs, asking %s',
  async (from, ask, suggestedName, path) => {
    answering({});
    experiment.load(text, from);
    const saved = { name: 'there.yaml', path: '/there.yaml' };
    const [calls] = shellWith({ saveFile: saved });
    await saveFile(ask);
    expect(calls).toEqual([
      [{ suggestedName, path, mediaType: 'application/yaml', content: text }],
    ]);
    expect(origin()).toEqual({ kind: 'file', ...saved });
    expect(toasts()).toEqual(['gray: Saved there.yaml']);
  },
);

it('says that files which a run kept are not next to a saved file', async () => {
  answering({});
  experiment.load(`${text}service: {rest: {}}\n`, { kind: 'new', name: 'Mine', run: 'r0' });
  shellWith({ saveFile: { name: 'there.yaml', path: null } });
  await saveFile();
  expect(toasts()).toEqual([
    expect.stringMatching(/^gray: Saved there\.yaml\. “Save to collection”/),
  ]);
});

it('says why a file could not be saved, and keeps the change', async () => {
  answering({});
  experiment.load(text, { kind: 'new', name: 'Mine' });
  experiment.write('name: Changed\n');
  shellWith({ saveFile: new Error('Full.') });
  await saveFile();
  expect(toasts()).toEqual(['red: The file could not be saved: Full.']);
  expect(isDirty(useExperiment.getState())).toBe(true);
});

it('saves a copy, and keeps the open file', async () => {
  answering({});
  experiment.load(text, { kind: 'file', name: 'm.yaml', path: '/m.yaml' });
  const [calls] = shellWith({ saveFile: { name: 'copy.yaml', path: '/copy.yaml' } });
  await execute['save-copy']();
  expect(calls).toMatchObject([[{ suggestedName: 'm.yaml', path: null, content: text }]]);
  expect(toasts()).toEqual(['gray: Saved a copy as copy.yaml']);
  expect(origin()).toMatchObject({ name: 'm.yaml' });
  experiment.load(text, { kind: 'built-in', name: 'First look' });
  const [others] = shellWith({ saveFile: new Error('Full.') });
  await execute['save-copy']();
  expect(others?.at(-1)).toMatchObject([{ suggestedName: 'mine.bench.yaml' }]);
  expect(toasts()).toContain('red: The copy could not be saved: Full.');
});

const library = { kind: 'library', name: 'm.bench.yaml', revision: 'r1' } as const;
const changed = () => {
  throw new WirebenchError('LIBRARY_CHANGED', 'Changed.');
};

it('saves into the collection, and knows the new revision', async () => {
  const calls = answering({
    'collection.save': () => ({ id: 'm.bench.yaml', revision: 'r2' }),
  });
  queryClient.setQueryData(['collection', 'list'], {});
  experiment.load(text, library);
  experiment.write('name: Changed\n');
  await saveFile();
  const input = { id: 'm.bench.yaml', text: 'name: Changed\n', revision: 'r1', overwrite: false };
  expect(calls).toEqual([['collection.save', input]]);
  expect(useExperiment.getState()).toMatchObject({
    origin: { ...library, revision: 'r2' },
    savedText: 'name: Changed\n',
  });
  expect(queryClient.getQueryState(['collection', 'list'])?.isInvalidated).toBe(true);
  expect(toasts()).toEqual(['gray: Saved m.bench.yaml in the collection']);
});

it('overwrites a file that has changed only if told to', async () => {
  const asked = saying('Keep the file', 'Overwrite');
  const calls = answering({
    'collection.save': ({ overwrite }: { overwrite: boolean }) =>
      overwrite ? { id: 'm.bench.yaml', revision: 'r3' } : changed(),
  });
  await saveInCollection();
  expect(calls).toEqual([]);
  experiment.load(text, library);
  await saveInCollection();
  expect(calls).toHaveLength(1);
  expect(toasts()).toEqual([expect.stringMatching(/^gray: Nothing was written/)]);
  await saveInCollection();
  expect(calls.map(([, input]) => Reflect.get(Object(input), 'overwrite'))).toEqual([
    false,
    false,
    true,
  ]);
  expect(origin()).toMatchObject({ revision: 'r3' });
  expect(asked).toHaveLength(2);
});

it('says why the collection could not be written', async () => {
  answering({});
  experiment.load(text, library);
  await saveInCollection();
  expect(toasts()).toEqual(['red: The experiment could not be saved: No collection.save here.']);
});

it('adds to the collection, with the files of its run, and says which are missing', async () => {
  const calls = answering({
    'collection.create': () => ({ id: 'new.bench.yaml', revision: 'r1', notCopied: ['a', 'b'] }),
  });
  experiment.load(text, { kind: 'new', name: 'Mine', run: 'r0' });
  await saveCopyInCollection();
  expect(calls).toEqual([['collection.create', { wish: 'mine.bench.yaml', text, filesOf: 'r0' }]]);
  expect(origin()).toEqual({ kind: 'library', name: 'new.bench.yaml', revision: 'r1' });
  expect(toasts()).toEqual([
    'gray: Saved new.bench.yaml in the collection',
    expect.stringMatching(/^red: Some files were not copied: a, b: the run kept no copy/),
  ]);
});

it('says nothing of files where all were copied, and why nothing was added', async () => {
  answering({ 'collection.create': () => ({ id: 'n', revision: 'r1', notCopied: [] }) });
  await saveCopyInCollection();
  expect(toasts()).toEqual(['gray: Saved n in the collection']);
  answering({});
  await saveCopyInCollection();
  expect(toasts()[1]).toBe('red: The experiment could not be saved: No collection.create here.');
});

const target = (addresses: object) => ({ addresses, grpcTls: false }) as RemoteTarget;

it.each([
  [
    { rest: 'https://a' },
    'factors: {protocol: [rest, grpc], tls: [off]}',
    'target:\n  rest: https://a\nfactors: {protocol: [rest], tls: [on]}\n',
  ],
  [
    { rest: 'http://a' },
    'factors: {protocol: [rest]}',
    'target:\n  rest: http://a\nfactors: {protocol: [rest]}\n',
  ],
])('points the open experiment at a target: %j', (addresses, before, after) => {
  answering({});
  experiment.load(`${before}\n`, { kind: 'new', name: 'Mine' });
  applyTarget(target(addresses));
  expect(useExperiment.getState().text).toBe(after);
});
