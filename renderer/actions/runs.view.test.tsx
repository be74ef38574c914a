import { expect, it, onTestFinished, vi } from 'vitest';
import { toBase64 } from '../../contracts/base64.ts';
import { WirebenchError } from '../../contracts/errors.ts';
import { maxRunFileBytes, runFilePartBytes } from '../../contracts/run-file.ts';
import { answering, saying, shellWith, toasts } from '../../tests/support/dom/answering.tsx';
import { makeHead } from '../../tests/support/records.ts';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { queryClient } from '../transport/engine.ts';
import { shell } from '../transport/shell.ts';
import { measureApart } from './measureApart.ts';
import { refineRun, repeatRun, repeatWithTls } from './nextSteps.ts';
import {
  exportRunFiles,
  importDropped,
  importRunFile,
  isRunFile,
  openRunFile,
} from './runFiles.ts';
import { startOpenExperiment, startRun } from './startRun.tsx';

const text = 'wirebench: 1\nname: Mine\n';
const command = (key: string) => ({ key, command: `run ${key}`, folder: '/', env: ['A=1'] });
const plan = (part: object = {}) => ({
  problems: [],
  plan: { unconfirmedHosts: [], unconfirmedCommands: [], ...part },
});
const start = { 'runs.start': () => ({ runId: 'r1' }) };
const hash = () => window.location.hash;

it('starts a run, and shows it', async () => {
  const calls = answering({ ...start, 'experiments.check': () => plan() });
  queryClient.setQueryData(['runs', 'active'], null);
  queryClient.setQueryData(['experiments', 'check', 'x'], {});
  queryClient.setQueryData(['experiments', 'builtIn'], []);
  await startRun(text, { folder: '/mine' });
  expect(hash()).toBe('#/run/r1');
  expect(calls).toEqual([
    ['experiments.check', { text, folder: '/mine' }],
    ['runs.start', { text, folder: '/mine' }],
  ]);
  const isStale = (...key: string[]) => queryClient.getQueryState(key)?.isInvalidated;
  expect(isStale('runs', 'active')).toBe(true);
  expect(isStale('experiments', 'check', 'x')).toBe(true);
  expect(isStale('experiments', 'builtIn')).toBe(false);
});

it.each([
  ['no plan', { problems: [], plan: null }],
  ['problems', { ...plan(), problems: [{}] }],
])('starts no run of a text with %s, and shows it in the editor', async (_what, checked) => {
  const calls = answering({ ...start, 'experiments.check': () => checked });
  await startRun(text);
  expect(hash()).toBe('#/experiment');
  expect(useExperiment.getState()).toMatchObject({ text, loads: 1 });
  expect(calls).toHaveLength(1);
});

it('shows the problems of a run that cannot be repeated in its own experiment, with its files', async () => {
  answering({ 'experiments.check': () => ({ problems: [{}], plan: null }) });
  experiment.load('name: Other\n', { kind: 'new', name: 'Other' });
  await repeatRun({ ...makeHead(), id: 'r0', experiment: text });
  expect(useExperiment.getState()).toMatchObject({ text, origin: { kind: 'new', run: 'r0' } });
  expect(hash()).toBe('#/experiment');
});

it('leaves an open experiment with problems as it is', async () => {
  answering({ 'experiments.check': () => ({ problems: [{}], plan: null }) });
  experiment.load(text, { kind: 'file', name: 'm.yaml', path: '/m.yaml' });
  await startOpenExperiment();
  expect(useExperiment.getState()).toMatchObject({ loads: 1, origin: { kind: 'file' } });
  expect(hash()).toBe('#/experiment');
});

const host = 'I am allowed to load this host';
const program = 'Start it on this computer';

it.each([
  [[host, host, program, program], ['a', 'b', 'k1', 'k2'], true],
  [[host, null], ['a'], false],
  [[host, host, program, null], ['a', 'b', 'k1'], false],
])('asks for each host and program: %j', async (says, confirmed, starts) => {
  const asked = saying(...says);
  const needs = { unconfirmedHosts: ['a', 'b'], unconfirmedCommands: ['k1', 'k2'].map(command) };
  const calls = answering({
    ...start,
    'experiments.check': () => plan(needs),
    'hosts.confirm': () => ({}),
    'commands.confirm': () => ({}),
  });
  await startRun(text);
  const program = 'Start this program?';
  expect(asked).toEqual(['Load a?', 'Load b?', program, program].slice(0, says.length));
  const keys = calls.flatMap(([name, input]) =>
    /confirm/.test(`${name}`) ? Object.values(Object(input)) : [],
  );
  expect(keys).toEqual(confirmed);
  expect(calls.some(([name]) => name === 'runs.start')).toBe(starts);
});

