import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEngine } from '../../../engine/api/engine.ts';
import { wirebench } from '../../support/command-line.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { openChromium, type WorkbenchWindow } from '../../support/shells.ts';
import { goTo, useScheme } from '../../support/views.ts';

let folder: string;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => removeFolder(folder));

/** A folder of state with a confirmed host and a removed run. */
async function prepareHome(home: string): Promise<void> {
  mkdirSync(home);
  const file = join(home, 'removed.bench.yaml');
  writeFileSync(file, smallExperiment({ name: 'Removed before', protocols: 'rest' }));
  const { code, stderr } = await wirebench(home, ['run', file, '--quiet']);
  if (code !== 0) throw new Error(stderr);
  const engine = await openEngine({ home });
  const [run] = await engine.client.runs.list({ limit: 1 });
  await engine.client.runs.remove({ runId: run?.id ?? '' });
  await engine.client.hosts.confirm({ host: 'lab.example' });
  await engine.close();
}

describe('the Settings view', () => {
  let window: WorkbenchWindow;
  let page: Page;
  const home = () => join(folder, 'home');

  beforeAll(async () => {
    await prepareHome(home());
    window = await openChromium(home());
    page = window.page;
    await goTo(page, 'Settings').click();
    await page.getByRole('list', { name: 'Confirmed hosts' }).waitFor();
  });
  afterAll(() => window?.close());

  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme');
  const choose = (name: string) =>
    page.getByRole('region', { name: 'Appearance' }).getByText(name, { exact: true }).click();

  it('keeps what was chosen, also for the next start of the window', async () => {
    await useScheme(page, 'light');
    await choose('Dark');
    await expect.poll(scheme).toBe('dark');
    const awake = page.getByRole('switch', { name: 'Keep the computer awake' });
    // The switch itself is drawn by its label.
    await awake.press('Space');
    await expect.poll(() => awake.isChecked()).toBe(false);
    // All that the browser keeps, but for what lets this window in.
    await page.evaluate(`for (const key of Object.keys(localStorage)) {
      if (key !== 'wirebench.token') localStorage.removeItem(key);
    }`);
    await page.reload();
    await expect.poll(scheme).toBe('dark');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await expect.poll(() => awake.isChecked()).toBe(false);
    await expect
      .poll(() => page.getByRole('button', { name: /Check for updates/ }).isEnabled())
      .toBe(true);
  });

  it('takes back the confirmation of a host, and the taking back', async () => {
    const host = page.getByRole('list', { name: 'Confirmed hosts' }).getByText('lab.example');
    await page.getByRole('button', { name: 'Revoke the confirmation of lab.example' }).click();
    await page.getByText('The first run that loads another computer asks').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await host.waitFor();
  });

  it('brings a removed run back', async () => {
    await page.getByRole('button', { name: 'Restore Removed before' }).click();
    await page.getByRole('region', { name: 'Removed runs' }).getByText('None.').waitFor();
    await goTo(page, 'History').click();
    await page.getByRole('row', { name: /\bRemoved before\b/ }).waitFor();
    await goTo(page, 'Settings').click();
  });

  it('says where the state lies, and takes only a folder that is there', async () => {
    const files = page.getByRole('region', { name: 'Files' });
    await files.getByText(home(), { exact: true }).waitFor();
    await files.getByText(/^Database, [\d.]+ [kM]?B$/).waitFor();
    const own = files.getByRole('textbox', { name: 'Experiments folder' });
    await own.fill(join(folder, 'missing'));
    await own.press('Enter');
    await page.getByText(`There is no folder ${join(folder, 'missing')}`).waitFor();
    await own.fill(folder);
    await own.press('Enter');
    await page.getByText('Folder saved').waitFor();
    await files.getByRole('button', { name: 'Use the default' }).waitFor();
  });

  it('puts everything back when asked twice', async () => {
    await page.getByRole('button', { name: 'Reset settings' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(scheme).toBe('light');
    const awake = page.getByRole('switch', { name: 'Keep the computer awake' });
    await expect.poll(() => awake.isChecked()).toBe(true);
    await page.getByRole('list', { name: 'Confirmed hosts' }).getByText('lab.example').waitFor();
  });

  it('names the licences of what it is made of', async () => {
    const packages = page.getByRole('region', { name: 'Packages and licences' });
    await packages.getByRole('row', { name: /^react 19\.\S+ MIT$/ }).waitFor();
  });

  it('leaves no error in the console', () => {
    expect(window.problems).toEqual([]);
  });
});
