import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorkbench, openBrowserWorkbench } from '../../support/browser.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { field, goTo, rows, runButton, said, seeFigures, title } from '../../support/views.ts';

let home: string;
let workbench: BrowserWorkbench;
let page: Page;

beforeAll(async () => {
  home = makeFolder();
  workbench = await openBrowserWorkbench({ home });
  page = workbench.page;
});
afterAll(async () => {
  await workbench?.close();
  removeFolder(home);
});

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** More stops than any view has. */
const maxStops = 400;

/** Presses a key until something has the focus. */
async function moveTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < maxStops; stops++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${maxStops} times ${key} do not lead to ${target}`);
}

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await moveTo(target);
  await page.keyboard.press(key);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the main path without a mouse', () => {
  it('asks the question of the Start view', async () => {
    await press(page.getByRole('button', { name: /^Answer it · about \d+ s$/ }));
    await page.waitForURL(/#\/run/);
  });

  it('shows the run, and opens its result at the end', async () => {
    await seeFigures(page, 2);
    const failed = said(page, /^(Failed|With failures): /);
    await rows(page, 'All trials').or(failed).first().waitFor();
    expect(page.url(), await page.getByRole('main').innerText()).toMatch(/#\/result\//);
  });

  it('reads a trial and the figures of a chart, and comes back to where it was', async () => {
    const throughput = page.getByRole('figure', { name: 'Throughput, small' });
    const showData = throughput.getByRole('button', { name: 'Show data' });
    await press(showData);
    await page.getByRole('dialog').getByRole('table', { name: 'Throughput, small' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(showData)).toBe(true);
    const first = rows(page, 'All trials').first();
    await moveTo(first);
    await page.keyboard.press('ArrowDown');
    const second = rows(page, 'All trials').nth(1);
    expect(await hasFocus(second)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('figure', { name: 'Throughput' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(second)).toBe(true);
  });

  it('changes the experiment and runs it again', async () => {
    await moveTo(goTo(page, 'Editor'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await title(page).filter({ hasText: 'REST, SOAP and gRPC at 10 users' }).waitFor();
    await runButton(page).and(page.locator(':enabled')).waitFor();
    await moveTo(button('Skip to content'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    expect(await hasFocus(page.getByRole('main'))).toBe(true);
    await moveTo(field(page, 'Warm-up'));
    await page.keyboard.type('200ms');
    await moveTo(field(page, 'Measure'));
    await page.keyboard.type('1s');
    await expect.poll(() => field(page, 'Measure').inputValue()).toBe('1s');
    await moveTo(runButton(page), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#\/run/);
    await page.waitForURL(/#\/result\//);
    await expect.poll(() => rows(page, 'All trials').count()).toBeGreaterThanOrEqual(3);
  });

  it('gets out of the source editor, where Tab indents', async () => {
    await page.goto(`${workbench.address.split('?')[0]}#/experiment`);
    const editor = page.getByRole('textbox', { name: 'Experiment file, YAML' });
    await moveTo(editor);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await hasFocus(editor)).toBe(false);
  });
});
