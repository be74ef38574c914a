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
import { stepsExperiment } from '../../support/scripted-experiments.ts';
import { rows, source, title } from '../../support/views.ts';

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

let browser: Browser;
let window: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  const experiments = [tlsExperiment, stepsExperiment, longExperiment];
  window = await openWindow(browser, { route: '#/history', experiments, runs: 1 });
  page = window.page;
});
afterAll(async () => {
  await window?.close();
  await browser?.close();
});
afterEach(async () => {
  expect(window.problems).toEqual([]);
  // A dialog that a failed test has left open would fail all that follow.
  await page.keyboard.press('Escape');
});

/** Waits for what a loaded machine may take long to draw. */
const soon = <T>(probe: () => Promise<T> | T) => expect.poll(probe);

const sections = () => page.getByRole('navigation', { name: 'Sections of the result' });
const go = (name: string) => sections().getByRole('link', { name, exact: true });
const figure = (name: string) => page.getByRole('figure', { name, exact: true });

async function open(index: number): Promise<void> {
  await page.goto(`${window.url}#/history`);
  // So that nothing of the result before this one is left.
  await title(page).filter({ hasText: 'History' }).waitFor();
  await page.goto(`${window.url}#/result/given-${index}`);
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
}

async function download(press: () => Promise<void>): Promise<string> {
  const arriving = page.waitForEvent('download');
  await press();
  return readFileSync(await (await arriving).path(), 'utf8');
}

/** Where the upper edge of a part of the page is, from that of the page. */
async function topOf(name: string): Promise<number> {
  const part = await page.getByRole('region', { name, exact: true }).first().boundingBox();
  const whole = await page.getByRole('region', { name: 'Result', exact: true }).boundingBox();
  return (part?.y ?? Number.NaN) - (whole?.y ?? Number.NaN);
}

