import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { seriousViolations, violationsInBothSchemes } from '../../support/axe.ts';
import { downloaded, engineWindows, untilRunnable } from '../../support/engine-windows.ts';
import { field, problemList, runButton, source, title, writeSource } from '../../support/views.ts';

const open = engineWindows();
let page: Page;

beforeEach(async () => {
  ({ page } = await open());
  await untilRunnable(page);
});

const chip = (name: string) => page.getByRole('button', { name, exact: true });

/** The source as the editor has it; long texts are drawn in part only, so a save tells all. */
const savedText = () => downloaded(page, () => chip('Save').click());

describe('the Experiment view', () => {
  it('is built when it is first shown, and kept', async () => {
    const other = await open({ route: '#/history' });
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
  });

  it('offers a workload with shapes of its own', async () => {
    await page.getByRole('combobox', { name: 'Workload' }).click();
    await page.getByRole('option', { name: 'Inventory' }).click();
    await expect.poll(() => chip('XS heart beat, empty').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Tab');
    const own = field(page, 'Add your own shape, such as items-full:500000');
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
      page,
      'wirebench: 1\nname: Typed\nfactors: {protocol: [grpc], users: 25}\nload: {model: closed, requests: 500}\n',
    );
    await page
      .getByText('Starts and loads the gRPC service on this computer with 25 users')
      .waitFor();
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Typed');
    await expect.poll(() => chip('gRPC').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => chip('REST').getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => field(page, 'Measure').inputValue()).toBe('500');
  });

  it('holds the form while the source is not YAML', async () => {
    await writeSource(page, 'name: [');
    await page.getByText('The YAML is invalid').waitFor();
    await expect.poll(() => field(page, 'Name').isDisabled()).toBe(true);
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('First look');
  });

  it('takes edits back, whichever view they were made in', async () => {
    await chip('TLS 1.3').click();
    await field(page, 'Name').fill('Other');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('First look');
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
    await expect.poll(() => title(page).innerText()).toBe('First look');
    await page.keyboard.press('Control+n');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('first-look.bench.yaml');
    await title(page).filter({ hasText: 'New experiment' }).waitFor();
    await chip('Mutual').click();
    await page.keyboard.press('Control+n');
    await dialog.getByText('“New experiment” has changes').waitFor();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => chip('Mutual').getAttribute('aria-pressed')).toBe('false');
  });

  it('brings unsaved changes back after a reload', async () => {
    page.on('dialog', (dialog) => dialog.accept());
    await field(page, 'Name').fill('Half done');
    await page.reload();
    await page.getByRole('img', { name: 'Unsaved changes' }).waitFor();
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Half done');
  });

  it('opens a file, and one that is dropped', async () => {
    const buffer = Buffer.from('wirebench: 1\nname: From a file\n');
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Control+o');
    await (await chooser).setFiles({ name: 'mine.bench.yaml', mimeType: 'text/yaml', buffer });
    await title(page).filter({ hasText: 'mine.bench.yaml' }).waitFor();
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['wirebench: 1\\nname: Dropped'], 'dropped.yaml'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
    }`);
    await title(page).filter({ hasText: 'dropped.yaml' }).waitFor();
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Dropped');
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
    await page.getByLabel('Address of the rest service').fill('http://bench.invalid:8080');
    await page.getByText('at the addresses given').waitFor();
    await runButton(page).click();
    await page.getByRole('dialog').getByText('bench.invalid').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await runButton(page).and(page.locator(':enabled')).click();
    await page.getByRole('button', { name: 'I am allowed to load this host' }).click();
    await page.waitForURL(/#\/run/);
  });

  it('sets the surroundings in the form as in the source, and takes them out again', async () => {
    const form = page.getByRole('form', { name: 'Experiment' });
    await form.getByRole('group', { name: 'Gateway' }).getByRole('button', { name: 'On' }).click();
    await expect.poll(() => source(page).innerText()).toMatch(/gateway: (\[on\]|on|\n\s+- on)/);
    const network = field(page, 'Network');
    await network.fill('30ms@100Mbit');
    await network.press('Enter');
    await expect.poll(() => source(page).innerText()).toContain('30ms@100Mbit');
    await expect.poll(() => problemList(page).count()).toBe(0);
    await network.fill('fast');
    await network.press('Enter');
    await form.getByText(/expected none, or ROUNDTRIP/).waitFor();
    for (const name of [/^Network: Use the default/, /^Gateway: Use the default/]) {
      await form.getByRole('button', { name }).click();
    }
    // What was wrong with them goes from under the fields a moment later, which move up.
    await expect.poll(() => source(page).innerText()).not.toMatch(/gateway|network/);
    await expect.poll(() => problemList(page).count()).toBe(0);
    await form.getByText(/expected none, or ROUNDTRIP/).waitFor({ state: 'detached' });
    await field(page, 'Energy').click();
    await page.getByRole('option', { name: 'Estimate' }).click();
    await field(page, 'Power').waitFor();
    await form.getByRole('button', { name: /^Energy: Use the default/ }).click();
    await form.getByRole('button', { name: 'About Network' }).click();
    await page.getByRole('dialog').getByText('factors.network').waitFor();
    await page.keyboard.press('Escape');
    expect(await source(page).innerText()).not.toMatch(/gateway|network/);
  });

  it.each(['light', 'dark'] as const)('passes axe in the %s scheme', async (colorScheme) => {
    const { page: other } = await open({ colorScheme });
    await other.getByRole('table', { name: 'Trials per cell' }).waitFor();
    expect(await seriousViolations(other)).toEqual([]);
    await other.getByRole('button', { name: 'New', exact: true }).click();
    await other.getByRole('menuitem', { name: 'Empty experiment' }).waitFor();
    expect(await seriousViolations(other, '[role="menu"]')).toEqual([]);
  });
});

const preview = () => page.getByRole('img', { name: 'The load over time.' });
const sentence = (words: string | RegExp) =>
  page.getByRole('region', { name: 'Run', exact: true }).getByText(words);

async function choose(model: string): Promise<void> {
  await field(page, 'Model').click();
  await page.getByRole('option', { name: model }).click();
}

describe('the load in the Experiment view', () => {
  it('has the settings of its model, and gives another model what it needs', async () => {
    expect(await field(page, 'Ramp-up').isVisible()).toBe(true);
    await choose('Open');
    await sentence('with 100 requests/s').waitFor();
    expect(await field(page, 'In flight').isVisible()).toBe(true);
    await expect.poll(() => field(page, 'Ramp-up').count()).toBe(0);
    await expect.poll(() => field(page, 'Users').count()).toBe(0);
    await choose('Search');
    await sentence(/with a search up to 2,048 requests\/s: 9 trials or more, at most/).waitFor();
    await page.getByText('Rounds of 5 s at 2, 4, 8 … 2,048 requests/s').waitFor();
    await expect.poll(() => problemList(page).count()).toBe(0);
  });

  it('goes back to the old model in one step', async () => {
    const before = await source(page).innerText();
    await choose('Steps');
    await sentence('steps up to').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await sentence('with 10 users').waitFor();
    await expect.poll(() => source(page).innerText()).toBe(before);
  });

  it('draws its course over time, and names its end', async () => {
    await preview().waitFor();
    await choose('Ramp');
    await page.getByRole('img', { name: /at most 20 s, ending at saturation/ }).waitFor();
    await expect.poll(() => preview().getByText('users').count()).toBeGreaterThan(0);
    await field(page, 'Rise').fill('10');
    await page.getByRole('img', { name: /at most 10 s/ }).waitFor();
  });

  it('edits stages one by one', async () => {
    await choose('Stages');
    await page.getByRole('button', { name: 'Add a stage' }).click();
    await page.getByRole('textbox', { name: 'Stage 4: to which level' }).fill('80');
    await sentence('with 4 stages up to 80 users').waitFor();
    await page.getByRole('button', { name: 'Remove stage 1' }).click();
    await sentence('with 3 stages up to 80 users').waitFor();
    expect(await violationsInBothSchemes(page, 'form')).toEqual([]);
    await page.getByRole('textbox', { name: 'Stage 1: how long' }).fill('soon');
    await problemList(page).waitFor();
  });

  it('drops what belongs to the other unit', async () => {
    await choose('Steps');
    await field(page, 'Think time').fill('5ms');
    const units = page.getByRole('radiogroup', { name: 'Levels are' });
    await units.getByText('Requests/s').click();
    await sentence(/steps up to .* requests\/s/).waitFor();
    await untilRunnable(page);
    await expect.poll(() => field(page, 'Think time').count()).toBe(0);
  });

  it('pins to cores', async () => {
    const pinning = page.getByRole('radiogroup', { name: 'Pinning' });
    await pinning.getByText('Cores').click();
    await expect.poll(() => page.getByLabel('Cores of the workers').count()).toBeGreaterThan(0);
    await untilRunnable(page);
  });

  it('has the settings of a plan, and connections that last for an iteration', async () => {
    await choose('Plan: use cases');
    await page.getByText('100 iterations, one after the other with 500 ms between').waitFor();
    await page.getByText('Sequential', { exact: true }).click();
    await page
      .getByRole('radio', { name: 'New per iteration', checked: true })
      .waitFor({ state: 'attached' });
    await expect.poll(() => source(page).innerText()).toMatch(/model: plan[\s\S]*form: sequential/);
    await page.getByText('Shared', { exact: true }).click();
    await expect.poll(() => source(page).innerText()).toMatch(/shared: 1/);
    expect(await seriousViolations(page)).toEqual([]);
  });
});
