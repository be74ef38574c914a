import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorkbench, openBrowserWorkbench } from '../../support/browser.ts';
import { wirebench } from '../../support/command-line.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import {
  field,
  goTo,
  runButton,
  said,
  seeFigures,
  title,
  writeSource,
} from '../../support/views.ts';

let home: string;
let workbench: BrowserWorkbench;

beforeAll(async () => {
  home = makeFolder();
  workbench = await openBrowserWorkbench({ home, pickers: true });
});
afterAll(async () => {
  await workbench?.close();
  removeFolder(home);
});

/**
 * Stands in for the native pickers, which no test can click: they hand out handles of real files
 * in the page's own private folder.
 */
const privatePickers = `
  const handle = async (name, create) =>
    (await navigator.storage.getDirectory()).getFileHandle(name, { create });
  window.showOpenFilePicker = async () => [await handle('mine.bench.yaml', false)];
  window.showSaveFilePicker = async ({ suggestedName }) => handle(suggestedName, true);
`;

const privateFile = (page: Page, name: string) =>
  page.evaluate<string>(
    `navigator.storage.getDirectory().then((folder) => folder.getFileHandle('${name}'))
      .then((handle) => handle.getFile()).then((file) => file.text())`,
  );

describe('a file in a browser with pickers', () => {
  it('is opened, and saved where it came from without asking again', async () => {
    const { page } = workbench;
    await page.evaluate(privatePickers);
    await goTo(page, 'Editor').click();
    await writeSource(page, smallExperiment({ name: 'First', duration: '10m', thinkTime: '2ms' }));
    await page.keyboard.press('Control+Shift+s');
    await title(page).filter({ hasText: 'first.bench.yaml' }).waitFor();
    await page.evaluate('void (window.showSaveFilePicker = () => Promise.reject(new Error()))');
    await field(page, 'Name').fill('Second');
    await page.keyboard.press('Control+s');
    await page.getByText('saved', { exact: true }).waitFor();
    expect(await privateFile(page, 'first.bench.yaml')).toContain('name: Second');
  });
});

describe('a run that was started in a browser', () => {
  it('goes on when its window is closed, and any window can follow and stop it', async () => {
    const { page, openPage } = workbench;
    await runButton(page).click();
    await seeFigures(page);
    await page.close();
    const [other, third] = [await openPage(), await openPage()];
    await goTo(other, 'Editor').click();
    await other.getByText('“Second” is in progress; one run at a time.').waitFor();
    expect((await wirebench(home, ['list'])).stdout).toMatch(/running .* Second/);
    for (const window of [other, third]) {
      await goTo(window, 'Run').click();
      await seeFigures(window);
    }
    await third.getByRole('button', { name: 'Stop', exact: true }).click();
    for (const window of [other, third]) await said(window, /^Stopped: /).waitFor();
  });
});

describe('a new tab', () => {
  it('works when a link is opened in it, and when an address is pasted without the token', async () => {
    const { context, openPage } = workbench;
    const first = await openPage();
    const opened = context.waitForEvent('page');
    await goTo(first, 'Editor').click({ modifiers: ['ControlOrMeta'] });
    const byLink = await opened;
    await runButton(byLink).and(byLink.locator(':enabled')).waitFor();
    const pasted = await context.newPage();
    await pasted.goto(new URL('/#/experiment', workbench.address).href);
    await runButton(pasted).and(pasted.locator(':enabled')).waitFor();
    for (const page of [first, byLink, pasted]) await page.close();
  });

  it('says what to do where no window was authorised, and works once one is', async () => {
    const context = await workbench.context.browser()?.newContext();
    if (!context) throw new Error('The browser has ended');
    const page = await context.newPage();
    await page.goto(new URL('/?token=wrong#/experiment', workbench.address).href);
    await page.getByRole('heading', { name: 'This window is not authorised' }).waitFor();
    await page.getByText('Open the address that was printed at the start').waitFor();
    expect(await page.getByText('Checking the experiment…').count()).toBe(0);
    const authorised = await context.newPage();
    await authorised.goto(workbench.address);
    await page.getByText('Engine ready').waitFor();
    await page.getByRole('region', { name: 'Run' }).waitFor();
    await context.close();
  });
});
