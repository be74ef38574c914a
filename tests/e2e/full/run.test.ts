import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Calibration } from '../../../contracts/calibration.ts';
import { clientKinds, protocols } from '../../../contracts/words.ts';
import { seriousViolations, violationsInBothSchemes } from '../../support/axe.ts';
import { type BrowserWorkbench, openBrowserWorkbench } from '../../support/browser.ts';
import type { WindowOptions } from '../../support/engine-window.ts';
import { downloaded, engineWindows, untilRunnable } from '../../support/engine-windows.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { environment } from '../../support/records.ts';
import { type WorkbenchWindow, windowOf } from '../../support/shells.ts';
import {
  counter,
  goTo,
  pointsDrawn,
  rows,
  runButton,
  runFile,
  said,
  seeFigures,
  writeSource,
} from '../../support/views.ts';

const open = engineWindows();

let folder: string;
let long: string;

beforeAll(() => {
  folder = makeFolder();
  long = join(folder, 'long.bench.yaml');
  // Longer than any test: it ends because somebody ends it.
  writeFileSync(
    long,
    smallExperiment({ name: 'Long', protocols: 'rest, grpc', duration: '10m', thinkTime: '2ms' }),
  );
});
afterAll(() => removeFolder(folder));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const figure = (page: Page, name: string) => page.getByRole('figure', { name });
const heat = (page: Page) => figure(page, 'Latency, all requests');
const annotations = (page: Page) => page.getByRole('list', { name: 'Annotations' });

