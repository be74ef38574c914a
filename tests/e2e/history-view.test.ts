import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  launchChromium,
  openWindow,
  seriousViolations,
  type WindowOptions,
} from '../support/browser-window.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

async function openHistory(options: WindowOptions = {}): Promise<Page> {
  const { page, close } = await openWindow(browser, { route: '#/history', ...options });
  onTestFinished(close);
  return page;
}

const table = (page: Page) => page.getByRole('table', { name: 'Runs, newest first' });
const rows = (page: Page) => table(page).locator('tbody tr:not([aria-hidden])');

describe('the History view', () => {
  it.each(['light', 'dark'] as const)('passes axe in the %s scheme', async (colorScheme) => {
    const page = await openHistory({ colorScheme });
    await rows(page).first().waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('opens a run by keyboard', async () => {
    const page = await openHistory({ runs: 3 });
    await rows(page).first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/result\/scripted-1$/);
  });

  it('renames in place', async () => {
    const page = await openHistory({ runs: 3 });
    await page.getByRole('button', { name: 'Rename First look' }).click();
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Mine' }).waitFor();
  });

  it('deletes, and takes it back', async () => {
    const page = await openHistory({ runs: 3 });
    await page.getByRole('button', { name: 'Delete First look' }).click();
    await page.getByText('2 runs').waitFor();
    expect(await seriousViolations(page, '.mantine-Notification-root')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 runs').waitFor();
  });

  it('sorts, finds and saves what it shows as CSV', async () => {
    const page = await openHistory({ runs: 14 });
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await page.getByLabel('Find runs').fill('tls soap');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save table as CSV' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines[0]).toMatch(/^Name,Started,Duration/);
    expect(lines.length - 1).toBe(await rows(page).count());
    expect(
      lines.slice(1).every((line) => line.startsWith('"TLS tax') && line.includes('soap')),
    ).toBe(true);
  });

  it('draws only what is seen of 2,000 runs', async () => {
    const page = await openHistory({ runs: 2000 });
    await page.getByText('2,000 runs').waitFor();
    expect(await rows(page).count()).toBeLessThan(100);
    await table(page)
      .locator('xpath=..')
      .evaluate((viewport) => viewport.scrollTo(0, 1e9));
    await page.locator('tr[aria-rowindex="2001"]').waitFor();
  });

  it('says how to begin when there is nothing, and what is wrong when it fails', async () => {
    const empty = await openHistory({ runs: 0 });
    await empty.getByRole('heading', { name: 'No runs yet' }).waitFor();
    expect(await seriousViolations(empty)).toEqual([]);
    const broken = await openHistory({ brokenHistory: true });
    await broken.getByRole('heading', { name: 'The history could not be read' }).waitFor();
    await broken.getByText('The database is damaged.').waitFor();
    expect(await seriousViolations(broken)).toEqual([]);
  });

  it('tells what happened at the start until it is dismissed', async () => {
    const notices = ['The database was damaged and has been set aside as wirebench.damaged.db.'];
    const page = await openHistory({ runs: 1, notices });
    await page.getByText('has been set aside').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dismiss this notice' }).click();
    await page.getByText('has been set aside').waitFor({ state: 'detached' });
  });
});
