import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';

let browser: Browser;
let open: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

beforeEach(async () => {
  open = await openWindow(browser, { pace: 2 });
  page = open.page;
  await runButton().and(page.locator(':enabled')).waitFor();
});
afterEach(async () => {
  expect(open.problems).toEqual([]);
  await open.close();
});

const runButton = () => page.getByRole('button', { name: 'Run', exact: true });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const chip = (name: string) => page.getByRole('button', { name, exact: true });
const title = () => page.getByRole('heading', { level: 1 });

/** The source as the editor has it; long texts are drawn in part only, so a save tells all. */
async function savedText(): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  return readFileSync(await (await download).path(), 'utf8');
}

async function writeSource(text: string): Promise<void> {
  await page.getByLabel('Experiment file, YAML').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

describe('the Experiment view', () => {
  it('is built when it is first shown, and kept', async () => {
    const other = await openWindow(browser, { route: '#/history' });
    const link = (view: string) =>
      other.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view });
    const form = other.page.locator('form[aria-label="Experiment"]');
    await other.page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    expect(await form.count()).toBe(0);
    await link('Editor').click();
    await form.waitFor();
    const built = await form.elementHandle();
    await link('History').click();
    await form.waitFor({ state: 'hidden' });
    await link('Editor').click();
    await form.waitFor();
    expect(await form.evaluate((now, then) => now === then, built)).toBe(true);
    expect(other.problems).toEqual([]);
    await other.close();
  });

  it('offers a newcomer something that runs, and says what will happen', async () => {
    await expect.poll(() => title().innerText()).toBe('First look');
    await page.getByText('Starts and loads the REST, SOAP and gRPC services').waitFor();
    await expect
      .poll(() => page.getByRole('table', { name: 'Trials per cell' }).innerText())
      .toContain('gRPC');
  });

  it('writes what the form is told into the file and keeps its comments', async () => {
    await chip('TLS 1.3').click();
    await field('Warm-up').fill('2s');
    const text = await savedText();
    expect(parse(text)).toMatchObject({
      factors: { tls: ['off', 'tls1.3'] },
      load: { warmUp: '2s' },
    });
    expect(text).toMatch(/^# A first look/);
    expect(text).toMatch(/warmUp: 2s\s+# /);
  });

  it('names the libraries of the chosen protocols', async () => {
    await page
      .getByText('Library: axios (REST), the soap library (SOAP), grpc-js (gRPC)')
      .waitFor();
    await chip('SOAP').click();
    await page.getByText('Library: axios (REST), grpc-js (gRPC)', { exact: true }).waitFor();
  });

  it('offers a workload with shapes of its own', async () => {
    await page.getByRole('combobox', { name: 'Workload' }).click();
    await page.getByRole('option', { name: 'Inventory' }).click();
    await expect.poll(() => chip('XS heart beat, empty').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Tab');
    const own = field('Add your own shape, such as items-full:500000');
    await own.fill('20000');
    await own.press('Enter');
    await chip('items-full:20000').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    expect(parse(await savedText())).toMatchObject({
      workload: 'inventory',
      factors: { shape: ['xs', 'items-full:20000'] },
    });
  });

  it('shows in the form what is written into the source', async () => {
    await writeSource(
      'wirebench: 1\nname: Typed\nfactors: {protocol: [grpc], users: 25}\nload: {model: closed, requests: 500}\n',
    );
    await page
      .getByText('Starts and loads the gRPC service on this computer with 25 users')
      .waitFor();
    await expect.poll(() => field('Name').inputValue()).toBe('Typed');
    await expect.poll(() => chip('gRPC').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => chip('REST').getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => field('Measure').inputValue()).toBe('500');
  });

  it('shows each problem at its field and at its line', async () => {
    await field('Timeout').fill('soon');
    await page.getByText('Fix one problem before running').waitFor();
    await expect.poll(() => runButton().isDisabled()).toBe(true);
    await page.locator('form').getByText('expected a duration').waitFor();
    await page.getByRole('list', { name: 'Problems' }).getByRole('button').click();
    const selected = await page.evaluate<string>('getSelection().toString()');
    expect(selected).toBe('soon');
  });

  it('holds the form while the source is not YAML', async () => {
    await writeSource('name: [');
    await page.getByText('The YAML is invalid').waitFor();
    await expect.poll(() => field('Name').isDisabled()).toBe(true);
    await expect.poll(() => field('Name').inputValue()).toBe('First look');
  });

  it('takes edits back, whichever view they were made in', async () => {
    await chip('TLS 1.3').click();
    await field('Name').fill('Other');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field('Name').inputValue()).toBe('First look');
    await expect.poll(() => chip('TLS 1.3').getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('Control+y');
    await expect.poll(() => chip('TLS 1.3').getAttribute('aria-pressed')).toBe('true');
  });

  it('asks before changes are lost', async () => {
    await chip('Mutual').click();
    await page.keyboard.press('Control+n');
    const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
    await dialog.getByText('“First look” has changes that are not saved.').waitFor();
    expect(await seriousViolations(page, '[role="dialog"]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => title().innerText()).toBe('First look');
    await page.keyboard.press('Control+n');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('first-look.bench.yaml');
    await title().filter({ hasText: 'New experiment' }).waitFor();
    await chip('Mutual').click();
    await page.keyboard.press('Control+n');
    await dialog.getByText('“New experiment” has changes').waitFor();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => chip('Mutual').getAttribute('aria-pressed')).toBe('false');
  });

  it('brings unsaved changes back after a reload', async () => {
    page.on('dialog', (dialog) => dialog.accept());
    await field('Name').fill('Half done');
    await page.reload();
    await page.getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await expect.poll(() => field('Name').inputValue()).toBe('Half done');
  });

  it('opens a file, and one that is dropped', async () => {
    const buffer = Buffer.from('wirebench: 1\nname: From a file\n');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+o');
    await (await chooser).setFiles({ name: 'mine.bench.yaml', mimeType: 'text/yaml', buffer });
    await title().filter({ hasText: 'mine.bench.yaml' }).waitFor();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['wirebench: 1\\nname: Dropped'], 'dropped.yaml'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }`);
    await title().filter({ hasText: 'dropped.yaml' }).waitFor();
    await expect.poll(() => field('Name').inputValue()).toBe('Dropped');
  });

  it('says beside the addresses what a target must offer', async () => {
    await page.getByText('Addresses', { exact: true }).click();
    await page
      .getByText(
        'Each service must offer the interface and contain the data of the product workload',
      )
      .waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'What a target must offer' }).click();
    await page.waitForURL(/#\/help\/experiment-file\/what-a-target-must-offer/);
    await page.getByRole('heading', { name: 'What a target must offer' }).waitFor();
  });

  it('loads a remote host only after the user has agreed', async () => {
    await page.getByText('Addresses', { exact: true }).click();
    await page.getByLabel('Address of the rest service').fill('http://bench.example.org:8080');
    await page.getByText('at the addresses given').waitFor();
    await runButton().click();
    await page.getByRole('dialog').getByText('bench.example.org').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await runButton().and(page.locator(':enabled')).click();
    await page.getByRole('button', { name: 'I am allowed to load this host' }).click();
    await page.waitForURL(/#\/run/);
  });

  it('starts a run from the keyboard and goes to it', async () => {
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(/#\/run/);
  });
});

describe('the Experiment view, for everybody', () => {
  it.each(['light', 'dark'] as const)('passes axe in the %s scheme', async (colorScheme) => {
    const other = await openWindow(browser, { colorScheme });
    await other.page.getByRole('table', { name: 'Trials per cell' }).waitFor();
    expect(await seriousViolations(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: 'New', exact: true }).click();
    await other.page.getByRole('menuitem', { name: 'Empty experiment' }).waitFor();
    expect(await seriousViolations(other.page, '[role="menu"]')).toEqual([]);
    await other.close();
  });

  it('says when the engine is away, and goes on when it is back', async () => {
    const other = await openWindow(browser, { port: 0 });
    await other.page.getByText('Engine ready').waitFor();
    await other.stopEngine();
    await other.page.getByRole('alert').getByText('The connection to the engine is lost').waitFor();
    const again = await openWindow(browser, { port: Number(new URL(other.url).port) });
    await other.page.getByText('Engine ready').waitFor();
    await again.close();
    await other.page.context().close();
  });
});
