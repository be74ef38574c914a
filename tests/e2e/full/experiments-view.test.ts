import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { openChromium, type WorkbenchWindow } from '../../support/shells.ts';
import { field, goTo, runButton, seeEnd, title } from '../../support/views.ts';

/** One window over a real engine: each test goes on where the one before has ended. */
let home: string;
let window: WorkbenchWindow;
let page: Page;

const yours = () => page.getByRole('region', { name: 'Yours' });
const inFolder = (name: string) => join(home, 'experiments', name);
const firstLook = () => readFileSync(inFolder('first-look.bench.yaml'), 'utf8');
const files = () => readdirSync(join(home, 'experiments')).filter((name) => name !== '.trash');

beforeAll(async () => {
  home = makeFolder();
  window = await openChromium(home);
  page = window.page;
  await goTo(page, 'Experiments').click();
});
afterAll(async () => {
  await window?.close();
  removeFolder(home);
  expect(window.problems).toEqual([]);
});

describe('the Experiments view', () => {
  it('offers a newcomer the built-in experiments, study by study', async () => {
    await page.getByRole('heading', { name: 'No experiments of your own yet' }).waitFor();
    await page.getByRole('region', { name: 'Built in: KTH 2024' }).waitFor();
    await page
      .getByText(inFolder(''))
      .or(page.getByText(join(home, 'experiments')))
      .waitFor();
    await page.getByRole('button', { name: 'Copy a built-in experiment' }).click();
    await page.getByRole('menuitem', { name: 'First look' }).click();
    await yours().getByText('first-look.bench.yaml').waitFor();
    expect(firstLook()).toMatch(/^# A first look/);
  });

  it('opens one by keyboard, and saves it back with its comments', async () => {
    await yours().getByRole('button', { name: 'First look', exact: true }).focus();
    await page.keyboard.press('Enter');
    await title(page).filter({ hasText: 'first-look.bench.yaml' }).waitFor();
    await field(page, 'Name').fill('Mine');
    await page.keyboard.press('Control+s');
    await page.getByText('in the collection', { exact: true }).waitFor();
    await expect.poll(firstLook).toContain('name: Mine');
    expect(firstLook()).toMatch(/^# A first look/);
  });

  it('never writes over a change of somebody else without asking', async () => {
    const theirs = 'wirebench: 1\nname: Theirs\n';
    writeFileSync(inFolder('first-look.bench.yaml'), theirs);
    await field(page, 'Name').fill('Mine again');
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Keep the file' }).click();
    expect(firstLook()).toBe(theirs);
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await page.getByText('in the collection', { exact: true }).waitFor();
    await expect.poll(firstLook).toContain('name: Mine again');
  });

  it('applies a remedy, explains a field in place, and tells what load to expect', async () => {
    const advice = page.getByRole('list', { name: 'Notes' });
    await advice.getByRole('button', { name: 'Compare at 3, 10, 40' }).click();
    await page.getByText(': 27 trials or more').waitFor();
    await page.getByRole('button', { name: 'About Warm-up' }).click();
    const about = page.getByRole('dialog', { name: 'About Warm-up' });
    await about.getByText('At the start of the load').waitFor();
    await expect
      .poll(() => about.getByRole('link', { name: 'In the glossary' }).getAttribute('href'))
      .toBe('#/help/glossary/warm-up');
    await page.keyboard.press('Escape');
    await about.waitFor({ state: 'detached' });
    const load = page.getByRole('region', { name: 'Expected load' });
    await load.getByText('no earlier run shows').waitFor();
    await page.getByRole('form').getByText('Requests', { exact: true }).click();
    await load.getByText('at least 27,000').waitFor();
  });

  it('adds what is new to the collection under a free name', async () => {
    await page.keyboard.press('Control+s');
    await page.getByText('in the collection', { exact: true }).waitFor();
    await page.keyboard.press('Control+n');
    await title(page).filter({ hasText: 'New experiment' }).waitFor();
    await page.getByRole('button', { name: 'Save to collection' }).click();
    await title(page).filter({ hasText: 'new-experiment.bench.yaml' }).waitFor();
    expect(files()).toContain('new-experiment.bench.yaml');
  });

  it('runs one at once', async () => {
    const quick =
      'wirebench: 1\nname: Quick\nfactors: {protocol: rest, shape: small, users: 1}\nload: {model: closed, warmUp: 0s, requests: 20}\nworkers: 1\n';
    writeFileSync(inFolder('quick.bench.yaml'), quick);
    await goTo(page, 'Experiments').click();
    await page.evaluate('window.dispatchEvent(new Event("focus"))');
    await page.getByRole('button', { name: 'Run “Quick”' }).click();
    await page.waitForURL(/#\/run/);
    await seeEnd(page, 'The trial is done.');
    await goTo(page, 'Editor').click();
    await runButton(page).waitFor();
  });
});
