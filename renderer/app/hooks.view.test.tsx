import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import { defaultSettings } from '../../contracts/settings.ts';
import {
  answering,
  eventually,
  mounted,
  shown,
  toasts,
} from '../../tests/support/dom/answering.tsx';
import { testProgress } from '../../tests/support/records.ts';
import { useSettingsQuery } from '../actions/settings.ts';
import { experiment, useExperiment } from '../document/experimentStore.ts';
import { queryClient } from '../transport/engine.ts';
import { useBuiltInExperiments } from '../transport/openable.ts';
import { shell } from '../transport/shell.ts';
import { useEngineEnd } from './engineEnd.ts';
import { usePalette } from './paletteStore.ts';
import { SchemeSwitch } from './SchemeSwitch.tsx';
import { useAppearance } from './useAppearance.ts';
import { useEditorStart } from './useEditorStart.ts';
import { useRunManners } from './useRunManners.ts';
import { useShellCommands } from './useShellCommands.ts';
import { useUpdateCheck } from './useUpdateCheck.ts';

const hash = () => window.location.hash;

/** An engine that answers questions of the frame. */
const asking = (part: Parameters<typeof answering>[0] = {}) =>
  answering({ 'app.info': () => ({ notices: [] }), 'runs.active': () => null, ...part });

/** Spies on the shell, until the test ends. */
function spied<
  Name extends
    | 'notify'
    | 'setProgress'
    | 'keepAwake'
    | 'setZoom'
    | 'checkForUpdate'
    | 'restartEngine'
    | 'recentFiles',
>(name: Name) {
  const spy = vi.spyOn(shell, name);
  onTestFinished(() => spy.mockRestore());
  return spy;
}

/** An element of the page, until the test ends. */
function added(tag: string): HTMLElement {
  const one = document.body.appendChild(document.createElement(tag));
  onTestFinished(() => one.remove());
  return one;
}

/** A part that only uses a hook. */
function Using({ hook }: { hook: () => void }) {
  hook();
  return null;
}

it('carries out commands of menu and keys, until it is gone', async () => {
  answering({});
  const listeners: unknown[] = [];
  for (const name of ['onMenuCommand', 'onFileOpened', 'onRouteAsked', 'onEngineEnded'] as const) {
    const spy = vi.spyOn(shell, name).mockImplementation((listener: unknown) => {
      listeners.push(listener);
      return () => undefined;
    });
    onTestFinished(() => spy.mockRestore());
  }
  onTestFinished(() => {
    useEngineEnd.setState({ end: null });
    usePalette.setState({ open: false });
  });
  const press = (init: KeyboardEventInit, target: EventTarget = document.body) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  };
  shown(<Using hook={useShellCommands} />);
  await eventually(() => listeners).toHaveLength(4);
  const [menu, file, route, ended] = listeners as ((value: unknown) => unknown)[];
  menu?.('view-wire');
  expect(hash()).toBe('#/wire');
  await file?.({ name: 'a.yaml', path: null, text: 'name: A\n' });
  expect(useExperiment.getState().text).toBe('name: A\n');
  route?.('#/result/r7');
  expect(hash()).toBe('#/result/r7');
  ended?.({ reason: 'x', restarting: true });
  expect(useEngineEnd.getState().end?.reason).toBe('x');
  expect(press({ key: 'k', ctrlKey: true })).toBe(true);
  expect(usePalette.getState().open).toBe(true);
  expect(press({ key: 'q' })).toBe(false);
  // An open dialog gets all keys but the one that closes the palette.
  const dialog = added('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  expect(press({ key: '1', code: 'Digit1', ctrlKey: true })).toBe(true);
  expect(hash()).toBe('#/result/r7');
  press({ key: 'k', ctrlKey: true });
  expect(usePalette.getState().open).toBe(false);
  press({ key: 'k', ctrlKey: true });
  expect(usePalette.getState().open).toBe(false);
  dialog.remove();
  // Undo and redo only inside of a form.
  const form = added('form');
  experiment.write('name: B\n');
  expect(press({ key: 'z', ctrlKey: true })).toBe(false);
  expect(press({ key: 'z' }, form)).toBe(false);
  expect(press({ key: 'x', ctrlKey: true }, form)).toBe(false);
  expect(useExperiment.getState().text).toBe('name: B\n');
  const text = () => useExperiment.getState().text;
  for (const [init, expected] of [
    [{ key: 'z', ctrlKey: true }, 'name: A\n'],
    [{ key: 'Z', metaKey: true, shiftKey: true }, 'name: B\n'],
    [{ key: 'z', metaKey: true }, 'name: A\n'],
    [{ key: 'y', ctrlKey: true }, 'name: B\n'],
  ] as const) {
    expect(press(init, form)).toBe(true);
    expect(text()).toBe(expected);
  }
  const close = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(close()).toBe(false);
  experiment.undo();
  expect(close()).toBe(true);
});

it('releases what it listens to when it is gone', async () => {
  answering({});
  const ons: string[] = [];
  const offs: string[] = [];
  for (const name of ['onMenuCommand', 'onFileOpened', 'onRouteAsked', 'onEngineEnded'] as const) {
    const spy = vi.spyOn(shell, name).mockImplementation(() => {
      ons.push(name);
      return () => void offs.push(name);
    });
    onTestFinished(() => spy.mockRestore());
  }
  const { unmount } = mounted(<Using hook={useShellCommands} />);
  await eventually(() => ons).toHaveLength(4);
  unmount();
  expect(offs.toSorted()).toEqual([
    'onEngineEnded',
    'onFileOpened',
    'onMenuCommand',
    'onRouteAsked',
  ]);
  const event = new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true });
  window.dispatchEvent(event);
  expect([event.defaultPrevented, usePalette.getState().open]).toEqual([false, false]);
});

