/** One file, because all of its results are of one window, which costs more than any test. */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations, violationsInBothSchemes } from '../../support/axe.ts';
import { parseCsv } from '../../support/csv.ts';
import {
  type EngineWindow,
  fixtureId,
  fixtureRun,
  openWindow,
  withResults,
} from '../../support/engine-window.ts';
import { browserOfFile, downloaded } from '../../support/engine-windows.ts';
import { makeFileRun, makeFileTrial } from '../../support/run-files.ts';
import { ladderDocument } from '../../support/sample-ladder.ts';
import { rows, scrollTo, source, title } from '../../support/views.ts';

const tlsExperiment = `wirebench: 1
name: What TLS costs
factors:
  protocol: [rest, soap, grpc]
  shape: [small, large]
  users: [10, 200]
  tls: [off, mtls]
load:
  model: closed
  duration: 5s
repetitions: 2
`;
/** 360 trials. */
const longExperiment = `wirebench: 1
name: A long study
factors:
  protocol: [rest, soap, grpc]
  shape: [small, typical, large, stress]
  users: [10, 20, 50, 100, 200]
  tls: [off, on]
load:
  model: closed
  duration: 5s
repetitions: 3
`;

/** The numbers of real runs. */
const kinds = { failed: '12', ladder: '20', open: '27', clients: '28', plan: '26' } as const;

/** The ids of the others. */
const made = { tls: 'given-0', law: 'law' } as const;

/** A ladder whose rounds follow the law. */
function lawful() {
  const { run, trials } = ladderDocument();
  return makeFileRun({
    ...{ id: 'law', name: 'Law', status: 'completed', annotations: [] },
    experiment: run.experiment,
    trials: trials.map((result, index) => {
      const { id, cell, repetition } = result;
      const planned = { index, cell, repetition };
      return makeFileTrial(index, { id, planned, result, intervals: [] });
    }),
  });
}

const browser = browserOfFile();
let window: EngineWindow;
let page: Page;

beforeAll(async () => {
  const experiments = [tlsExperiment, longExperiment];
  const { open: openLoad, plan, ...others } = kinds;
  const cases = await fixtureRun(plan);
  const near = cases.trials.filter(({ planned }) => planned.cell.network === 'none');
  const busy = withResults(await fixtureRun(openLoad), ({ requests, accounting, client }) => ({
    requests: { ...requests, dropped: 9 },
    accounting: { ...accounting, dropped: 9 },
    client: { ...client, ceilingRps: 9800 },
  }));
  const more = {
    fixtures: Object.values(others),
    stored: [busy, lawful(), { ...cases, trials: near }],
  };
  window = await openWindow(browser(), { route: '#/history', experiments, ...more });
  page = window.page;
});
afterAll(() => window?.close());
afterEach(async () => {
  expect(window.problems).toEqual([]);
  // A dialog that a failed test has left open would fail all that follow.
  await page.keyboard.press('Escape');
});

const sections = () => page.getByRole('navigation', { name: 'Sections of the result' });
const go = (name: string) => sections().getByRole('link', { name, exact: true });
const figure = (name: string) => page.getByRole('figure', { name, exact: true });

async function open(run: keyof typeof kinds | keyof typeof made): Promise<void> {
  await page.goto(`${window.url}#/history`);
  // So that nothing of the result before this one is left.
  await title(page).filter({ hasText: 'History' }).waitFor();
  const id =
    run in made
      ? made[run as keyof typeof made]
      : await fixtureId(kinds[run as keyof typeof kinds]);
  await page.goto(`${window.url}#/result/${id}`);
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
}

/** Where the upper edge of a part of the page is, from that of the page. */
async function topOf(name: string): Promise<number> {
  const part = await page.getByRole('region', { name, exact: true }).first().boundingBox();
  const whole = await page.getByRole('region', { name: 'Result', exact: true }).boundingBox();
  return (part?.y ?? Number.NaN) - (whole?.y ?? Number.NaN);
}

const saturation = () => page.getByRole('table', { name: 'Saturation' });
const line = (series: string) =>
  saturation()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: series }) });
const level = (series: string) => line(series).getByRole('cell').first();

