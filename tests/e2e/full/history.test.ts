import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WirebenchError } from '../../../contracts/errors.ts';
import { seriousViolations } from '../../support/axe.ts';
import { openBrowserWorkbench } from '../../support/browser.ts';
import { dropFile } from '../../support/drop-file.ts';
import type { WindowOptions } from '../../support/engine-window.ts';
import { downloaded, engineWindows } from '../../support/engine-windows.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { seedRuns } from '../../support/many-runs.ts';
import { goTo, rows as rowsOf, title, untilDrawn } from '../../support/views.ts';

const open = engineWindows();

/** Makes the history fail, as with a damaged database. */
const broken: WindowOptions['calls'] = (api) => {
  const fails = () => {
    throw new WirebenchError('STORE_CORRUPT', 'The database is damaged.');
  };
  return {
    history: { search: api.history.search.handler(fails) },
    runs: { list: api.runs.list.handler(fails) },
  };
};

const table = (page: Page) => page.getByRole('table', { name: 'Runs' });
const rows = (page: Page) => rowsOf(page, 'Runs');
const searchField = (page: Page) => page.getByRole('searchbox', { name: /^Find runs/ });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the History view', () => {
  it('renames in place, deletes one or several, and takes that back at once', async () => {
    const { page } = await open({ route: '#/history', runs: 4 });
    await button(page, 'Rename First look 0').click();
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Mine' }).waitFor();
    await button(page, 'Delete Mine').click();
    await page.getByText('3 runs').waitFor();
    await button(page, 'Undo').click();
    await page.getByText('4 runs').waitFor();
    await page.getByRole('checkbox', { name: 'Choose all runs that match' }).click();
    await page.getByText('4 chosen').waitFor();
    await button(page, 'Delete').click();
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    const toast = page.getByRole('alert').filter({ hasText: 'Deleted 4 runs' });
    await toast.waitFor();
    await untilDrawn(page);
    // Below the view, not over it.
    const [view, below] = [await page.locator('#main').boundingBox(), await toast.boundingBox()];
    expect(below?.y).toBeGreaterThanOrEqual((view?.y ?? 0) + (view?.height ?? 0));
    await button(page, 'Undo').last().click();
    await page.getByText('4 runs', { exact: true }).waitFor();
  });

  it('says how to begin when there is nothing, and what is wrong when it fails', async () => {
    const { page: empty } = await open({ route: '#/history', runs: 0 });
    await empty.getByRole('heading', { name: 'No runs yet' }).waitFor();
    const { page: damaged } = await open({ route: '#/history', calls: broken });
    await damaged.getByRole('heading', { name: 'The history could not be read' }).waitFor();
    await damaged.getByText('The database is damaged.').waitFor();
    expect(await seriousViolations(damaged, '#main')).toEqual([]);
  });

  it('tells what happened at the start until it is dismissed, and then no more', async () => {
    const prepare = (folder: string) =>
      writeFileSync(join(folder, 'wirebench.db'), 'damaged '.repeat(1000));
    const { page } = await open({ route: '#/history', prepare });
    await page.getByText('it was kept as').waitFor();
    await button(page, 'Dismiss this notice').click();
    await page.getByText('it was kept as').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
    expect(await page.getByText('it was kept as').count()).toBe(0);
  });
});