describe('the sections of a result', () => {
  it('are those that have content, and are gone to by keyboard', async () => {
    await open(0);
    await expect
      .poll(() => sections().getByRole('link').allInnerTexts())
      .toEqual([
        'Overview',
        'Throughput & latency',
        'Percentiles',
        'Heat map',
        'TLS',
        'Sizes',
        'Comparisons',
        'Statistics',
        'Errors',
        'Health',
        'Trials',
        'Machine & experiment',
      ]);
    await go('Health').focus();
    await page.keyboard.press('Enter');
    await soon(() => topOf('Health')).toBeLessThan(20);
    await soon(() => go('Health').getAttribute('aria-current')).toBe('location');
    await page.keyboard.press('Tab');
    const health = page.getByRole('region', { name: 'Health', exact: true });
    await expect.poll(() => health.locator(':focus').count()).toBe(1);
  });

  it('have addresses, and one step back leaves the result', async () => {
    await page.goto(`${window.url}#/history`);
    await rows(page, 'Runs').getByRole('link', { name: 'What TLS costs' }).click();
    await go('TLS').click();
    await soon(() => page.url()).toMatch(/#\/result\/given-0\/tls$/);
    const address = page.url();
    await go('Trials').click();
    await page.goBack();
    await title(page).filter({ hasText: 'History' }).waitFor();
    await page.goto(address);
    await soon(() => topOf('TLS overhead')).toBeLessThan(20);
  });
});

describe('a figure', () => {
  it('shares a base line with those beside it where one title takes more lines', async () => {
    await open(0);
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
    await soon(async () => new Set(await tops()).size).toBe(1);
    const boxes = await figure(long).getByText(long).first().boundingBox();
    expect(boxes?.height).toBeGreaterThan(30);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('says how it was computed, with the way to the method', async () => {
    await open(0);
    const chart = figure('p95 latency, small');
    const how = chart.getByRole('button', { name: 'How this was computed' });
    const opacity = () =>
      how.evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).opacity);
    // At rest a figure has no tools; they are there for whoever points at it, or reaches it by key.
    await page.mouse.move(0, 0);
    await soon(opacity).toBe('0');
    await how.focus();
    await soon(opacity).toBe('1');
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
    await open(0);
    const chart = figure('Throughput, large');
    const ticks = async () => (await chart.locator('svg text').allTextContents()).join(' ');
    expect(await ticks()).toMatch(/\b0\b/);
    await chart.getByRole('button', { name: 'log throughput' }).press('Enter');
    await soon(ticks).not.toMatch(/(^| )0( |$)/);
    await soon(ticks).toMatch(/\b50\b/);
  });

  it('marks the level that is pointed at in all that share it, and tells its figures', async () => {
    await open(0);
    const box = await figure('Throughput, small').locator('[role="img"]').boundingBox();
    if (!box) throw new Error('The figure is not drawn.');
    const shades = () => page.locator('figure svg > rect').count();
    const before = await shades();
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
    await soon(shades).toBe(before + 6);
    const tip = page.locator('body > [aria-hidden]');
    await tip.getByText('10 users', { exact: true }).waitFor();
    await page.mouse.move(box.x + box.width / 2, box.y - 60);
    await soon(shades).toBe(before);
  });

  it('is saved for one column and for two, with its text, fills and size', async () => {
    await open(0);
    const chart = figure('Throughput, small');
    const save = async (width: string) => {
      await chart.getByRole('button', { name: 'Save picture' }).press('Enter');
      return download(() => page.getByRole('menuitem', { name: width }).click());
    };
    const [narrow, wide] = [await save('One column'), await save('Two columns')];
    expect(narrow).toContain('width="84mm"');
    expect(wide).toContain('width="178mm"');
    for (const svg of [narrow, wide]) {
      expect(svg).toMatch(/<text[^>]*>requests\/s<\/text>/);
      expect(svg).toMatch(/<path [^>]*stroke-linecap="round"[^>]*stroke-dasharray="0\.01 5\.99"/);
      expect(svg).not.toContain('<pattern');
      expect(svg).not.toMatch(/var\(|class=/);
    }
  });
});

describe('zooming', () => {
  it('is done by keyboard on levels, and taken back', async () => {
    await open(1);
    const chart = figure('Saturation, small, repetition 1');
    const points = () => chart.locator('svg path').count();
    await chart.getByRole('button', { name: 'Zoom users' }).press('Enter');
    const form = page.getByRole('form', { name: 'Zoom users' });
    await form.getByRole('textbox', { name: /^From/ }).fill('20');
    await form.getByRole('textbox', { name: /^To/ }).fill('100');
    await page.keyboard.press('Enter');
    await chart.getByRole('button', { name: '20 to 100: show all' }).waitFor();
    const ticks = await chart.locator('svg text').allTextContents();
    expect(ticks).not.toContain('200');
    expect(await points()).toBeGreaterThan(0);
    await chart.getByRole('button', { name: '20 to 100: show all' }).press('Enter');
    await soon(() => chart.locator('svg text').allTextContents()).toContain('200');
  });

  it('is done by dragging over time, in all strips together', async () => {
    await open(0);
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
    expect(await clocks()).not.toContain('0:06');
    await back.click();
    await soon(clocks).toContain('0:06');
  });
});

describe('the tables of a result', () => {
  it('set each cell with TLS beside the one without', async () => {
    await open(0);
    const first = rows(page, 'TLS overhead').first();
    await expect.poll(() => first.innerText()).toMatch(/REST\s+mTLS vs no TLS\s+small · 10 users/);
    await expect
      .poll(() => first.innerText())
      .toMatch(/[\d,]+ → [\d,]+\s+0\.8\d×\s+8\d %\s+−1\d %/);
    const panel = page.getByRole('region', { name: 'TLS overhead' });
    const csv = parseCsv(
      await download(() => panel.getByRole('button', { name: 'Save CSV' }).click()),
    );
    expect(csv).toHaveLength(12);
    const { 'Throughput, no TLS (requests/s)': none, 'Throughput, TLS (requests/s)': tls } =
      csv[0] ?? {};
    expect(Number(tls) / Number(none)).toBeCloseTo(Number(csv[0]?.['Throughput (times)']), 1);
  });

  it('list errors by kind and code, with share and message', async () => {
    await open(0);
    const errors = rows(page, 'Errors');
    await expect.poll(() => errors.count()).toBe(24);
    expect(await seriousViolations(page, '[data-section="errors"]')).toEqual([]);
    await expect
      .poll(() => errors.first().innerText())
      .toMatch(
        /REST\s+small\s+10\s+mTLS\s+raw\s+tls\s+ECONNRESET\s+[\d,]+\s+0\.79\d? %\s+all\s+2 of 2\s+socket hang up/,
      );
    await errors.first().press('Enter');
    await page.getByRole('dialog').getByText('tls ECONNRESET').waitFor();
  });

  it('judge the health of each trial in words', async () => {
    await open(0);
    const health = rows(page, 'Health');
    await expect.poll(() => health.count()).toBe(48);
    await expect
      .poll(() => health.first().innerText())
      .toMatch(/Trusted\s+The load generator kept up\./);
  });
});

describe('what a run was made of', () => {
  it('names machine and versions, and gives the experiment to the editor', async () => {
    await open(0);
    await go('Machine & experiment').click();
    const machine = page.getByRole('region', { name: 'Machine and versions' });
    await expect.poll(() => machine.innerText()).toContain('Scripted CPU');
    const text = page.getByRole('region', { name: 'Text of the experiment' });
    await expect.poll(() => text.innerText()).toContain('name: What TLS costs');
    await page.getByRole('button', { name: 'Open in the editor' }).press('Enter');
    await title(page).filter({ hasText: 'What TLS costs' }).waitFor();
    await soon(() => source(page).innerText()).toContain('tls: [off, mtls]');
  });
});

describe('a result of 360 trials', () => {
  it('paints its figures first and has all of its parts soon after', async () => {
    await page.goto(`${window.url}#/history`);
    await rows(page, 'Runs').getByRole('link', { name: 'A long study' }).click();
    await figure('p95 latency, stress').waitFor();
    await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
    await expect.poll(() => page.getByRole('figure').count()).toBe(20);
    expect(
      await page.getByRole('table', { name: 'All trials' }).getAttribute('aria-rowcount'),
    ).toBe('361');
  });
});
