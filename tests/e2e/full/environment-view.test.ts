import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import {
  field,
  goTo,
  problemList,
  rows,
  runButton,
  source,
  title,
  useScheme,
} from '../../support/views.ts';

const experiment = (energy: string) => `wirebench: 1
name: Gateways, ${energy}
factors:
  protocol: [rest, grpc]
  users: [10]
  gateway: [off, on]
load:
  model: closed
  duration: 5s
repetitions: 2
energy: {source: ${energy}}
`;

let browser: Browser;
let open: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  const experiments = [experiment('estimate'), experiment('rapl')];
  open = await openWindow(browser, { route: '#/history', experiments, runs: 1 });
  page = open.page;
});
afterAll(async () => {
  await open?.close();
  await browser?.close();
});
afterEach(() => expect(open.problems).toEqual([]));

async function openResult(index: number): Promise<void> {
  await page.goto(`${open.url}#/history`);
  // So that nothing of the result before this one is left.
  await title(page).filter({ hasText: 'History' }).waitFor();
  await page.goto(`${open.url}#/result/given-${index}`);
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
}

async function section(name: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections of the result' });
  await sections.getByRole('link', { name, exact: true }).click();
}

it('shows what a gateway costs, and who drew the energy, estimated or measured', async () => {
  await openResult(0);
  await section('Gateway');
  await expect.poll(() => rows(page, 'Gateway overhead').count()).toBe(2);
  const pair = await rows(page, 'Gateway overhead').first().innerText();
  expect(pair).toContain('gateway vs no gateway');
  expect(pair).toMatch(/→/);
  await section('Energy');
  await page.getByRole('figure', { name: 'Energy per request' }).waitFor();
  await page.getByText('An estimate: CPU time × 10 W per core. Nothing was measured.').waitFor();
  await expect.poll(() => rows(page, 'Energy of the cells').count()).toBe(4);
  for (const scheme of ['light', 'dark'] as const) {
    await useScheme(page, scheme);
    expect(await seriousViolations(page)).toEqual([]);
  }
  await section('Health');
  const health = page.getByRole('table', { name: 'Health', exact: true });
  await health.getByRole('columnheader', { name: 'Gateway CPU' }).waitFor();
  await openResult(1);
  await section('Energy');
  const table = page.getByRole('table', { name: 'Energy of the cells' });
  await table.getByRole('columnheader', { name: 'Idle baseline' }).waitFor();
  expect(await rows(page, 'Energy of the cells').first().innerText()).toContain('measured (RAPL)');
});

it('sets the surroundings in the form as in the source, and takes them out again', async () => {
  await goTo(page, 'Editor').click();
  await runButton(page).waitFor();
  const form = page.getByRole('form', { name: 'Experiment' });
  const before = await source(page).innerText();
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
  expect(before).not.toMatch(/gateway|network/);
});
