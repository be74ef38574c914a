import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorkbench, openBrowserWorkbench } from '../support/browser.ts';
import { wirebench } from '../support/command-line.ts';
import { smallExperiment } from '../support/experiments.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { field, goTo, runButton, said, seeFigures, source, title } from '../support/views.ts';

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
    await source(page).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(
      smallExperiment({ name: 'First', duration: '10m', thinkTime: '2ms' }),
    );
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

describe('an address without the token', () => {
  it('shows that it is not authorised, and nothing else', async () => {
    const context = await workbench.context.browser()?.newContext();
    const page = await context?.newPage();
    await page?.goto(new URL('/', workbench.address).href);
    await page?.getByText('Not authorised').first().waitFor();
    await context?.close();
  });
});
