import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import { field, problemList, runButton, source, useScheme } from '../../support/views.ts';

let browser: Browser;
let open: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  open = await openWindow(browser, { pace: 2 });
  page = open.page;
  await runnable();
});
afterEach(async () => {
  expect(open.problems).toEqual([]);
  await open.close();
});

const runnable = () => runButton(page).and(page.locator(':enabled')).waitFor();
const preview = () => page.getByRole('img', { name: 'The load over time.' });
const sentence = (words: string | RegExp) =>
  page.getByRole('region', { name: 'Run', exact: true }).getByText(words);

async function choose(model: string): Promise<void> {
  await field(page, 'Model').click();
  await page.getByRole('option', { name: model }).click();
}

describe('the load in the Experiment view', () => {
  it('has the settings of its model, and gives another model what it needs', async () => {
    expect(await field(page, 'Ramp-up').isVisible()).toBe(true);
    await choose('Open');
    await sentence('with 100 requests/s').waitFor();
    expect(await field(page, 'In flight').isVisible()).toBe(true);
    await expect.poll(() => field(page, 'Ramp-up').count()).toBe(0);
    await expect.poll(() => field(page, 'Users').count()).toBe(0);
    await choose('Search');
    await sentence(/with a search up to 2,048 requests\/s: 3 trials, at most/).waitFor();
    await page.getByText('Rounds of 5 s at 2, 4, 8 … 2,048 requests/s').waitFor();
    await expect.poll(() => problemList(page).count()).toBe(0);
  });

  it('goes back to the old model in one step', async () => {
    const before = await source(page).innerText();
    await choose('Steps');
    await sentence('steps up to').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await sentence('with 10 users').waitFor();
    await expect.poll(() => source(page).innerText()).toBe(before);
  });

  it('draws its course over time, and names its end', async () => {
    await preview().waitFor();
    await choose('Ramp');
    await page.getByRole('img', { name: /at most 20 s, ending at saturation/ }).waitFor();
    await expect.poll(() => preview().getByText('users').count()).toBeGreaterThan(0);
    await field(page, 'Rise').fill('10');
    await page.getByRole('img', { name: /at most 10 s/ }).waitFor();
  });

  it('edits stages one by one', async () => {
    await choose('Stages');
    await page.getByRole('button', { name: 'Add a stage' }).click();
    await page.getByRole('textbox', { name: 'Stage 4: to which level' }).fill('80');
    await sentence('with 4 stages up to 80 users').waitFor();
    await page.getByRole('button', { name: 'Remove stage 1' }).click();
    await sentence('with 3 stages up to 80 users').waitFor();
    await page.getByRole('textbox', { name: 'Stage 1: how long' }).fill('soon');
    await problemList(page).waitFor();
  });

  it('drops what belongs to the other unit', async () => {
    await choose('Steps');
    await field(page, 'Think time').fill('5ms');
    const units = page.getByRole('radiogroup', { name: 'Levels are' });
    await units.getByText('Requests/s').click();
    await sentence(/steps up to .* requests\/s/).waitFor();
    await runnable();
    await expect.poll(() => field(page, 'Think time').count()).toBe(0);
  });

  it('pins to cores', async () => {
    const pinning = page.getByRole('radiogroup', { name: 'Pinning' });
    await pinning.getByText('Cores').click();
    await expect.poll(() => page.getByLabel('Cores of the workers').count()).toBeGreaterThan(0);
    await runnable();
  });

  it('passes axe with a list of stages, light and dark', async () => {
    await choose('Stages');
    await runnable();
    await useScheme(page, 'light');
    expect(await seriousViolations(page, 'form')).toEqual([]);
    await useScheme(page, 'dark');
    expect(await seriousViolations(page, 'form', ['color-contrast'])).toEqual([]);
  });
});
