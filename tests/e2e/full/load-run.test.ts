import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planTrials } from '../../../engine/experiment/plan.ts';
import { readExperiment } from '../../../engine/experiment/read.ts';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
  type WindowOptions,
} from '../../support/browser-window.ts';
import {
  openExperiment,
  stepsExperiment,
  taxExperiment,
} from '../../support/scripted-experiments.ts';
import { counter, rows, runButton, said, source } from '../../support/views.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

/** Runs an experiment in a window of its own. */
async function watching(
  text: string,
  options: WindowOptions,
  look: (page: Page, window: ScriptedWindow) => Promise<void>,
): Promise<void> {
  const window = await openWindow(browser, options);
  const { page } = window;
  try {
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await source(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.getByRole('heading', { level: 1, name: /^(?!First look)/ }).waitFor();
    await runButton(page).and(page.locator(':enabled')).click();
    await page.waitForURL(/#\/run/);
    await look(page, window);
    expect(window.problems).toEqual([]);
  } finally {
    await window.close();
  }
}

/** How many trials come before that of SOAP at its highest rate. */
function tooMuch(): number {
  const read = readExperiment(openExperiment);
  const trials = read.ok ? planTrials(read.experiment) : [];
  return trials.findIndex(({ cell }) => cell.protocol === 'soap' && cell.rate === 5000);
}

const tooWide = (page: Page, name: string) =>
  page
    .getByRole('region', { name })
    .evaluate((element) => element.scrollWidth > element.clientWidth);

describe('the Run view', () => {
  it('lists the rounds of a trial as they end, and names the one that runs', async () => {
    // In the fifth round of the second trial.
    await watching(stepsExperiment, { pace: 20, hold: 32 + 20 }, async (page) => {
      await rows(page, 'Rounds').nth(2).waitFor();
      await expect
        .poll(() => rows(page, 'Rounds').first().innerText())
        .toMatch(/step 1\s+1\s+[\d,]+\s+[\d.]+/);
      await said(page, /^round \d, \d+ users?$/).waitFor();
      await said(page, /^round [4-8], \d+ users$/).waitFor();
      await rows(page, 'Trials').first().getByText('1/2').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
    });
  });

  it('shows what open load wants beside what it gets, and what it drops', async () => {
    // SOAP cannot do as much as is wanted of it.
    await watching(openExperiment, { pace: 5, hold: 24 * tooMuch() + 12 }, async (page) => {
      await said(page, '5,000 requests/s').waitFor();
      await expect.poll(() => counter(page, 'Wanted')).toBe('5,000 /s');
      const throughput = page.getByRole('figure', { name: 'Throughput' });
      await throughput.getByRole('button', { name: 'Wanted' }).waitFor();
      await page.getByRole('figure', { name: 'Dropped' }).waitFor();
      await expect.poll(() => counter(page, 'Dropped')).toMatch(/^[1-9]/);
    });
  });

  it('keeps the table of trials within its panel, however many series there are', async () => {
    await watching(taxExperiment, { pace: 2 }, async (page) => {
      await said(page, /^All 24 trials are done\.$/).waitFor();
      await rows(page, 'Trials').nth(7).waitFor();
      await expect.poll(() => rows(page, 'Trials').nth(1).innerText()).toContain('no TLS, library');
      expect(await tooWide(page, 'Trials, scrollable')).toBe(false);
    });
  });
});
