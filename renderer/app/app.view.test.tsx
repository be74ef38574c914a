import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { RunSummary } from '../../contracts/engine-api.ts';
import { menuCommandSchema } from '../../contracts/shell.ts';
import { answering, eventually, shown, toasts } from '../../tests/support/dom/answering.tsx';
import type { ViewRoute } from '../navigation/navigation.ts';
import { linkEvents } from '../transport/connection.ts';
import { shell } from '../transport/shell.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { execute } from './commands.ts';
import { palette, usePalette } from './paletteStore.ts';
import { SideBar } from './SideBar.tsx';

const hash = () => window.location.hash;

it.each([
  ['stop', 'runs.stop'],
  ['skip', 'runs.skip'],
] as const)('%s ends what runs, if anything', async (command, call) => {
  const calls = answering({ 'runs.active': () => null });
  await execute[command]();
  expect(calls).toEqual([['runs.active']]);
  const others = answering({ 'runs.active': () => ({ runId: 'r1' }), [call]: () => ({}) });
  await execute[command]();
  expect(others[1]).toEqual([call, { runId: 'r1' }]);
  answering({});
  await execute[command]();
  expect(toasts()).toEqual([
    expect.stringMatching(
      /^red: The (run did not stop|trial could not be skipped): No runs\.active/,
    ),
  ]);
});

it('goes to each view by its command', async () => {
  answering({});
  for (const command of menuCommandSchema.options.filter((name) => /^view-/.test(name))) {
    await execute[command]();
    expect(hash()).toBe(`#/${command.slice(5)}`);
  }
  await execute.keyboard();
  expect(hash()).toBe('#/help/keyboard');
  await execute['new-own-service']();
  expect(hash()).toBe('#/own-service');
});

it('leads to every view, marks the one shown, and says how the engine is', () => {
  answering({});
  const marked = (route: ViewRoute) =>
    [...shown(<SideBar route={route} />).querySelectorAll('[aria-current]')].map(
      (link) => link.textContent,
    );
  expect(marked({ view: 'sizes' })).toEqual(['Sizes']);
  expect(marked({ view: 'result', runId: 'a' })).toEqual(['History']);
  expect(marked({ view: 'own-service' })).toEqual(['Experiments']);
  const bar = shown(<SideBar route={{ view: 'start' }} />);
  const links = [...bar.querySelectorAll('nav a')].map((link) =>
    link.getAttribute('href')?.slice(2),
  );
  const views =
    'start experiments studies experiment run history compare wire sizes services machines reports help settings';
  expect(links.join(' ')).toBe(views);
  const status = () => bar.querySelector('[role=status]');
  expect(status()?.textContent).toBe('Engine ready');
  for (const [reason, words] of [
    ['lost', 'Engine lost'],
    ['ended', 'Engine ended'],
    ['refused', 'Not authorised'],
    ['outdated', 'Not authorised'],
  ] as const) {
    flushSync(() => linkEvents.closed(reason));
    expect(status()?.textContent).toBe(words);
    expect(status()?.querySelector('[data-status]')?.getAttribute('data-status')).toBe(reason);
  }
});

const summary = (id: string, status: string) =>
  ({ id, name: `Run ${id}`, status, startedAt: '2026-03-01T10:00:00.000Z' }) as RunSummary;

/** The palette, open, with what was typed. */
async function openPalette(typed: string) {
  const calls = answering({
    'runs.list': () => [summary('old', 'completed'), summary('now', 'running')],
    'experiments.builtIn': () => [{ id: 'first', name: 'First look', text: 'name: First\n' }],
  });
  const recent = vi.spyOn(shell, 'recentFiles');
  recent.mockResolvedValue([{ name: 'mine.yaml', path: '/mine.yaml' }]);
  palette.toggle();
  onTestFinished(() => {
    usePalette.setState({ open: false });
    recent.mockRestore();
  });
  shown(<CommandPalette />);
  const input = () => document.querySelector<HTMLInputElement>('[role=combobox]');
  const key = (name: string) =>
    flushSync(() => fireEvent.keyDown(input() ?? document.body, { key: name }));
  const options = () => [...document.querySelectorAll('[role=option]')];
  const asked = ['Run old', 'Run now', 'First look', 'mine.yaml'];
  const isThere = (label: string) => options().some((one) => one.textContent?.includes(label));
  await eventually(() => asked.filter(isThere)).toEqual(asked);
  const field = input();
  if (field && typed !== '') flushSync(() => fireEvent.input(field, { target: { value: typed } }));
  const at = () => {
    const selected = options().findIndex((one) => one.getAttribute('aria-selected') === 'true');
    expect(input()?.getAttribute('aria-activedescendant')).toBe(options()[selected]?.id);
    return selected;
  };
  return { calls, key, options, at };
}

it('finds what can be done by a few letters, and moves through it by keys', async () => {
  const { key, options, at } = await openPalette('');
  const count = options().length;
  expect(document.querySelector('p[role=status]')?.textContent).toBe(`${count} found`);
  expect(count).toBeGreaterThan(25);
  const steps: [string, number][] = [
    ['ArrowUp', count - 1],
    ['PageDown', count - 1],
    ['ArrowDown', 0],
    ['PageUp', 0],
    ['ArrowDown', 1],
    ['PageDown', 9],
    ['PageUp', 1],
    ['ArrowUp', 0],
    ['a', 0],
  ];
  for (const [name, place] of steps) {
    const prevented = !key(name);
    expect([name, at(), prevented]).toEqual([name, place, name !== 'a']);
  }
});

it.each([
  ['Run old', '#/result/old'],
  ['Run now', '#/run'],
  ['First look', '#/experiment'],
])('opens “%s”', async (typed, expected) => {
  const { key, options } = await openPalette(typed);
  expect(options()[0]?.textContent).toContain(typed);
  expect(
    [...(options()[0]?.querySelectorAll('b') ?? [])].map((hit) => hit.textContent).join(''),
  ).toBe(typed.replace(' ', ''));
  key('Enter');
  expect(usePalette.getState().open).toBe(false);
  await eventually(hash).toBe(expected);
});

it('has no match for nonsense', async () => {
  const { key, options } = await openPalette('qqqqqq');
  expect(options()).toEqual([]);
  expect(document.querySelector('p[role=status]')?.textContent).toBe('No matches.');
  expect(key('ArrowDown')).toBe(true);
  expect(key('Enter')).toBe(true);
});
