import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openEngine } from '../../../engine/api/engine.ts';
import { openBrowserWorkbench } from '../../support/browser.ts';
import {
  launchChromium,
  openWindow,
  seriousViolations,
  type WindowOptions,
} from '../../support/browser-window.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { openExperiment } from '../../support/scripted-experiments.ts';
import { rows } from '../../support/views.ts';

const repeated = `wirebench: 1
name: Protocols, repeated
factors:
  protocol: [rest, soap, grpc]
  users: [10, 50]
load:
  model: closed
  duration: 5s
repetitions: 3
`;
const other = repeated.replace('duration: 5s', 'duration: 9s').replace('[10, 50]', '[10, 50, 90]');
/** Scripted runs of these: the second is a tenth faster, on another CPU. */
const experiments = [repeated, other, openExperiment];

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

async function openCompare(route: string, options: WindowOptions = {}): Promise<Page> {
  const { page, close } = await openWindow(browser, {
    route: `#/compare${route}`,
    experiments,
    runs: 2,
    ...options,
  });
  onTestFinished(close);
  return page;
}

const figure = (page: Page, name: RegExp | string) => page.getByRole('figure', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const baselineCell = (page: Page) => page.getByRole('combobox', { name: 'Baseline cell' });
const table = (page: Page) => rows(page, 'Throughput, compared');

async function downloaded(page: Page, action: () => Promise<void>): Promise<string> {
  const download = page.waitForEvent('download');
  await action();
  return readFileSync(await (await download).path(), 'utf8');
}

describe('the Compare view', () => {
  it('lets choose a baseline and others by keyboard, and find them', async () => {
    const page = await openCompare('');
    await page.getByRole('searchbox', { name: /Find runs/ }).fill('repeated');
    const found = rows(page, 'Runs to compare');
    await found.filter({ hasText: 'First look' }).waitFor({ state: 'detached' });
    await expect.poll(() => found.count()).toBe(2);
    await found.first().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Compare', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/compare\/given-[01]\/given-[01]$/);
    await table(page).first().waitFor();
  });

  it('says what else differs first, then how much, in words, chart and table', async () => {
    const page = await openCompare('/given-0/given-1');
    await table(page).first().waitFor();
    const differences = page.getByRole('list', { name: 'What else differs in run 1' });
    await expect
      .poll(() => differences.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringContaining('Different CPU: Another CPU vs Scripted CPU'),
        expect.stringContaining('Different Node'),
        expect.stringContaining('Duration: 9 s vs 5 s'),
      ]);
    await page
      .getByRole('region', { name: 'In words' })
      .getByText('times the throughput')
      .first()
      .waitFor();
    await page
      .getByRole('img', { name: /^Throughput relative to the baseline\. REST · 10 users: about/ })
      .waitFor();
    await expect.poll(() => table(page).count()).toBe(6);
    await page.getByText('3 cells not compared').waitFor();
    await page.getByText('p99', { exact: true }).click();
    await rows(page, 'p99 latency, compared').first().waitFor();
  });

  it('takes another run as the baseline by one click, and leaves runs out', async () => {
    const page = await openCompare('/given-0/given-1');
    await page.getByRole('button', { name: 'Make baseline: run 1' }).click();
    await page.waitForURL(/#\/compare\/given-1\/given-0$/);
    await table(page).first().waitFor();
    await page.getByRole('button', { name: 'Remove run 1' }).click();
    await page.waitForURL(/#\/compare\/given-1$/);
    await page.getByText('One run: its cells compared with each other').waitFor();
  });

  it('opens the curves of a row by keyboard', async () => {
    const page = await openCompare('/given-0/given-1');
    await table(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await figure(page, 'Latency percentiles, rest · small · 50 users · tls off · raw').waitFor();
  });

  it('saves the table as CSV, and the charts with their data', async () => {
    const page = await openCompare('/given-0/given-1');
    await table(page).first().waitFor();
    const csv = await downloaded(page, () =>
      page.getByRole('button', { name: 'Save CSV' }).click(),
    );
    const [header, first] = csv.split('\r\n');
    expect(header).toMatch(/^Cell,Run,Baseline cell,.*Times,% of baseline,% change,Interval low/);
    expect(first).toMatch(
      /^rest · small · 10 users · tls off · raw,given-1,.*times the throughput/,
    );
    const chart = figure(page, 'Throughput, ratio to the baseline');
    await chart.getByRole('button', { name: 'Save picture' }).click();
    const svg = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'Two columns' }).click(),
    );
    expect(svg).toContain('times the baseline, logarithmic');
    await chart.getByRole('button', { name: 'Show data' }).click();
    await page.getByRole('dialog').getByRole('table').waitFor();
    await expect.poll(() => page.getByRole('dialog').locator('tbody tr').count()).toBe(6);
  });

  it('compares cells of one run, as chosen', async () => {
    const page = await openCompare('/given-0');
    await table(page).first().waitFor();
    await expect.poll(() => table(page).count()).toBe(2);
    await baselineCell(page).click();
    await page.getByRole('option', { name: 'SOAP · 10 users' }).click();
    await page.getByRole('button', { name: 'SOAP · 10 users, baseline' }).waitFor();
    await page.getByRole('combobox', { name: 'Compared cells' }).focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await heading(page, 'Choose cells to compare').waitFor();
  });

  it('draws the experiment over time, and marks what changed', async () => {
    const page = await openCompare('/given-0');
    await page.getByText('Trend', { exact: true }).click();
    const trend = figure(page, 'Throughput, Protocols, repeated');
    await trend.getByRole('img', { name: /over 2 runs, oldest first/ }).waitFor();
    await page.getByRole('list', { name: 'What changed before run 1' }).waitFor();
    const svg = await downloaded(page, async () => {
      await trend.getByRole('button', { name: 'Save picture' }).click();
      await page.getByRole('menuitem', { name: 'One column' }).click();
    });
    expect(svg).toMatch(/>requests\/s</);
    expect(svg).not.toMatch(/var\(|class=/);
  });

  it('has a state for everything that can be missing', async () => {
    const empty = await openCompare('', { runs: 0, experiments: [] });
    await heading(empty, 'Nothing to compare yet').waitFor();
    const broken = await openCompare('', { brokenHistory: true });
    await heading(broken, 'The history could not be read').waitFor();
    expect(await seriousViolations(broken, '#main')).toEqual([]);
    const unknown = await openCompare('/nobody/given-0');
    await heading(unknown, 'These runs could not be compared').waitFor();
    const apart = await openCompare('/given-0/given-2');
    await apart.getByRole('button', { name: 'Choose individual cells' }).click();
    await baselineCell(apart).waitFor();
  });
});

describe('the Compare view over real runs', () => {
  it('finds the same machine, and compares what was measured', async () => {
    const home = makeFolder();
    onTestFinished(() => removeFolder(home));
    const engine = await openEngine({ home });
    const text = `wirebench: 1\nname: Real\nfactors:\n  protocol: [rest]\n  users: [2]\nload:\n  model: closed\n  requests: 40\nrepetitions: 2\n`;
    const ids: string[] = [];
    for (let run = 0; run < 2; run++) {
      const { runId } = await engine.client.runs.start({ text });
      for await (const _event of await engine.client.runs.watch({ runId }));
      ids.push(runId);
    }
    await engine.close();
    const { page, close, problems } = await openBrowserWorkbench({ home });
    onTestFinished(close);
    await page.evaluate(`location.hash = '#/compare/${ids.join('/')}'`);
    await page.getByText('No other difference is known').waitFor();
    await expect.poll(() => table(page).count()).toBe(1);
    await figure(page, /^Latency percentiles/).waitFor();
    expect(problems).toEqual([]);
  });
});
