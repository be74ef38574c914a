import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowserWorkbench } from '../../support/browser.ts';
import { launchChromium, openWindow } from '../../support/browser-window.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { stepsExperiment } from '../../support/scripted-experiments.ts';
import type { WorkbenchWindow } from '../../support/shells.ts';
import {
  counter,
  goTo,
  pointsDrawn,
  rows,
  runButton,
  runFile,
  said,
  seeFigures,
  source,
} from '../../support/views.ts';

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

/** A window that can be lost while the run goes on. */
interface LosableWindow extends WorkbenchWindow {
  /** Closes the page and opens another. */
  lose(): Promise<Page>;
}

async function openLosable(home: string): Promise<LosableWindow> {
  const { page, problems, openPage, close } = await openBrowserWorkbench({ home });
  return {
    page,
    problems,
    close,
    choosing: async (path, action) => {
      const chooser = page.waitForEvent('filechooser');
      await action();
      await (await chooser).setFiles(path);
    },
    saving: () => Promise.reject(new Error('nothing is saved here')),
    lose: async () => {
      await page.close();
      const next = await openPage();
      await goTo(next, 'Run').click();
      return next;
    },
  };
}

describe('the Run view over a real engine', () => {
  let window: LosableWindow;
  let page: Page;

  beforeAll(async () => {
    window = await openLosable(join(folder, 'home'));
    page = window.page;
  });
  afterAll(() => window?.close());

  it('shows all of a trial that it judges in words, before and after it is closed and opened again', async () => {
    await livelyRun(window);
    await page
      .getByText(/^(Trusted so far: the generator used|Suspect: |Client-bound: )/)
      .first()
      .waitFor();
    const before = await succeeded(page);
    page = await window.lose();
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

  it('ends the run, and leaves no error in the console', async () => {
    await button(page, 'Stop').click();
    await said(page, /^Stopped: the figures of 2 of 2 trials are kept\.$/).waitFor();
    expect(window.problems).toEqual([]);
  });
});

describe('the Run view over a scripted engine', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Starts a run that stays at a live point of a trial of 24. */
  async function started(text: string, hold: number) {
    const window = await openWindow(browser, { pace: 20, hold });
    const { page } = window;
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await source(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.getByRole('heading', { level: 1, name: /^(?!First look)/ }).waitFor();
    await runButton(page).and(page.locator(':enabled')).click();
    await button(page, 'Stop').waitFor();
    return window;
  }

  it('says why a load cannot be extended', async () => {
    const { page, close } = await started(stepsExperiment, 8);
    const extend = button(page, 'Extend').and(page.locator('[aria-disabled="true"]'));
    await extend.waitFor();
    await button(page, 'Annotate').focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').getByText('This load has its own end.').waitFor();
    await close();
  });

  it('fills the matrix with the figure that is chosen', async () => {
    const text = smallExperiment({ name: 'Figures', users: '2, 8', duration: '5s' });
    const { page, problems, close } = await started(text, 24 + 12);
    await page.getByRole('progressbar', { name: 'Running trial' }).waitFor();
    await page.getByText('Trusted so far: the generator used 61 % of its core.').waitFor();
    const first = rows(page, 'Trials').first();
    await first
      .getByRole('button', { name: /requests\/s figures of REST, small, 2 users/ })
      .waitFor();
    const shown = page.getByRole('radiogroup', { name: 'Figure shown of each trial' });
    await shown.getByText('p99').click();
    await first.getByRole('button', { name: /^[\d.]+ ms figures of REST/ }).waitFor();
    await shown.getByText('Errors').click();
    await first.getByRole('button', { name: /^0 % failed figures of REST/ }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('says that a run may go on while it is out of reach, and finds it again', async () => {
    const text = smallExperiment({ name: 'Lost', users: '2', duration: '5s' });
    const { page, close } = await started(text, 20);
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
    for (const name of ['Extend', 'Skip trial', 'Stop']) {
      const refused = button(page, name).and(page.locator('[aria-disabled="true"]'));
      expect(await refused.getAttribute('aria-description')).toMatch(/^Connection lost/);
    }
    reachable = true;
    await words.waitFor({ state: 'detached' });
    await button(page, 'Stop').waitFor();
    await close();
  });

  it('says what is under the pointer on the heat map, moves every strip’s cursor, and saves shapes', async () => {
    const text = smallExperiment({ name: 'Pointing', users: '2', duration: '5s' });
    const { page, close } = await started(text, 20);
    await expect.poll(() => counter(page, 'Succeeded')).toMatch(/[1-9]/);
    const plot = heat(page).locator('svg').last();
    await plot.waitFor();
    const box = await plot.boundingBox();
    if (!box) throw new Error('the heat map is not drawn');
    // Within the first second, in the middle of the bands.
    await page.mouse.move(box.x + 60, box.y + box.height / 2);
    await heat(page)
      .getByText(/^0:00 · [\d.]+–[\d.]+ ms · [\d,]+ requests? in 0\.25 s$/)
      .waitFor();
    await figure(page, 'CPU').getByText('0:00').first().waitFor();
    await savedAsShapes(page);
    await close();
  });
});

/** The saved heat map is made of shapes, not of a picture of pixels, and needs no style sheet. */
async function savedAsShapes(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await heat(page).getByRole('button', { name: 'Save picture' }).click();
  await page.getByRole('menuitem', { name: 'Two columns' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const svg = Buffer.concat(chunks).toString();
  expect(svg).not.toContain('<image');
  expect(svg).not.toContain('var(');
  expect(svg.match(/<path [^>]*d="M[^"]*h[^"]*v[^"]*Z"/g)?.length).toBeGreaterThan(2);
  expect(svg).toContain('/s</text>');
}
