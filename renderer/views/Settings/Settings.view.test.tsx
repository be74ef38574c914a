import { join } from 'node:path';
import { screen } from '@testing-library/dom';
import { expect, it, onTestFinished } from 'vitest';
import type { Shell } from '../../../contracts/shell.ts';
import { find, has, openView, said, settled } from '../../../tests/support/dom/view-window.tsx';
import { shell } from '../../transport/shell.ts';

const openSettings = () => openView({ route: '#/settings' });
const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

/** Gives this window what the desktop has, until the test ends. */
function onDesktop(part: Partial<Shell>): void {
  const before = { ...shell };
  Object.assign(shell, { kind: 'desktop', ...part });
  onTestFinished(() => void Object.assign(shell, before));
}

it('says what is chosen, and what is kept where', async () => {
  const { seeded } = await openSettings();
  await screen.findByText(/^Database, /);
  const parts = ['Appearance', 'Runs', 'Updates', 'Files', 'Confirmed hosts', 'Removed runs'];
  for (const name of parts) {
    const text = (await said('region', name)).replaceAll(seeded.home, 'HOME');
    expect(text.replaceAll(/[\d.]+ [kM]?B\b/g, 'SIZE')).toMatchSnapshot(name);
  }
});

it('keeps what is chosen, and puts everything back when asked twice', async () => {
  const { press, write, user, engine } = await openSettings();
  await press('Dark', 'radio');
  await expect.poll(scheme).toBe('dark');
  await press('Keep the computer awake', 'switch');
  await write('Notify after', '45');
  await user.keyboard('{Enter}');
  const chosen = { scheme: 'dark', keepAwake: false, notifyAfterSeconds: 45 };
  await expect.poll(() => engine.settings.get()).toMatchObject(chosen);
  await write('Notify after', '');
  await user.tab();
  await press('Notify me when a long run ends', 'switch');
  await expect
    .poll(() => engine.settings.get())
    .toEqual({
      ...chosen,
      notifyAtEnd: false,
      experimentsFolder: null,
      updateCheck: false,
      zoomPercent: 100,
    });
  await settled();
  expect(has('textbox', 'Notify after')).toBe(false);
  await press('Reset settings');
  await press('Cancel', 'button', await find('dialog', 'Reset the settings?'));
  expect(await engine.settings.get()).toMatchObject(chosen);
  await press('Reset settings');
  await press('Reset', 'button', await find('dialog', 'Reset the settings?'));
  await expect
    .poll(() => engine.settings.get())
    .toMatchObject({ scheme: 'auto', keepAwake: true, notifyAtEnd: true, notifyAfterSeconds: 30 });
});

it('takes only an experiments folder that is there', async () => {
  const { write, press, engine, seeded } = await openSettings();
  await write('Experiments folder', ' ');
  expect((await find('button', 'Use this folder')).hasAttribute('disabled')).toBe(true);
  await write('Experiments folder', join(seeded.home, 'missing'));
  await press('Use this folder');
  await screen.findByText(/There is no folder/);
  await write('Experiments folder', ` ${seeded.home} `);
  await press('Use this folder');
  await screen.findByText('Folder saved');
  expect(await engine.settings.get()).toMatchObject({ experimentsFolder: seeded.home });
  await settled();
  await press('Use the default');
  await expect.poll(async () => (await engine.settings.get()).experimentsFolder).toBeNull();
  await settled();
  expect(has('button', 'Use the default')).toBe(false);
});

it('takes back the confirmation of a host, and the taking back; brings a removed run back', async () => {
  const { engine, press } = await openView({ route: '#/history', runs: 2 });
  for (const host of ['Lab.example', 'other.example']) await engine.hosts.confirm({ host });
  await engine.runs.remove({ runId: 'seeded-1' });
  window.location.hash = '#/settings';
  await press('Revoke the confirmation of lab.example');
  await screen.findByText('lab.example must be confirmed again');
  expect(await engine.hosts.list()).toEqual(['other.example']);
  await settled();
  expect(has('button', 'Revoke the confirmation of lab.example')).toBe(false);
  await press('Undo');
  await find('button', 'Revoke the confirmation of lab.example');
  expect(await engine.hosts.list()).toEqual(['lab.example', 'other.example']);
  const removed = await said('region', 'Removed runs');
  expect(removed.replace(/\d+ \w+ \d+, \d\d:\d\d/, 'TIME')).toMatchSnapshot();
  await press('Restore Payload sizes 1');
  await screen.findByText('Payload sizes 1 is back in the history');
  expect((await engine.runs.list({})).map(({ id }) => id)).toEqual(['seeded-0', 'seeded-1']);
  await settled();
  expect(has('button', 'Restore Payload sizes 1')).toBe(false);
});

it('copies paths in a browser, and knows no update', async () => {
  const { press, seeded } = await openSettings();
  await press('Copy path of the data folder');
  await screen.findByText('Path copied');
  expect(await navigator.clipboard.readText()).toBe(seeded.home);
  await press('Copy path of the database');
  await expect.poll(() => navigator.clipboard.readText()).toBe(join(seeded.home, 'wirebench.db'));
  expect(has('switch', 'Check at every start')).toBe(false);
  await press('Check for updates');
  expect(await said('region', 'Updates')).toMatchSnapshot();
});

it('shows files, scales the window and checks for updates on the desktop', async () => {
  const shown: string[] = [];
  const answers = ['Wirebench 9 is there.'];
  onDesktop({
    showPath: async (which) => shown.push(which) > 0,
    checkForUpdate: async () => {
      const message = answers.shift();
      if (message === undefined) throw new Error('No network');
      return { message } as Awaited<ReturnType<Shell['checkForUpdate']>>;
    },
  });
  const { press, choose, engine } = await openSettings();
  await press('Show the data folder');
  await press('Show the database');
  await expect.poll(() => shown).toEqual(['home', 'database']);
  expect(screen.queryByText('Path copied')).toBeNull();
  await press('Check for updates');
  await screen.findByText('Wirebench 9 is there.');
  await settled();
  await press('Check for updates');
  await screen.findByText('No network');
  await choose('Size', '125 %');
  await press('Check at every start', 'switch');
  await expect
    .poll(() => engine.settings.get())
    .toMatchObject({ zoomPercent: 125, updateCheck: true });
});
