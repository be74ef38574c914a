import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import { rows } from '../../support/views.ts';

const three = 'rest, soap, grpc';
const experiment = (name: string, repetitions: number, protocols = three) => `wirebench: 1
name: ${name}
factors:
  protocol: [${protocols}]
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
  const experiments = [
    experiment('Six times each', 6),
    experiment('Once each', 1),
    experiment('Alone', 1, 'rest'),
  ];
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
    await words.getByText(/^A\/A check, odd vs even repetitions of 6 cells/).waitFor();
    await figure('Throughput, ratio to REST').waitFor();
    const table = page.getByRole('table', { name: 'Throughput, compared within the run' });
    await expect
      .poll(() => table.getByRole('columnheader').allInnerTexts())
      .toEqual(expect.arrayContaining(['Times', '% of', '% change', 'Detectable rise']));
    await expect.poll(() => rows(page, 'Throughput, compared within the run').count()).toBe(4);
    await pick('Compared with', 'SOAP');
    await pick('Metric', 'p95');
    await figure('p95 latency, ratio to SOAP').waitFor();
    await figure('p95 latency, even vs odd repetitions').waitFor();
  });

  it('apply a study’s procedures when they are asked for, with their distributions', async () => {
    await page.getByRole('button', { name: 'Apply the procedure of a study' }).click();
    await page.getByRole('button', { name: 'Apply the procedure', exact: true }).click();
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
    await page.getByText(/set repetitions to at least three/).waitFor();
    expect(await page.getByRole('figure', { name: /ratio to/ }).count()).toBe(0);
  });
});

describe('the gain of protocols over the sizes of their messages', () => {
  const region = () => page.getByRole('region', { name: 'Size and gain' });
  const points = () => region().getByRole('list', { name: 'Points' }).getByRole('button');

  it('is a scatter whose points are reached by key and tell more and less from both sides', async () => {
    await page.goto(`${window.url}#/result/given-0/sizes`);
    await figure('Gain in throughput over size, vs REST').waitFor();
    await expect.poll(() => points().count()).toBe(4);
    const line = figure('Gain in throughput over size, vs REST').locator('svg');
    await expect.poll(() => line.getByText('as fast as REST').count()).toBe(1);
    await points().first().focus();
    await page.keyboard.press('End');
    await expect
      .poll(() => points().last().and(page.locator(':focus')).getAttribute('aria-label'))
      .toMatch(
        /^gRPC, typical: .+ % (more|less) throughput than REST \(.+×\); REST has .+ % (less|more) than gRPC\. 95 % interval .+\. [\d,]+ bytes, REST [\d,]+$/,
      );
    expect(await seriousViolations(page, '[data-section="sizes"]')).toEqual([]);
  });

  it('can be had against another protocol, in latency, by the bytes of answers', async () => {
    await region().getByRole('combobox', { name: 'Baseline' }).click();
    await page.getByRole('option', { name: 'gRPC', exact: true }).click();
    await region().getByRole('radiogroup', { name: 'Gain in' }).getByText('p50 latency').click();
    await region().getByRole('radiogroup', { name: 'Bytes of' }).getByText('Answer').click();
    const chart = figure('Gain in p50 latency over size, vs gRPC');
    await chart.getByText('payload and envelope of answer, bytes').waitFor();
    await chart.getByRole('button', { name: 'Show data' }).click();
    const data = page.getByRole('dialog').getByRole('table');
    await expect
      .poll(() => data.getByRole('columnheader').allInnerTexts())
      .toEqual(expect.arrayContaining(['Size (bytes of answer)', 'Gain', 'gRPC vs it']));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('is not shown where there is one protocol', async () => {
    await page.goto(`${window.url}#/result/given-2`);
    await page.getByRole('heading', { name: 'All trials' }).waitFor();
    expect(await region().count()).toBe(0);
  });
});
