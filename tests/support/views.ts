import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { WorkbenchWindow } from './shells.ts';
import { waitMs } from './timeouts.ts';

/** The parts of the views by role and accessible name, as a user finds them. */

type ViewLink =
  | 'Start'
  | 'Experiments'
  | 'Studies'
  | 'Editor'
  | 'Run'
  | 'History'
  | 'Compare'
  | 'Wire'
  | 'Sizes'
  | 'Services'
  | 'Machines'
  | 'Reports'
  | 'Help'
  | 'Settings';

export const goTo = (page: Page, view: ViewLink) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view });

export const title = (page: Page) => page.getByRole('heading', { level: 1 });

export const runButton = (page: Page) => page.getByRole('button', { name: 'Run', exact: true });

export const source = (page: Page) => page.getByRole('textbox', { name: 'Experiment file, YAML' });

/** Replaces the text in the editor, again where a late render of the editor took the keys. */
export async function writeSource(page: Page, text: string): Promise<void> {
  const write = async () => {
    await source(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    // Of a long text only the lines in view are rendered.
    const lines = (await source(page).innerText()).split('\n').map((line) => line.trim());
    const others = lines.filter((line) => !text.includes(line));
    if (others.length > 0) throw new Error(`the editor still has ${others.join('\n')}`);
  };
  await vi.waitFor(write, { timeout: waitMs, interval: 100 });
}

export const problemList = (page: Page) => page.getByRole('list', { name: 'Problems' });

/** A setting of the form, with its control and its problems. */
export const field = (page: Page, name: string) =>
  page.getByRole('form', { name: 'Experiment' }).getByLabel(name, { exact: true });

export const rows = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr:not([aria-hidden])');

/** Scrolls an element into view; if it is replaced at that moment, its replacement. */
export const scrollTo = (target: Locator) =>
  vi.waitFor(() => target.scrollIntoViewIfNeeded(), { timeout: 2 * waitMs, interval: 100 });

/** Opens a file with the button of the Experiment view. */
export async function openFile({ page, choosing }: WorkbenchWindow, path: string): Promise<void> {
  await goTo(page, 'Editor').click();
  await choosing(path, async () => {
    const open = page.getByRole('button', { name: 'Open', exact: true });
    await open.click();
    // With recent files, the button opens a menu of them.
    if ((await open.getAttribute('aria-expanded')) === 'true') {
      await page.getByRole('menuitem', { name: 'Open a file…' }).click();
    }
  });
  await title(page)
    .filter({ hasText: path.split('/').at(-1) ?? path })
    .waitFor();
}

/** Opens a file, runs it and waits for the live view of a run that lasts. */
export async function runFile(window: WorkbenchWindow, path: string): Promise<void> {
  await openFile(window, path);
  await runButton(window.page).click();
  await window.page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
}

/** A message about the run in the Run view, such as `All 3 trials are done.` */
export const said = (page: Page, words: string | RegExp) =>
  page.getByRole('region', { name: 'Now' }).getByText(words);

/** Waits until a run is completed, whose result then opens; goes back to the Run view, which says so. */
export async function seeEnd(page: Page, words: string | RegExp): Promise<void> {
  await page.waitForURL(/#\/result\//, { timeout: 2 * waitMs });
  await goTo(page, 'Run').click();
  await said(page, words).waitFor();
}

/** The current value under a name, such as `Throughput`. */
export async function counter(page: Page, name: string): Promise<string> {
  const label = page.getByRole('region', { name: 'Now' }).getByText(name, { exact: true });
  return (await label.locator('xpath=following-sibling::*[1]').innerText()).replace(/\s+/g, ' ');
}

/** Waits for live values: the throughput has had `count` values above zero. */
export async function seeFigures(page: Page, count = 3): Promise<Set<string>> {
  const seen = new Set<string>();
  await vi.waitFor(
    async () => {
      const now = await counter(page, 'Throughput');
      if (/[1-9]/.test(now)) seen.add(now);
      expect(seen.size).toBeGreaterThanOrEqual(count);
    },
    { timeout: waitMs, interval: 100 },
  );
  return seen;
}

/** The drawn part of a chart: the points of its longest line. */
export async function pointsDrawn(chart: Locator): Promise<number> {
  const lines = await chart
    .locator('svg path')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));
  return Math.max(0, ...lines.map((line) => line.split(/[ML]/).length - 1));
}

/** Shows the window in a scheme and waits until it is fully drawn. */
export async function useScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
  await untilDrawn(page);
}

/** Waits until nothing moves any more and the window has been painted. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await document.fonts.ready;
    await frame();
    const finite = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.allSettled(finite.map((one) => one.finished));
    await frame();
  })()`);
}

/** Selects an option of the open list by keyboard. */
export async function chooseOption(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('option', { name, exact: true });
  await wanted.waitFor();
  // An open list of Mantine determines its first option in a timer, and forgets keys pressed before that.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  while ((await wanted.getAttribute('data-combobox-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

/** Presses a key on an element that the keyboard can reach. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await target.and(target.page().locator(':enabled')).waitFor();
  await target.focus();
  await target.page().keyboard.press(key);
}
