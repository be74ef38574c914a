import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowserWorkbench } from '../support/browser.ts';
import { launchChromium, openWindow, seriousViolations } from '../support/browser-window.ts';
import { launchWorkbench } from '../support/electron.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { stepsExperiment } from '../support/scripted-experiments.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
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
  useScheme,
} from '../support/views.ts';

let folder: string;
let long: string;

beforeAll(() => {
  folder = makeFolder();
  long = join(folder, 'long.bench.yaml');
  // Longer than any test: it ends because somebody ends it.
  writeFileSync(long, smallExperiment({ name: 'Long', protocols: 'rest, grpc', duration: '10m' }));
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
  await button(page, 'Skip this cell').click();
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
  /** Closes the page, or loads it anew where it cannot be closed without the app. */
  lose(): Promise<Page>;
}

async function inChromium(home: string): Promise<LosableWindow> {
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

async function inElectron(home: string): Promise<LosableWindow> {
  const electron = shells.find(({ shell }) => shell === 'Electron');
  if (!electron) throw new Error('Electron is not among the shells');
  const window = await electron.open(home);
  const { page } = window;
  return {
    ...window,
    lose: async () => {
      await page.reload();
      return page;
    },
  };
}

describe.each([
  { shell: 'Chromium', what: 'closed and opened again', open: inChromium },
  { shell: 'Electron', what: 'loaded anew', open: inElectron },
])('the Run view over a real engine in $shell', ({ shell, what, open }) => {
  let window: LosableWindow;
  let page: Page;

  beforeAll(async () => {
    window = await open(join(folder, shell));
    page = window.page;
  });
  afterAll(() => window?.close());

  it(`shows all of a trial that it judges in words, before and after it is ${what}`, async () => {
    await livelyRun(window);
    await page
      .getByText(/^(Trusted so far: the generator used|Suspect: |Client-bound: )/)
      .waitFor();
    const before = await succeeded(page);
    page = await window.lose();
    await seeWholeTrial(page);
    expect(await succeeded(page)).toBeGreaterThan(before);
  });

  it('extends the trial that runs, by keyboard', async () => {
    await button(page, 'Extend').press('Enter');
    await page.getByRole('menuitem', { name: 'Another time…' }).press('Enter');
    const longer = page.getByRole('textbox', { name: 'Longer by' });
    await longer.fill('soon');
    await page.getByText('Write a duration such as 90s, 5m or 1h20m.').waitFor();
    await longer.fill('2m');
    await page.getByText('then last 12 min together').waitFor();
    await longer.press('Enter');
    await page.getByText('This trial measures 2 min longer.').first().waitFor();
    expect(await said(page, /left$/).innerText()).toMatch(/1[12] min/);
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

describe('a run whose page is gone', () => {
  it('goes on when the page of the desktop app crashes, and is there when it is loaded again', async () => {
    const home = join(folder, 'crashed');
    const { app, page, close } = await launchWorkbench({ home, args: [long] });
    try {
      await runButton(page).and(page.locator(':enabled')).click();
      await button(page, 'Stop').waitFor();
      await seeFigures(page, 4);
      // The person answers “Load again”.
      await app.evaluate(({ BrowserWindow, dialog }) => {
        dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
        BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
      });
      // Playwright does not follow a page that has crashed; the window itself tells what it shows.
      const shown = () =>
        app.evaluate(({ BrowserWindow }) => {
          const script = `document.querySelector('[aria-label="Now"]')?.innerText ?? ''`;
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          if (!contents || contents.isCrashed() || contents.isLoading()) return '';
          // A question to a page that goes away is never answered.
          const late = new Promise<string>((resolve) => setTimeout(() => resolve(''), 1000));
          return Promise.race([contents.executeJavaScript(script).catch(() => ''), late]);
        });
      await vi.waitUntil(async () => /Succeeded\s+[\d,]*[1-9]/.test(await shown()), {
        timeout: 30_000,
        interval: 200,
      });
      const back = await shown();
      expect(back).toContain('REST');
      expect(back).toContain('0 of 2 trials');
    } finally {
      await close();
    }
  });
});

describe('the Run view over a scripted engine', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function started(text: string, pace: number) {
    const window = await openWindow(browser, { pace });
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
    const { page, close } = await started(stepsExperiment, 60);
    const extend = button(page, 'Extend').and(page.locator('[aria-disabled="true"]'));
    await extend.waitFor();
    await button(page, 'Annotate').focus();
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').getByText('This load has its own end.').waitFor();
    await close();
  });

  it('fills the matrix with the figure that is chosen, and passes axe in both schemes', async () => {
    const text = smallExperiment({ name: 'Figures', users: '2, 8', duration: '5s' });
    const { page, problems, close } = await started(text, 100);
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
    await useScheme(page, 'light');
    expect(await seriousViolations(page)).toEqual([]);
    await useScheme(page, 'dark');
    expect(await seriousViolations(page, undefined, ['color-contrast'])).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });

  it('says what is under the pointer on the heat map, moves every strip’s cursor, and saves shapes', async () => {
    const text = smallExperiment({ name: 'Pointing', users: '2', duration: '5s' });
    const { page, close } = await started(text, 60);
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
  await heat(page).getByRole('button', { name: 'Save SVG' }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const svg = Buffer.concat(chunks).toString();
  expect(svg).not.toContain('<image');
  expect(svg).not.toContain('var(');
  expect(svg.match(/<path [^>]*d="M[^"]*h[^"]*v[^"]*Z"/g)?.length).toBeGreaterThan(2);
  expect(svg).toContain('/s</text>');
}
