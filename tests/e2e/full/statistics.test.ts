import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TrialEnergy } from '../../../contracts/energy.ts';
import { seriousViolations, violationsInBothSchemes } from '../../support/axe.ts';
import {
  type EngineWindow,
  fixtureId,
  fixtureRun,
  openWindow,
  withResults,
} from '../../support/engine-window.ts';
import { browserOfFile, downloaded } from '../../support/engine-windows.ts';
import { sampleRun } from '../../support/sample-run-file.ts';
import { rows, title } from '../../support/views.ts';

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

/** Of a trial at 22 W, of which 7 W are drawn without a load. */
const energy: TrialEnergy = {
  source: 'rapl',
  joules: 66,
  baselineJoules: 21,
  joulesPerRequest: 0.03,
  processes: [
    { who: 'client', joules: 20 },
    { who: 'service', joules: 25 },
  ],
  intervalMs: 1000,
  samples: 3,
  wattsPerCore: null,
  flags: [],
};

const browser = browserOfFile();
let window: EngineWindow;
let page: Page;

beforeAll(async () => {
  const experiments = [
    experiment('Six times each', 6),
    experiment('Once each', 1),
    experiment('Alone', 1, 'rest'),
  ];
  const measured = sampleRun(
    'rapl',
    `${experiment('Measured', 1)}energy: {source: rapl, baseline: 7}\n`,
  );
  const study = await fixtureRun('47');
  const once = study.trials.filter(({ planned }) => planned.repetition === 1);
  const stored = [withResults(measured, () => ({ energy })), { ...study, trials: once }];
  const fixtures = ['10'];
  window = await openWindow(browser(), { route: '#/history', experiments, fixtures, stored });
  page = window.page;
});
afterAll(() => window?.close());
afterEach(() => expect(window.problems).toEqual([]));

const figure = (name: string) => page.getByRole('figure', { name, exact: true });
const pick = async (label: string, value: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: value, exact: true }).click();
};

async function openResult(id: string): Promise<void> {
  await page.goto(`${window.url}#/history`);
  // So that nothing of the result before this one is left.
  await title(page).filter({ hasText: 'History' }).waitFor();
  await page.goto(`${window.url}#/result/${id}`);
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
}

async function section(name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of the result' });
  await sections.getByRole('link', { name, exact: true }).click();
}

describe('the statistics of a result', () => {
  it('apply a study’s procedures when they are asked for, with their distributions', async () => {
    await page.goto(`${window.url}#/result/given-0/statistics`);
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
    expect(await seriousViolations(page, '[data-section="statistics"]')).toEqual([]);
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

  it('is not shown where there is one protocol', async () => {
    await page.goto(`${window.url}#/result/given-2`);
    await page.getByRole('heading', { name: 'All trials' }).waitFor();
    expect(await region().count()).toBe(0);
  });
});

describe('a result', () => {
  it('shows what a gateway costs, and who drew the energy, estimated or measured', async () => {
    await openResult(await fixtureId('10'));
    await section('Gateway');
    await expect.poll(() => rows(page, 'Gateway overhead').count()).toBe(24);
    const pair = await rows(page, 'Gateway overhead').first().innerText();
    expect(pair).toContain('gateway vs no gateway');
    expect(pair).toMatch(/→/);
    await section('Energy');
    await page.getByRole('figure', { name: 'Energy per request' }).waitFor();
    await page.getByText('An estimate: CPU time × 8 W per core. Nothing was measured.').waitFor();
    await rows(page, 'Energy of the cells').first().waitFor();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await section('Health');
    const health = page.getByRole('table', { name: 'Health', exact: true });
    await health.getByRole('columnheader', { name: 'Gateway CPU' }).waitFor();
    await openResult('rapl');
    await section('Energy');
    const table = page.getByRole('table', { name: 'Energy of the cells' });
    await table.getByRole('columnheader', { name: 'Idle baseline' }).waitFor();
    expect(await rows(page, 'Energy of the cells').first().innerText()).toContain(
      'measured (RAPL)',
    );
  });

  it('stands beside what a study published, with direction, size and trust of every ratio', async () => {
    await page.goto(`${window.url}#/result/${await fixtureId('47')}/published`);
    const section = page.getByRole('region', { name: 'Published: KTH 2023' });
    const table = section.getByRole('table', { name: 'Highest throughput' });
    await expect.poll(() => table.innerText()).toContain('4683.93');
    const ratios = rows(page, 'Ratios, published and here');
    await expect.poll(() => ratios.first().innerText()).toContain('gRPC ÷ REST');
    const words =
      /direction|leans the|a difference only here|no detectable difference|inconclusive/;
    expect(await ratios.first().innerText()).toMatch(words);
    // A rehearsal of one repetition shows no direction, so nothing of it is green.
    await section.getByText(/^one trial per cell, /).waitFor();
    await section
      .getByText(/× in doubt$/)
      .first()
      .waitFor();
    expect(await section.locator('[data-tone="good"]').count()).toBe(0);
    await section.getByRole('list', { name: 'What the study says' }).waitFor();
    await section
      .getByRole('img', { name: /^Throughput in requests\/s, published and here/ })
      .waitFor();
    const csv = await downloaded(page, () =>
      section.getByRole('button', { name: 'Save CSV' }).last().click(),
    );
    expect(csv.split('\n')[0]).toContain('Published (times)');
    expect(csv.split('\n')[0]).toContain('In doubt');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});