describe('the sections of a result', () => {
  it('have addresses, and one step back leaves the result', async () => {
    await page.goto(`${window.url}#/history`);
    await rows(page, 'Runs').getByRole('link', { name: 'What TLS costs' }).click();
    await go('TLS').click();
    await expect.poll(() => page.url()).toMatch(/#\/result\/given-0\/tls$/);
    const address = page.url();
    await go('Trials').click();
    await page.goBack();
    await title(page).filter({ hasText: 'History' }).waitFor();
    await page.goto(address);
    await expect.poll(() => topOf('TLS overhead')).toBeLessThan(20);
  });
});

describe('a figure', () => {
  it('shares a base line with those beside it where one title takes more lines', async () => {
    await open('tls');
    // As where a shape has a long name.
    const long = `Mean latency, ${'small-and-more-'.repeat(6)}`;
    const heading = figure('Mean latency, small').getByText('Mean latency, small', { exact: true });
    await heading.first().evaluate((element, text) => {
      element.textContent = text;
    }, long);
    await page.setViewportSize({ width: 1270, height: 800 });
    const tops = async () =>
      Promise.all(
        ['Throughput, small', long, 'p95 latency, small'].map(
          async (name) => (await figure(name).getByRole('img').first().boundingBox())?.y,
        ),
      );
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
    const boxes = await figure(long).getByText(long).first().boundingBox();
    expect(boxes?.height).toBeGreaterThan(30);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('says how it was computed, with the way to the method', async () => {
    await open('tls');
    const chart = figure('p95 latency, small');
    const how = chart.getByRole('button', { name: 'How this was computed' });
    const opacity = () =>
      how.evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).opacity);
    // At rest a figure has no tools; they are there for whoever points at it, or reaches it by key.
    await page.mouse.move(0, 0);
    await expect.poll(opacity).toBe('0');
    await how.focus();
    await expect.poll(opacity).toBe('1');
    await how.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'How this was computed: p95 latency, small' });
    await expect
      .poll(() => dialog.getByText('24 completed trials').innerText())
      .toContain('geometric mean');
    await expect.poll(() => dialog.getByRole('link').getAttribute('href')).toBe('#/help/measuring');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => chart.locator(':focus').count()).toBe(1);
  });

  it('can have a logarithmic axis', async () => {
    await open('tls');
    const chart = figure('Throughput, large');
    const ticks = async () => (await chart.locator('svg text').allTextContents()).join(' ');
    expect(await ticks()).toMatch(/\b0\b/);
    await chart.getByRole('button', { name: 'log throughput' }).press('Enter');
    await expect.poll(ticks).not.toMatch(/(^| )0( |$)/);
  });

  it('marks the level that is pointed at in all that share it, and tells its figures', async () => {
    await open('tls');
    const box = await figure('Throughput, small').locator('[role="img"]').boundingBox();
    if (!box) throw new Error('The figure is not drawn.');
    const shades = () => page.locator('figure svg > rect').count();
    const before = await shades();
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
    await expect.poll(shades).toBe(before + 6);
    const tip = page.locator('body > [aria-hidden]');
    await tip.getByText('10 users', { exact: true }).waitFor();
    await page.mouse.move(box.x + box.width / 2, box.y - 60);
    await expect.poll(shades).toBe(before);
  });
});

describe('zooming', () => {
  it('is done by keyboard on levels, and taken back', async () => {
    await open('ladder');
    const chart = figure('Saturation, small, repetition 1');
    const texts = () => chart.locator('svg text').allTextContents();
    const whole = await texts();
    await chart.getByRole('button', { name: 'Zoom users' }).press('Enter');
    const form = page.getByRole('form', { name: 'Zoom users' });
    await form.getByRole('textbox', { name: /^From/ }).fill('4');
    await form.getByRole('textbox', { name: /^To/ }).fill('16');
    await page.keyboard.press('Enter');
    const back = chart.getByRole('button', { name: '4 to 16: show all' });
    await back.waitFor();
    expect(await texts()).not.toEqual(whole);
    expect(await chart.locator('svg path').count()).toBeGreaterThan(0);
    await back.press('Enter');
    await expect.poll(texts).toEqual(whole);
  });

  it('is done by dragging over time, in all strips together', async () => {
    await open('tls');
    await rows(page, 'All trials').first().press('Enter');
    const dialog = page.getByRole('dialog');
    const strip = dialog.getByRole('figure', { name: 'Latency' });
    await strip.waitFor();
    const box = await strip.locator('[role="img"]').boundingBox();
    if (!box) throw new Error('The strip is not drawn.');
    await page.mouse.move(box.x + 120, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 30, { steps: 4 });
    await page.mouse.up();
    const back = dialog.getByRole('button', { name: /^0:0\d to 0:0\d: show all$/ });
    await back.waitFor();
    const clocks = async () =>
      (
        await dialog.getByRole('figure', { name: 'CPU' }).locator('svg text').allTextContents()
      ).filter((text) => /^\d:\d\d$/.test(text));
    expect(await clocks()).not.toContain('0:03');
    await back.click();
    await expect.poll(clocks).toContain('0:03');
  });
});

