import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchWorkbench } from '../support/electron.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import { field, openFile, problemList, rows, runButton, source, title } from '../support/views.ts';

const text = `# What is compared, and why.
wirebench: 1
name: Coffee orders
factors:
  protocol: [rest, soap, grpc]   # all three
  shape: [small, typical]
  users: [5, 20]                 # a quiet and a busy hour
load:
  model: closed
  warmUp: 500ms
  duration: 2s                   # per trial
`;

const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectOpened(page: Page): Promise<void> {
  await title(page).filter({ hasText: 'coffee.bench.yaml' }).waitFor();
  await expect.poll(() => field(page, 'Name').inputValue()).toBe('Coffee orders');
  await page.getByText('with 5 to 20 users').waitFor();
}

let folder: string;
let file: string;

beforeAll(() => {
  folder = makeFolder();
  file = join(folder, 'coffee.bench.yaml');
  writeFileSync(file, text);
});
afterAll(() => removeFolder(folder));

describe.each(shells)('an experiment in $shell', ({ shell, open }) => {
  let window: WorkbenchWindow;
  let page: Page;

  beforeAll(async () => {
    window = await open(join(folder, shell));
    page = window.page;
  });
  afterAll(() => window?.close());

  it('is opened from a file, with its name, its cells and its time', async () => {
    await openFile(window, file);
    await expectOpened(page);
    await expect.poll(() => rows(page, 'Trials per cell').count()).toBe(3);
    const plan = page.getByRole('region', { name: 'Plan' });
    expect((await plan.innerText()).replace(/\s+/g, ' ')).toMatch(
      /12 cells × 1 repetition = 12 trials .* expected time/,
    );
  });

  it('changes in the source as the form is used, and keeps its comments', async () => {
    await chip(page, 'SOAP').click();
    await page.getByText('REST and gRPC services').waitFor();
    const written = await source(page).innerText();
    expect(written).toContain('protocol: [rest, grpc]   # all three');
    expect(written).toContain('# What is compared, and why.');
    await expect.poll(() => rows(page, 'Trials per cell').count()).toBe(2);
  });

  it('names a mistake in the source at its line and at its field', async () => {
    await source(page).click();
    await page.keyboard.press('Control+End');
    // At once: keys that come slowly would be several steps of undo.
    await page.keyboard.insertText('timeout: soon');
    const problem = problemList(page).getByRole('button');
    await problem.waitFor();
    await expect.poll(() => problem.innerText()).toMatch(/Line 12\s*timeout\s*expected a duration/);
    await page.getByRole('form').getByRole('alert').getByText('(line 12)').waitFor();
    await expect.poll(() => field(page, 'Timeout').getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => runButton(page).isDisabled()).toBe(true);
    await problem.click();
    expect(await page.evaluate('getSelection().toString()')).toBe('soon');
  });

  it('takes back the mistake and the change', async () => {
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await undo.click();
    await problemList(page).waitFor({ state: 'detached' });
    await undo.click();
    await undo.and(page.locator(':disabled')).waitFor();
    await expect.poll(() => rows(page, 'Trials per cell').count()).toBe(3);
    await expect
      .poll(() => source(page).innerText())
      .toContain('protocol: [rest, soap, grpc]   # all three');
    await runButton(page).and(page.locator(':enabled')).waitFor();
  });

  it('leaves no error in the console', () => {
    expect(window.problems).toEqual([]);
  });
});

describe('an experiment on the command line of Electron', () => {
  it('is opened as the app starts', async () => {
    const { page, close } = await launchWorkbench({ home: join(folder, 'argument'), args: [file] });
    try {
      await expectOpened(page);
    } finally {
      await close();
    }
  });
});