it.each([
  [{ listening: null }, ' Add machines → #/machines'],
  [{ listening: {} }, ''],
  [null, ''],
])('leads to where machines can be added, unless they already can: %j', async (state, link) => {
  answering({
    'experiments.check': () => {
      throw new WirebenchError('MACHINES_UNAVAILABLE', 'No machine.');
    },
    ...(state && { 'machines.state': () => state }),
  });
  await startRun(text);
  expect(toasts()).toEqual([`red: The run did not start: No machine.${link}`]);
});

it('says why a run did not start', async () => {
  answering({
    'experiments.check': () => {
      throw new Error('Too busy.');
    },
  });
  await startRun(text);
  expect(toasts()).toEqual(['red: The run did not start: Too busy.']);
});

it('starts the open experiment with the files of its run', async () => {
  const calls = answering({ ...start, 'experiments.check': () => plan() });
  experiment.load(text, { kind: 'new', name: 'Mine', run: 'r0' });
  await startOpenExperiment();
  expect(calls[1]).toEqual(['runs.start', { text, filesOf: 'r0' }]);
});

it('lets a run go on by two minutes', async () => {
  const calls = answering({ 'runs.refine': () => ({}) });
  queryClient.setQueryData(['runs', 'list'], []);
  await refineRun('r1');
  expect(calls).toEqual([['runs.refine', { runId: 'r1', seconds: 120 }]]);
  expect(queryClient.getQueryState(['runs', 'list'])?.isInvalidated).toBe(true);
  expect(hash()).toBe('#/run/r1');
});

it('says why a run could not go on', async () => {
  answering({});
  await refineRun('r1');
  expect(toasts()).toEqual(['red: The run could not go on: No runs.refine here.']);
});

it('repeats a run with its files, as it was and with TLS', async () => {
  const calls = answering({ ...start, 'experiments.check': () => plan() });
  const head = makeHead({ id: 'r0', experiment: text });
  await repeatRun(head);
  expect(calls[1]).toEqual(['runs.start', { text, filesOf: 'r0' }]);
  await repeatWithTls(head);
  expect(calls[3]).toEqual([
    'runs.start',
    { text: `${text}factors: {tls: [off, on]}\n`, filesOf: 'r0' },
  ]);
});

const machine = (name: string, isFree: boolean, watching?: string) => ({
  isFree,
  facts: { name, watching },
});

it.each([
  [[machine('w', true, 'me'), machine('x', false), machine('y', true)], 'y'],
  [[machine('w', true, 'me'), machine('x', false), machine('z', false)], 'x'],
])('puts the service of a run on a machine that can: %#', async (machines, name) => {
  answering({ 'machines.state': () => ({ machines }) });
  await measureApart(makeHead({ id: 'r0', name: 'Mine', experiment: text }));
  expect(useExperiment.getState()).toMatchObject({
    text: `${text}target: {on: ${name}}\n`,
    origin: { kind: 'new', name: 'Mine', run: 'r0' },
  });
  expect(hash()).toBe('#/experiment');
  expect(toasts()).toEqual([`gray: The service is to run on ${name}. Press Run to measure again.`]);
});

