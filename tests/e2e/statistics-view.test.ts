import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../support/browser-window.ts';
import { rows } from '../support/views.ts';

const experiment = (name: string, repetitions: number) => `wirebench: 1
name: ${name}
factors:
  protocol: [rest, soap, grpc]
  shape: [small, typical]
  users: [10]
load:
  model: closed
  duration: 5s
repetitions: ${repetitions}
order: interleaved
`;

let browser: Browser;
let window: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  const experiments = [experiment('Six times each', 6), experiment('Once each', 1)];
  window = await openWindow(browser, { route: '#/history', experiments, runs: 1 });
  page = window.page;
});
afterAll(async () => {
  await window?.close();
  await browser?.close();
});
afterEach(() => expect(window.problems).toEqual([]));

const figure = (name: string) => page.getByRole('figure', { name, exact: true });
const pick = async (label: string, value: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
};
const section = '[data-section="statistics"]';

describe('the statistics of a result', () => {
  it('begin with words, and show intervals, ratios three ways and the A/A check', async () => {
    await page.goto(`${window.url}#/result/given-0/statistics`);
    const words = page.getByRole('region', { name: 'Statistics', exact: true });
    await words.getByText('The trial is the unit: 6 completed repetitions of 6 cells.').waitFor();
    await words.getByText(/^A\/A check, odd against even repetitions of 6 cells/).waitFor();
    await figure('Throughput, ratio to protocol rest').waitFor();
    const table = page.getByRole('table', { name: 'Throughput, compared within the run' });
    await expect
      .poll(() => table.getByRole('columnheader').allInnerTexts())
      .toEqual(expect.arrayContaining(['Times', '% of', '% change', 'Would be seen']));
    await expect.poll(() => rows(page, 'Throughput, compared within the run').count()).toBe(4);
    await pick('Against', 'soap');
    await pick('Metric', 'p95');
    await figure('p95 latency, ratio to protocol soap').waitFor();
    await figure('p95 latency, even against odd repetitions').waitFor();
  });

  it('apply a study’s procedures when they are asked for, with their distributions', async () => {
    await page.getByRole('button', { name: 'Apply the procedure' }).click();
    const decisions = 'Decisions of the performance procedure';
    await expect.poll(() => rows(page, decisions).count()).toBe(2);
    await page.getByText(/^Its unit is the request of one trial\./).waitFor();
    await figure('Distribution of latency, small · 10 users · tls off · raw').waitFor();
    await rows(page, decisions).nth(1).click();
    await figure('Distribution of latency, typical · 10 users · tls off · raw').waitFor();
    await pick('Procedure', 'energy');
    await rows(page, 'Decisions of the energy procedure').first().waitFor();
    const name = /^Bootstrap distribution of the mean difference/;
    await page.getByRole('figure', { name }).waitFor();
    expect(await seriousViolations(page, section)).toEqual([]);
  });

  it('say that repetitions are too few', async () => {
    await page.goto(`${window.url}#/result/given-1/statistics`);
    await page.getByRole('heading', { name: 'Too few repetitions' }).waitFor();
    await page.getByText(/set repetitions to three or more/).waitFor();
    expect(await page.getByRole('figure', { name: /ratio to protocol/ }).count()).toBe(0);
  });
});