describe('the parts of a result', () => {
  it('set each cell with TLS beside the one without', async () => {
    await open('tls');
    const first = rows(page, 'TLS overhead').first();
    await expect.poll(() => first.innerText()).toMatch(/REST\s+mTLS vs no TLS\s+small · 10 users/);
    await expect
      .poll(() => first.innerText())
      .toMatch(/[\d,]+ → [\d,]+\s+0\.7\d×\s+7\d %\s+−2\d %/);
    const panel = page.getByRole('region', { name: 'TLS overhead' });
    const csv = parseCsv(
      await downloaded(page, () => panel.getByRole('button', { name: 'Save CSV' }).click()),
    );
    expect(csv).toHaveLength(12);
    const { 'Throughput, no TLS (requests/s)': none, 'Throughput, TLS (requests/s)': tls } =
      csv[0] ?? {};
    expect(Number(tls) / Number(none)).toBeCloseTo(Number(csv[0]?.['Throughput (times)']), 1);
  });

  it('list errors by kind and code, with share and message', async () => {
    await open('failed');
    const errors = rows(page, 'Errors');
    await expect.poll(() => errors.count()).toBe(2);
    expect(await seriousViolations(page, '[data-section="errors"]')).toEqual([]);
    await expect
      .poll(() => errors.first().innerText())
      .toMatch(/REST\s+small\s+1.*connect\s+ECONNREFUSED\s+5\s+100 %.*127\.0\.0\.1:9/s);
    await errors.first().press('Enter');
    await page.getByRole('dialog').getByText('connect ECONNREFUSED').first().waitFor();
  });

  it('names machine and versions, and gives the experiment to the editor', async () => {
    await open('tls');
    await go('Machine & experiment').click();
    const machine = page.getByRole('region', { name: 'Machine and versions' });
    await expect.poll(() => machine.innerText()).toContain('Example CPU 3000');
    const text = page.getByRole('region', { name: 'Text of the experiment' });
    await expect.poll(() => text.innerText()).toContain('name: What TLS costs');
    await page.getByRole('button', { name: 'Open in the editor' }).press('Enter');
    await title(page).filter({ hasText: 'What TLS costs' }).waitFor();
    await expect.poll(() => source(page).innerText()).toContain('tls: [off, mtls]');
  });

  it('paints its figures first and has all of its parts soon after', async () => {
    await page.goto(`${window.url}#/history`);
    await rows(page, 'Runs').getByRole('link', { name: 'A long study' }).click();
    await figure('p95 latency, stress').waitFor();
    await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
    await expect.poll(() => page.getByRole('figure').count()).toBe(22);
    expect(
      await page.getByRole('table', { name: 'All trials' }).getAttribute('aria-rowcount'),
    ).toBe('361');
  });
});

describe('the saturation of a ladder', () => {
  it('is drawn and told, with its reason and what makes it doubtful', async () => {
    await open('ladder');
    await page.getByRole('figure', { name: 'Saturation, small' }).waitFor();
    await page
      .getByRole('img', { name: /REST saturates at 16 users with [\d,]+ requests\/s/ })
      .waitFor();
    await expect.poll(() => line('gRPC').innerText()).toMatch(/16\s+5,633\s.*Client-bound/s);
    await expect
      .poll(() => saturation().innerText())
      .toContain('Beyond 16 users throughput rose no further than');
  });

  it('is given away as figures', async () => {
    await open('ladder');
    const panel = page.getByRole('region', { name: 'Saturation', exact: true });
    const csv = parseCsv(
      await downloaded(page, () => panel.getByRole('button', { name: 'Save CSV' }).click()),
    );
    expect(csv).toHaveLength(6);
    expect(csv[0]).toMatchObject({ Protocol: 'rest', Saturation: '16', 'Set by': 'computed' });
    const picture = page.getByRole('figure', { name: 'Saturation, small' });
    await picture.getByRole('button', { name: 'Save picture' }).click();
    const svg = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'Two columns' }).click(),
    );
    expect(svg).toContain('p95, ms');
  });

  it('has the law that fits, in the table and in the figure', async () => {
    await open('law');
    await expect.poll(() => saturation().innerText()).toMatch(/0\.0\d+\s+0\.0\d+ to 0\.\d+/);
    const picture = page.getByRole('figure', { name: 'Saturation, small' }).first();
    await picture.getByRole('button', { name: 'Save picture' }).click();
    const svg = await downloaded(page, () =>
      page.getByRole('menuitem', { name: 'Two columns' }).click(),
    );
    expect(svg).toContain('Universal Scalability Law');
  });

  it('rests on rounds, which are listed, by themselves and in their trial', async () => {
    await open('ladder');
    const first = rows(page, 'Rounds').first();
    await expect.poll(() => first.innerText()).toMatch(/1\s+REST\s+small.*step 1/s);
    await first.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('figure', { name: 'Users' }).waitFor();
    await scrollTo(dialog.getByRole('table', { name: 'Rounds' }));
    await expect
      .poll(() => dialog.getByRole('table', { name: 'Rounds' }).innerText())
      .toContain('step 6');
    expect(await seriousViolations(page, '[role="dialog"]')).toEqual([]);
  });

  it('can be set with a click on the curve, and taken back', async () => {
    await open('ladder');
    const point = page.locator('circle', { hasText: 'REST: 4 users' }).first();
    const box = await point.boundingBox();
    if (!box) throw new Error('The point is not drawn.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await line('REST').getByText('set by hand', { exact: true }).waitFor();
    await expect.poll(() => level('REST').innerText()).toMatch(/^4/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await line('REST').getByText('set by hand', { exact: true }).waitFor({ state: 'detached' });
  });
});

