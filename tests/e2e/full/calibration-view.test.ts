import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
  type WindowOptions,
} from '../../support/browser-window.ts';
import { goTo, rows, runButton, useScheme } from '../../support/views.ts';

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

async function show(options: WindowOptions): Promise<void> {
  window = await openWindow(browser, options);
  page = window.page;
}

const machine = () => page.getByRole('region', { name: 'This machine' });
const calibrate = () => machine().getByRole('button', { name: 'Calibrate', exact: true });

describe('the calibration of this machine', () => {
  it('is done from the Run view, and its ceilings are listed', async () => {
    await show({ route: '#/run', pace: 5 });
    await machine().getByText('Not calibrated.').waitFor();
    await calibrate().click();
    await machine().getByText('Calibrated just now, 2 s for each ceiling.').waitFor();
    await expect.poll(() => rows(page, 'Ceilings').count()).toBe(28);
    await expect
      .poll(() => rows(page, 'Ceilings').first().innerText())
      .toMatch(/REST\s+raw\s+off\s+61,000/);
    await expect
      .poll(() => rows(page, 'Ceilings').nth(12).innerText())
      .toMatch(/SOAP\s+raw\s+off\s+at least/);
    await useScheme(page, 'light');
    expect(await seriousViolations(page, 'main')).toEqual([]);
    await useScheme(page, 'dark');
    expect(await seriousViolations(page, 'main', ['color-contrast'])).toEqual([]);
  });

  it('says how far it is, goes on in other views, and can be stopped', async () => {
    await show({ route: '#/run', pace: 3000 });
    await calibrate().click();
    await machine()
      .getByText(/^\d+ of 28$/)
      .waitFor();
    await goTo(page, 'Editor').click();
    await page.getByText('This machine: calibrating').waitFor();
    await goTo(page, 'Run').click();
    await machine().getByRole('button', { name: 'Stop' }).click();
    await calibrate().waitFor();
    await machine().getByText('Not calibrated.').waitFor();
  });

  it('waits for a run to end', async () => {
    await show({ pace: 5, hold: 5 });
    await runButton(page).and(page.locator(':enabled')).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await goTo(page, 'Editor').click();
    await page.getByRole('button', { name: 'This machine…' }).click();
    const dialog = page.getByRole('dialog', { name: 'This machine' });
    await dialog.getByText('A run is in progress.').waitFor();
    await expect
      .poll(() => dialog.getByRole('button', { name: 'Calibrate' }).isDisabled())
      .toBe(true);
    expect(await seriousViolations(page, '[role="dialog"]')).toEqual([]);
  });
});