it('leads to the machines where none can, and says so where they are unknown', async () => {
  answering({ 'machines.state': () => ({ machines: [machine('w', true, 'me')] }) });
  await measureApart(makeHead({ id: 'r0', experiment: text }));
  expect(hash()).toBe('#/machines');
  expect(useExperiment.getState().loads).toBe(0);
  expect(toasts()).toEqual([
    expect.stringMatching(/^gray: The service needs its own machine: No .* → #\/result\/r0$/),
  ]);
});

it('says why a run could not be measured apart', async () => {
  answering({});
  await measureApart(makeHead());
  expect(toasts()).toEqual(['red: The experiment could not be changed: No machines.state here.']);
});

const exporting = (name: (id: string) => string) => ({
  async *'history.exportRunFile'({ runId }: { runId: string }) {
    yield { type: 'head', name: name(runId) };
    for (const byte of [1, 2]) yield { type: 'part', base64: toBase64(Uint8Array.of(byte)) };
  },
});

it('saves a run at a chosen path', async () => {
  answering(exporting((id) => `${id} é.wbrun`));
  const saved = { name: 'there.wbrun', path: null };
  const [files, folders] = shellWith({ saveFile: saved, saveFolder: saved });
  await exportRunFiles([{ id: 'a' }]);
  expect(files).toEqual([
    [
      {
        suggestedName: 'a é.wbrun',
        path: null,
        mediaType: 'application/gzip',
        content: Uint8Array.of(1, 2),
      },
    ],
  ]);
  expect(folders).toEqual([]);
  expect(toasts()).toEqual(['gray: Saved there.wbrun']);
});

it('saves several runs in a folder, under plain names', async () => {
  answering(exporting((id) => id));
  const [folders] = shellWith({ saveFolder: { name: 'here', path: null } });
  await exportRunFiles([{ id: '.-a é b.wbrun' }, { id: '..' }]);
  const content = Uint8Array.of(1, 2);
  const [a, b] = ['a-b.wbrun', 'run.wbrun'].map((name) => ({
    name,
    mediaType: 'application/gzip',
    content,
  }));
  expect(folders).toEqual([[{ suggestedName: 'wirebench-runs', files: [a, b] }]]);
  expect(toasts()).toEqual(['gray: Saved here']);
});

it('says nothing where the user cancels, and what failed in number', async () => {
  answering(exporting((id) => id));
  shellWith({ saveFile: null, saveFolder: null });
  await exportRunFiles([{ id: 'a' }]);
  await exportRunFiles([{ id: 'a' }, { id: 'b' }]);
  expect(toasts()).toEqual([]);
});

it.each([
  ['The run could not be exported', 1],
  ['The runs could not be exported', 2],
])('says “%s” of %s', async (title, count) => {
  answering({});
  await exportRunFiles(Array.from({ length: count }, () => ({ id: 'a' })));
  expect(toasts()).toEqual([`red: ${title}: No history.exportRunFile here.`]);
});

it.each([
  ['imported', 'Imported “Mine”'],
  ['known', '“Mine” is already in the history'],
  ['renewed', 'Imported “Mine” under a new id, because its own is taken'],
])('imports a run file part by part: %s', async (outcome, words) => {
  const sizes: number[] = [];
  const calls = answering({
    'history.beginImport': () => ({ uploadId: 'u' }),
    'history.importPart': ({ base64 }: { base64: string }) => sizes.push(atob(base64).length),
    'history.finishImport': () => ({ outcome, name: 'Mine', runId: 'r9' }),
  });
  queryClient.setQueryData(['runs', 'list'], []);
  const bytes = runFilePartBytes + 3;
  await importRunFile({ name: 'm.wbrun', content: new Uint8Array(bytes) });
  expect(sizes).toEqual([runFilePartBytes, 3]);
  expect(calls[0]).toEqual(['history.beginImport', { bytes }]);
  expect(calls.at(-1)).toEqual(['history.finishImport', { uploadId: 'u' }]);
  expect(queryClient.getQueryState(['runs', 'list'])?.isInvalidated).toBe(true);
  expect(toasts()).toEqual([`gray: ${words}`]);
  expect(hash()).toBe('#/result/r9');
});

it('knows run files by their ending, and refuses what is too large', async () => {
  expect(['a.wbrun', 'A.WBRUN', 'a.yaml', 'wbrun'].map(isRunFile)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const calls = answering({});
  const file = (size: number) =>
    ({ name: 'm.wbrun', size, arrayBuffer: async () => new ArrayBuffer(4) }) as File;
  await importDropped(file(maxRunFileBytes + 1));
  expect(toasts()).toEqual(['red: m.wbrun could not be imported: It is larger than 150 MB.']);
  expect(calls).toEqual([]);
  await importDropped(file(maxRunFileBytes));
  expect(calls).toEqual([['history.beginImport', { bytes: 4 }]]);
});

it('asks for a run file', async () => {
  const calls = answering({});
  const open = vi.spyOn(shell, 'openRunFile').mockResolvedValueOnce(null);
  onTestFinished(() => open.mockRestore());
  await openRunFile();
  expect(calls).toEqual([]);
  open.mockRejectedValueOnce(new Error('Gone.'));
  await openRunFile();
  expect(toasts()).toEqual(['red: The run file could not be opened: Gone.']);
  open.mockResolvedValueOnce({ name: 'm', content: new Uint8Array(2) });
  await openRunFile();
  expect(calls).toEqual([['history.beginImport', { bytes: 2 }]]);
});