describe('the result of other loads', () => {
  it('tells latency from service time, and groups its figures by rate', async () => {
    await open('open');
    const names = rows(page, 'Percentiles in milliseconds').getByRole('rowheader');
    await names.first().waitFor();
    expect((await names.allInnerTexts()).slice(0, 2)).toEqual([
      'REST, latency',
      'REST, service time',
    ]);
    await page.getByText('service time (dashed) from the moment it was sent').waitFor();
    await page
      .getByRole('img', { name: /100 requests\/s: REST .* 400 requests\/s: REST/ })
      .first()
      .waitFor();
    await rows(page, 'All trials').filter({ hasText: 'SOAP' }).last().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Service p99').waitFor();
    await dialog.getByText('Sent late, p99').waitFor();
    await dialog.getByText(/dropped, never issued/).waitFor();
    await dialog.getByText(/% of this machine's calibrated ceiling/).waitFor();
  });

  it('show the tax of the client', async () => {
    await open('clients');
    const figure = page.getByRole('figure', { name: 'Client CPU per request' });
    await figure
      .getByText(/µs, \d+×/)
      .first()
      .waitFor();
    await figure.getByRole('button', { name: 'Show data' }).click();
    const data = page.getByRole('dialog').getByRole('table', { name: 'Client tax' });
    await expect
      .poll(() => data.getByRole('row').nth(1).innerText())
      .toMatch(/REST\s+18\.7318\s+274\.344\s+255\.613/);
    expect(await seriousViolations(page, '[role="dialog"]')).toEqual([]);
  });
});

describe('use cases in a result', () => {
  it('are boxes, medians compared with a baseline, and requests that were counted', async () => {
    await open('plan');
    await rows(page, 'Median time of an iteration').first().waitFor();
    const figure = page.getByRole('figure', { name: 'Time of an iteration', exact: true });
    await figure.getByRole('img', { name: /case-2b.*: REST.* [\d.]+, .*gRPC.* [\d.]+/ }).waitFor();
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
      .poll(() => medians.nth(0).innerText())
      .toMatch(/case-2b.*baseline.*\d×.*\d %.*[+−]\d/s);
    await page.getByRole('combobox', { name: 'Baseline' }).click();
    await page.getByRole('option', { name: 'gRPC' }).click();
    await expect.poll(() => medians.nth(0).innerText()).toMatch(/\d×/);

    const sent = rows(page, 'Requests and connections of use cases');
    await expect
      .poll(() => sent.filter({ hasText: 'case-2b' }).first().innerText())
      .toMatch(/REST\s+60\s+0\s+30\s+4\s+the same\s+720/);
  });

  it('can be read as figures', async () => {
    await open('plan');
    const figure = page.getByRole('figure', { name: 'Time of an iteration', exact: true });
    await figure.getByRole('button', { name: 'Show data' }).click();
    const dialog = page.getByRole('dialog');
    const lines = parseCsv(
      await downloaded(page, () => dialog.getByRole('button', { name: 'Save CSV' }).click()),
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ 'Use case': 'case-2b', Iterations: '60' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});