it('changes the colour scheme at once, and stores it', async () => {
  const calls = asking({ 'settings.set': (scheme: object) => ({ ...defaultSettings, ...scheme }) });
  onTestFinished(() => {
    localStorage.clear();
    document.documentElement.removeAttribute('data-mantine-color-scheme');
  });
  const part = shown(<SchemeSwitch />);
  const options = [...part.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  const chosen = () => options.flatMap(({ checked, value }) => (checked ? [value] : []));
  const stored = () => localStorage.getItem('mantine-color-scheme-value');
  const name = (value: string) => part.querySelector(`[for$="-${value}"]`)?.textContent;
  expect(options.map(({ value }) => [value, name(value)])).toEqual([
    ['auto', 'Same as system'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ]);
  for (const [value, drawn] of [
    ['dark', 'dark'],
    ['auto', 'light'],
    ['light', 'light'],
    ['auto', 'light'],
  ] as const) {
    calls.length = 0;
    flushSync(() => options.find((one) => one.value === value)?.click());
    expect([chosen(), stored()]).toEqual([[value], value]);
    expect(document.documentElement.dataset.mantineColorScheme).toBe(drawn);
    await eventually(() => calls).toEqual([['settings.set', { scheme: value }]]);
  }
  expect(toasts()).toEqual([]);
});

it('shows a run on the desktop: title, progress, no sleep, and its end', async () => {
  const [progress, awake, notify] = [spied('setProgress'), spied('keepAwake'), spied('notify')];
  notify.mockResolvedValue(undefined);
  // No time passes.
  const time = Date.parse('2026-03-01T10:00:00.000Z');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(time);
  onTestFinished(() => clock.mockRestore());
  let status = 'stopped';
  let active: unknown = null;
  asking({
    'settings.get': () => defaultSettings,
    'runs.active': () => active,
    'runs.get': () => ({ run: { name: 'Mine', status } }),
  });
  const run = (seconds: number, left: number) => ({
    ...testProgress,
    runId: 'r1',
    name: 'Mine',
    status: 'running' as const,
    startedAt: new Date(time - seconds * 1000).toISOString(),
    secondsLeft: left,
  });
  document.title = '';
  shown(<Using hook={useRunManners} />);
  await eventually(() => queryClient.getQueryState(['runs', 'active'])?.status).toBe('success');
  expect(document.title).toBe('Wirebench');
  expect(progress).toHaveBeenLastCalledWith(null);
  expect(awake).toHaveBeenLastCalledWith(false);
  const say = async (next: unknown, title: string) => {
    active = next;
    queryClient.setQueryData(['runs', 'active'], next);
    await eventually(() => document.title).toBe(title);
  };
  /** Runs until it ends as the engine says then. */
  const end = async (seconds: number, as: string) => {
    status = as;
    await say(run(seconds, seconds), '50 % · Mine · Wirebench');
    await say(null, 'Wirebench');
  };
  await say(run(31, 93), '25 % · Mine · Wirebench');
  expect(awake).toHaveBeenLastCalledWith(true);
  expect(progress).toHaveBeenLastCalledWith(0.25);
  await end(31, 'stopped');
  expect(awake).toHaveBeenLastCalledWith(false);
  const told = (title: string, seconds: number) => [
    { title, body: `Mine, after ${seconds} s`, route: '#/result/r1' },
  ];
  await eventually(() => notify.mock.calls).toEqual([told('The run was stopped', 31)]);
  // One that was short, one whose connection was lost only, and one of which there is something to say again.
  await end(20, 'completed');
  await end(40, 'running');
  await end(50, 'failed');
  await eventually(() => notify.mock.lastCall).toEqual(told('The run failed', 50));
  expect(notify).toHaveBeenCalledTimes(2);
});

it('applies the zoom, checks for an update once, and loads a first experiment', async () => {
  const zoom = spied('setZoom');
  const check = spied('checkForUpdate');
  check.mockResolvedValue({ current: '1', latest: '2', newer: true, message: 'Get it.' });
  spied('recentFiles').mockResolvedValue([]);
  const builtIn = [
    { name: 'First look', text: 'name: First\n' },
    { name: 'Other', text: '' },
  ];
  answering({
    'settings.get': () => ({ ...defaultSettings, zoomPercent: 125, updateCheck: true }),
    'experiments.builtIn': () => builtIn,
  });
  const all = () => {
    useAppearance();
    useUpdateCheck();
    useEditorStart();
  };
  shown(<Using hook={all} />);
  await eventually(() => zoom.mock.calls).toEqual([[1.25]]);
  await eventually(toasts).toEqual(['Update available: Get it.']);
  expect(check).toHaveBeenCalledTimes(1);
  await eventually(() => useExperiment.getState()).toMatchObject({
    text: 'name: First\n',
    origin: { kind: 'built-in', name: 'First look' },
    loads: 1,
  });
});

it('asks for no update unless told to, and keeps what is open', async () => {
  const check = spied('checkForUpdate');
  answering({
    'settings.get': () => defaultSettings,
    'experiments.builtIn': () => [{ name: 'First look', text: 'name: First\n' }],
  });
  experiment.load('name: Mine\n', { kind: 'new', name: 'Mine' });
  let isKnown = false;
  const all = () => {
    useUpdateCheck();
    useEditorStart();
    const answers = [useSettingsQuery(), useBuiltInExperiments()];
    // After theirs.
    useEffect(() => {
      isKnown = answers.every(({ isSuccess }) => isSuccess);
    });
  };
  shown(<Using hook={all} />);
  await eventually(() => isKnown).toBe(true);
  expect(check).not.toHaveBeenCalled();
  expect(useExperiment.getState().text).toBe('name: Mine\n');
});