describe('a history of 2,000 runs on a real engine', () => {
  let page: Page;
  let problems: readonly string[];
  let close: (() => Promise<void>) | null = null;
  const home = makeFolder();

  beforeAll(async () => {
    seedRuns(join(home, 'wirebench.db'), 2000);
    ({ page, problems, close } = await openBrowserWorkbench({ home }));
    await goTo(page, 'History').click();
    await page.getByText('2,000 runs').waitFor();
  });
  afterAll(async () => {
    await close?.();
    removeFolder(home);
  });

  it('draws and reads only what is seen, to its end', async () => {
    await expect.poll(() => rows(page).count()).toBeLessThan(100);
    await rows(page).first().focus();
    await page.keyboard.press('End');
    const last = page.locator('tr[aria-rowindex="2001"]');
    await last.getByRole('link', { name: '10–200 1999' }).waitFor();
    await last.and(page.locator(':focus')).waitFor();
    await table(page)
      .locator('xpath=..')
      .evaluate((viewport) => {
        viewport.scrollTo(0, 0);
      });
    await page.getByRole('link', { name: 'First look 0' }).waitFor();
  });

  it.each([760, 1280, 1360, 1440, 1920])(
    'shows notes, whole tags, duration and trials without scrolling at a width of %d pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 800 });
      const run = rows(page).filter({ hasText: 'First look 10' });
      const note = run.getByText('The fan was at full speed, door shut.');
      await expect.poll(async () => (await note.boundingBox())?.width ?? 0).toBeGreaterThan(60);
      for (const tag of ['lab 2', 'night']) {
        const cut = await run
          .getByText(tag, { exact: true })
          .evaluate((shown) => shown.scrollWidth > shown.clientWidth);
        expect(cut, tag).toBe(false);
      }
      await run.getByText('12 min 34 s').filter({ visible: true }).waitFor();
      await button(page, 'Duration').waitFor();
      if (width >= 1280) {
        await run
          .getByText(/^21( trials)?$/)
          .filter({ visible: true })
          .waitFor();
        await button(page, 'Trials').waitFor();
      }
      const scrolls = await table(page)
        .locator('xpath=..')
        .evaluate((viewport) => viewport.scrollWidth > viewport.clientWidth);
      expect(scrolls).toBe(false);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );

  it('keeps tags, with those in use to choose from, a note and a pin, and finds them', async () => {
    await searchField(page).fill('look 1995');
    await page.getByText('1 of 2,000 runs').waitFor();
    await button(page, 'Tag First look 1995').click();
    const field = page.getByRole('combobox', { name: 'Tags of First look 1995' });
    await field.fill('ni');
    await page.getByRole('option', { name: 'night' }).click();
    await field.fill('<b>bold</b>');
    await field.press('Enter');
    await rows(page).first().getByText('<b>bold</b>').waitFor();
    await page.keyboard.press('Escape');
    await button(page, 'Note on First look 1995').click();
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Åsa var här');
    await button(page, 'Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button(page, 'Pin First look 1995').click();
    await searchField(page).fill('asa night bold');
    await page.getByRole('link', { name: 'First look 1995' }).waitFor();
    await page.reload();
    await rows(page).first().getByText('Åsa var här').waitFor();
    await expect.poll(() => rows(page).first().innerText()).toMatch(/night[\s\S]*<b>bold<\/b>/);
  });

  it('gives a run away as a file and takes it back, the same to the last byte', async () => {
    const exported = async () => {
      await page.getByRole('checkbox', { name: 'Choose First look 1995' }).check();
      const download = page.waitForEvent('download');
      await button(page, 'Export run file').click();
      const file = await download;
      await button(page, 'Clear selection').click();
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    };
    const { name, bytes } = await exported();
    expect(name).toBe('First-look-1995-seeded-1995.wbrun');
    await button(page, 'Delete First look 1995').click();
    await page.getByText('1,999 runs').waitFor();
    await dropFile(page, name, bytes);
    await title(page).filter({ hasText: 'First look 1995' }).waitFor();
    await page.getByText('“First look 1995” is already in the history').waitFor();
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    await page.getByRole('menuitem', { name: 'Run file' }).click();
    expect(readFileSync(await (await download).path()).equals(bytes)).toBe(true);
    await goTo(page, 'History').click();
    expect((await exported()).bytes.equals(bytes)).toBe(true);
    await dropFile(page, 'broken.wbrun', bytes.subarray(0, -9));
    const said = page.getByRole('alert').filter({ hasText: 'broken.wbrun could not be imported' });
    await said.getByText('incomplete or was changed').waitFor();
    expect(problems).toEqual([]);
  });
});

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
const other = `${repeated.replace('[10, 50]', '[10, 50, 90]')}connections: per-request\n`;
/** Runs of these are stored, the second on another CPU. */
const once = repeated
  .replace('name: Protocols, repeated', 'name: Once')
  .replace('small', 'typical')
  .replace('[10, 50]', '[7]');
const experiments = [repeated, other, once];

async function openCompare(route: string, options: WindowOptions = {}): Promise<Page> {
  const { page } = await open({ route: `#/compare${route}`, experiments, runs: 2, ...options });
  return page;
}

const figure = (page: Page, name: RegExp | string) => page.getByRole('figure', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const baselineCell = (page: Page) => page.getByRole('combobox', { name: 'Baseline cell' });
const compared = (page: Page) => rowsOf(page, 'Throughput, compared');

describe('the Compare view', () => {
  it('opens the curves of a row by keyboard', async () => {
    const page = await openCompare('/given-0/given-1');
    await compared(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await figure(page, 'Latency percentiles, rest · small · 50 users · tls off · raw').waitFor();
  });

  it('saves the table as CSV, and the charts with their data', async () => {
    const page = await openCompare('/given-0/given-1');
    await compared(page).first().waitFor();
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
    const damaged = await openCompare('', { calls: broken });
    await heading(damaged, 'The history could not be read').waitFor();
    expect(await seriousViolations(damaged, '#main')).toEqual([]);
    const unknown = await openCompare('/nobody/given-0');
    await heading(unknown, 'These runs could not be compared').waitFor();
    const apart = await openCompare('/given-0/given-2');
    await apart.getByRole('button', { name: 'Choose individual cells' }).click();
    await baselineCell(apart).waitFor();
  });
});
