import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import { parseCsv } from '../../support/csv.ts';
import { planExperiment } from '../../support/scripted-experiments.ts';
import { field, rows, runButton, source, useScheme } from '../../support/views.ts';

let browser: Browser;
let window: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
afterEach(async () => {
  expect(window.problems).toEqual([]);
  await window.close();
});

describe('use cases in a result', () => {
  it('are boxes, medians compared with a baseline, and requests that were counted', async () => {
    const experiments = [planExperiment];
    window = await openWindow(browser, {
      route: '#/result/given-0/use-cases',
      experiments,
      runs: 1,
    });
    page = window.page;
    await rows(page, 'Median time of an iteration').first().waitFor();
    const figure = page.getByRole('figure', { name: 'Time of an iteration', exact: true });
    await figure.getByRole('img', { name: /case-2b: REST [\d.]+, SOAP [\d.]+, gRPC/ }).waitFor();
    await figure.getByText(/1\.5 times the length of the box.* and are not drawn;/).waitFor();
    expect(await figure.locator('circle').count()).toBe(0);

    const whiskers = page.getByRole('radiogroup', { name: 'Whiskers' });
    await whiskers.getByRole('radio', { name: /2\.5/ }).focus();
    await page.keyboard.press('Space');
    await figure.getByText(/2\.5 times the distance between the median/).waitFor();
    await page.getByRole('switch', { name: 'Outliers' }).press('Space');
    await expect.poll(() => figure.locator('circle').count()).toBeGreaterThan(0);

    const medians = rows(page, 'Median time of an iteration');
    await expect
      .poll(() => medians.nth(2).innerText())
      .toMatch(/case-2b.*baseline.*\d×.*\d %.*[+−]\d/s);
    await page.getByRole('combobox', { name: 'Baseline' }).click();
    await page.getByRole('option', { name: 'gRPC' }).click();
    await expect.poll(() => medians.nth(2).innerText()).toMatch(/1\.\d\d×/);

    const sent = rows(page, 'Requests and connections of use cases');
    await expect
      .poll(() => sent.filter({ hasText: 'case-2b' }).first().innerText())
      .toMatch(/REST\s+100\s+0\s+30\s+4\s+the same\s+1,?200/);
  });

  it('can be read as figures, and have no serious flaw in the dark', async () => {
    const experiments = [planExperiment];
    window = await openWindow(browser, {
      route: '#/result/given-0/use-cases',
      experiments,
      runs: 1,
    });
    page = window.page;
    const figure = page.getByRole('figure', { name: 'Time of an iteration', exact: true });
    await figure.getByRole('button', { name: 'Show data' }).click();
    const dialog = page.getByRole('dialog');
    const arriving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save CSV' }).click();
    const lines = parseCsv(readFileSync(await (await arriving).path(), 'utf8'));
    expect(lines).toHaveLength(12);
    expect(lines[0]).toMatchObject({
      'Use case': 'case-1-user',
      Series: 'REST',
      Iterations: '100',
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await useScheme(page, 'dark');
    expect(await seriousViolations(page)).toEqual([]);
  });
});

describe('a plan in the editor', () => {
  it('has its settings, and connections that last for an iteration', async () => {
    window = await openWindow(browser, { pace: 2 });
    page = window.page;
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await field(page, 'Model').click();
    await page.getByRole('option', { name: 'Plan: use cases' }).click();
    await page.getByText('100 iterations, one after the other with 500 ms between').waitFor();
    await page.getByText('Sequential', { exact: true }).click();
    await page
      .getByRole('radio', { name: 'New per iteration', checked: true })
      .waitFor({ state: 'attached' });
    await expect.poll(() => source(page).innerText()).toMatch(/model: plan[\s\S]*form: sequential/);
    await page.getByText('Shared', { exact: true }).click();
    await expect.poll(() => source(page).innerText()).toMatch(/shared: 1/);
    expect(await seriousViolations(page)).toEqual([]);
  });
});