/** The seconds of the trial that the heat map knows of, by its own table. */
async function heatSeconds(page: Page): Promise<{ from: number; to: number; requests: number }> {
  await heat(page).getByRole('button', { name: 'Show data' }).click();
  const table = page.getByRole('table', { name: 'Latency, all requests' });
  const cells = await table
    .locator('tbody tr')
    .evaluateAll((lines) =>
      lines.map((line) => [...line.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );
  await page.keyboard.press('Escape');
  await table.waitFor({ state: 'detached' });
  const figures = cells.map((line) => line.map((cell) => Number(cell.replaceAll(',', ''))));
  return {
    from: figures[0]?.[0] ?? Number.NaN,
    to: figures.at(-1)?.[1] ?? Number.NaN,
    requests: figures.flatMap((line) => line.slice(2)).reduce((sum, count) => sum + count, 0),
  };
}

/** Follows a trial until something is to be seen of it, marks it and finishes a first cell. */
async function livelyRun(window: WorkbenchWindow): Promise<void> {
  const { page } = window;
  await runFile(window, long);
  await seeFigures(page, 2);
  await button(page, 'Skip trial').click();
  await rows(page, 'Trials').first().getByText('skipped').waitFor();
  await seeFigures(page, 5);
  await button(page, 'Annotate').press('Enter');
  await page.keyboard.type('Deployed a fix');
  await page.keyboard.press('Enter');
  await annotations(page).getByText('Deployed a fix').waitFor();
}

const succeeded = async (page: Page) =>
  Number((await counter(page, 'Succeeded')).replaceAll(',', ''));

/** Everything that was there before is there again, though this page has seen nothing of it. */
async function seeWholeTrial(page: Page): Promise<void> {
  await button(page, 'Stop').waitFor();
  await seeFigures(page);
  await rows(page, 'Trials').first().getByText('skipped').waitFor();
  await annotations(page).getByText('Deployed a fix').waitFor();
  await figure(page, 'Throughput').locator('[data-mark="Deployed a fix"]').waitFor({
    state: 'attached',
  });
  expect(await pointsDrawn(figure(page, 'Throughput'))).toBeGreaterThan(5);
  const { from, to, requests } = await heatSeconds(page);
  expect(from).toBe(0);
  expect(to).toBeGreaterThan(1);
  expect(requests).toBeGreaterThan(0);
}

describe('the Run view over a real engine', () => {
  let workbench: BrowserWorkbench;
  let page: Page;

  beforeAll(async () => {
    workbench = await openBrowserWorkbench({ home: join(folder, 'home') });
    page = workbench.page;
  });
  afterAll(() => workbench?.close());

  it('shows all of a trial that it judges in words, before and after it is closed and opened again', async () => {
    await livelyRun(windowOf(workbench));
    await page
      .getByText(/^(Trusted so far: the generator used|Suspect: |Client-bound: )/)
      .first()
      .waitFor();
    const before = await succeeded(page);
    await page.close();
    page = await workbench.openPage();
    await goTo(page, 'Run').click();
    await seeWholeTrial(page);
    await expect.poll(() => succeeded(page)).toBeGreaterThan(before);
  });

  it('extends the trial that runs, by keyboard', async () => {
    await button(page, 'Extend').press('Enter');
    await page.getByRole('menuitem', { name: 'Custom…' }).press('Enter');
    const longer = page.getByRole('textbox', { name: 'Longer by' });
    await longer.fill('soon');
    await page.getByText('Write a duration such as 90s, 5m or 1h20m.').waitFor();
    await longer.fill('10m');
    await page.getByText('then last 20 min in total').waitFor();
    await longer.press('Enter');
    await page.getByText('This trial will run 10 min longer.').first().waitFor();
    await said(page, /1\d min.* left$/).waitFor();
  });

  it('opens the figures of a trial that has ended', async () => {
    const cell = rows(page, 'Trials')
      .first()
      .getByRole('button', { name: /figures of REST/ });
    await cell.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('figure', { name: 'Throughput' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('says what is under the pointer on the heat map, moves every strip’s cursor, and saves shapes', async () => {
    const plot = heat(page).locator('svg').last();
    const box = await plot.boundingBox();
    if (!box) throw new Error('the heat map is not drawn');
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await heat(page)
      .getByText(/^0:\d\d · [\d.]+–[\d.]+ ms · [\d,]+ requests? in [\d.]+ s$/)
      .waitFor();
    await figure(page, 'CPU')
      .getByText(/^0:\d\d$/)
      .first()
      .waitFor();
    await savedAsShapes(page);
  });

  it('says that a run may go on while it is out of reach, and finds it again', async () => {
    const links: WebSocketRoute[] = [];
    let reachable = true;
    await page.routeWebSocket(/\/engine/, (link) => {
      if (!reachable) return link.close();
      links.push(link);
      link.connectToServer();
    });
    await page.reload();
    await button(page, 'Stop').waitFor();
    reachable = false;
    for (const link of links) await link.close();
    const words = page.getByText('Connection lost; the run may still be in progress.');
    await words.waitFor();
    await page.getByText('Running', { exact: true }).first().waitFor();
    await page.getByRole('img', { name: 'A run is in progress' }).waitFor();
    await page.getByRole('alert').getByText('The connection to the engine is lost').waitFor();
    for (const name of ['Extend', 'Skip trial', 'Stop']) {
      const refused = button(page, name).and(page.locator('[aria-disabled="true"]'));
      expect(await refused.getAttribute('aria-description')).toMatch(/^Connection lost/);
    }
    reachable = true;
    await words.waitFor({ state: 'detached' });
    await button(page, 'Stop').and(page.locator(':not([aria-disabled="true"])')).waitFor();
  });

  it('ends the run, and leaves no error in the console', async () => {
    await button(page, 'Stop').click();
    await said(page, /^Stopped: the figures of 2 of 2 trials are kept\.$/).waitFor();
    expect(workbench.problems).toEqual([]);
  });
});

const head = (name: string, factors: string) =>
  `wirebench: 1\nname: ${name}\nfactors: {protocol: [rest, grpc], ${factors}}\nworkers: 1\n`;

/** Runs an experiment in a window of its own. */
async function started(text: string): Promise<Page> {
  const { page } = await open();
  await untilRunnable(page);
  await writeSource(page, text);
  await page.getByRole('heading', { level: 1, name: /^(?!First look)/ }).waitFor();
  await untilRunnable(page);
  await runButton(page).click();
  await page.waitForURL(/#\/run/);
  return page;
}

const tooWide = (page: Page, name: string) =>
  page
    .getByRole('region', { name })
    .evaluate((element) => element.scrollWidth > element.clientWidth);

describe('the Run view of other loads', () => {
  it('lists the rounds of a trial as they end, names the one that runs, and why it cannot be extended', async () => {
    const load = '{model: steps, levels: [1, 2, 4, 8, 16, 32, 64], hold: 2s, settle: 100ms}';
    const page = await started(
      `${head('Ladder', 'shape: [small]')}load: ${load}\nrepetitions: 9\n`,
    );
    await rows(page, 'Rounds').nth(1).waitFor();
    await expect
      .poll(() => rows(page, 'Rounds').first().innerText())
      .toMatch(/step 1\s+1\s+[\d,]+\s+[\d.]+/);
    await said(page, /^round \d, \d+ users?$/).waitFor();
    await button(page, 'Extend').and(page.locator('[aria-disabled="true"]')).waitFor();
    await button(page, 'Annotate').focus();
    await page.keyboard.press('Tab');
    await page
      .getByRole('tooltip')
      .getByText(/^All steps have the same length/)
      .waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('shows what open load wants beside what it gets, and what it drops', async () => {
    // One request at a time, each of which takes 40 ms at least.
    const load = '{model: open, duration: 10m, maxInFlight: 1}';
    const factors = 'rate: [200], network: [40ms]';
    const page = await started(`${head('Open', factors)}load: ${load}\n`);
    await said(page, '200 requests/s').waitFor();
    await expect.poll(() => counter(page, 'Wanted')).toBe('200 /s');
    const throughput = page.getByRole('figure', { name: 'Throughput' });
    await throughput.getByRole('button', { name: 'Wanted' }).waitFor();
    await page.getByRole('figure', { name: 'Dropped' }).waitFor();
    await expect.poll(() => counter(page, 'Dropped')).toMatch(/^[1-9]/);
  });

  it('keeps the table of trials within its panel, however many series there are', async () => {
    const factors = 'shape: [small, typical], users: [10], tls: [off, on], client: [raw, library]';
    const load = '{model: closed, duration: 10m, thinkTime: 5ms}';
    const page = await started(`${head('Tax', factors)}load: ${load}\n`);
    await rows(page, 'Trials').nth(7).waitFor();
    await expect.poll(() => rows(page, 'Trials').nth(1).innerText()).toContain('no TLS, library');
    expect(await tooWide(page, 'Trials, scrollable')).toBe(false);
  });
});

/** The saved heat map is made of shapes, not of a picture of pixels, and needs no style sheet. */
async function savedAsShapes(page: Page): Promise<void> {
  const svg = await downloaded(page, async () => {
    await heat(page).getByRole('button', { name: 'Save picture' }).click();
    await page.getByRole('menuitem', { name: 'Two columns' }).click();
  });
  expect(svg).not.toContain('<image');
  expect(svg).not.toContain('var(');
  expect(svg.match(/<path [^>]*d="M[^"]*h[^"]*v[^"]*Z"/g)?.length).toBeGreaterThan(2);
  expect(svg).toContain('/s</text>');
}

/** A calibration whose ceilings were measured at once, one every so many milliseconds. */
function quickly(ms: number): NonNullable<WindowOptions['calls']> {
  const ceilings = protocols.flatMap((protocol) =>
    clientKinds.flatMap((client) =>
      [false, true].map((tls) => {
        const workerBound = client !== 'raw' || protocol !== 'soap';
        const figures = { throughputRps: 61_000, cpuUs: 16, utilization: 0.99 };
        return { protocol, client, tls, ...figures, workerBound };
      }),
    ),
  );
  let latest: Calibration | null = null;
  return ({ calibration }) => ({
    calibration: {
      latest: calibration.latest.handler(() => latest),
      run: calibration.run.handler(async function* () {
        for (const [index, ceiling] of ceilings.entries()) {
          await new Promise((resolve) => setTimeout(resolve, ms));
          yield { type: 'ceiling' as const, ceiling, done: index + 1, of: ceilings.length };
        }
        latest = { at: new Date().toISOString(), environment, seconds: 2, ceilings };
        yield { type: 'end' as const, calibration: latest };
      }),
    },
  });
}

describe('the calibration of this machine', () => {
  let page: Page;
  const machine = () => page.getByRole('region', { name: 'This machine' });
  const calibrate = () => machine().getByRole('button', { name: 'Calibrate', exact: true });

  it('is done from the Run view, and its ceilings are listed', async () => {
    ({ page } = await open({ route: '#/run', calls: quickly(5) }));
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
    expect(await violationsInBothSchemes(page, 'main')).toEqual([]);
  });

  it('says how far it is, goes on in other views, and can be stopped', async () => {
    ({ page } = await open({ route: '#/run', calls: quickly(3000) }));
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
    page = await started(smallExperiment({ name: 'Long', protocols: 'rest', duration: '10m' }));
    await button(page, 'Stop').waitFor();
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
