import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import { parseCsv } from '../../support/csv.ts';
import {
  openExperiment,
  stepsExperiment,
  taxExperiment,
} from '../../support/scripted-experiments.ts';
import { rows, scrollTo } from '../../support/views.ts';

const experiments = [stepsExperiment, openExperiment, taxExperiment];
let browser: Browser;
let window: ScriptedWindow;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());
afterEach(async () => {
  expect(window.problems).toEqual([]);
  await window.close();
});

/** Opens the result of one of the experiments. */
async function openResult(index: number): Promise<void> {
  window = await openWindow(browser, { route: `#/result/given-${index}`, experiments, runs: 1 });
  page = window.page;
  await rows(page, 'All trials').first().waitFor();
  // What comes last: nothing moves any more.
  await page.getByRole('region', { name: 'Experiment as run' }).waitFor();
}

async function download(press: () => Promise<void>): Promise<string> {
  const arriving = page.waitForEvent('download');
  await press();
  return readFileSync(await (await arriving).path(), 'utf8');
}

const saturation = () => page.getByRole('table', { name: 'Saturation' });
const line = (series: string) =>
  saturation()
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: series }) });
const level = (series: string) => line(series).getByRole('cell').first();

describe('the saturation of a ladder', () => {
  it('is drawn and told, with its reason and the law that fits', async () => {
    await openResult(0);
    await page.getByRole('figure', { name: 'Saturation, small' }).waitFor();
    await page
      .getByRole('img', { name: /REST saturates at 50 users with [\d,]+ requests\/s/ })
      .waitFor();
    await expect
      .poll(() => line('gRPC').innerText())
      .toMatch(/50\s.*20.*0\.12\s+0\.106 to 0\.137/s);
    await expect
      .poll(() => saturation().innerText())
      .toContain('Throughput stops rising. From 50 users on');
  });

  it('can be set by hand from the keyboard, and computed again', async () => {
    await openResult(0);
    await page.getByRole('button', { name: 'Set by hand: saturation of SOAP' }).press('Enter');
    const input = page.getByRole('textbox', { name: 'Saturation at, users' });
    await input.fill('20');
    await input.press('Enter');
    await line('SOAP').getByText('set by hand', { exact: true }).waitFor();
    await expect.poll(() => level('SOAP').innerText()).toMatch(/^20/);
    await expect.poll(() => saturation().innerText()).toContain('Computed: 50 users.');
    await page.getByRole('button', { name: 'Use computed saturation of SOAP' }).press('Enter');
    await line('SOAP').getByText('set by hand', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => level('SOAP').innerText()).toBe('50');
  });

  it('can be set with a click on the curve, and taken back', async () => {
    await openResult(0);
    const point = page.locator('circle', { hasText: 'REST: 10 users' });
    const box = await point.boundingBox();
    if (!box) throw new Error('The point is not drawn.');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await line('REST').getByText('set by hand', { exact: true }).waitFor();
    await expect.poll(() => level('REST').innerText()).toMatch(/^10/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await line('REST').getByText('set by hand', { exact: true }).waitFor({ state: 'detached' });
  });

  it('is given away as figures', async () => {
    await openResult(0);
    const panel = page.getByRole('region', { name: 'Saturation', exact: true });
    const csv = parseCsv(
      await download(() => panel.getByRole('button', { name: 'Save CSV' }).click()),
    );
    expect(csv).toHaveLength(6);
    expect(csv[0]).toMatchObject({ Protocol: 'rest', Saturation: '50', 'Set by': 'computed' });
    const picture = page.getByRole('figure', { name: 'Saturation, small' });
    await picture.getByRole('button', { name: 'Save picture' }).click();
    const svg = await download(() => page.getByRole('menuitem', { name: 'Two columns' }).click());
    expect(svg).toContain('Universal Scalability Law');
    expect(svg).toContain('p95, ms');
  });

  it('rests on rounds, which are listed, by themselves and in their trial', async () => {
    await openResult(0);
    const first = rows(page, 'Rounds').first();
    await expect.poll(() => first.innerText()).toMatch(/1\s+REST\s+small.*step 1/s);
    await first.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('figure', { name: 'Users' }).waitFor();
    await scrollTo(dialog.getByRole('table', { name: 'Rounds' }));
    await expect
      .poll(() => dialog.getByRole('table', { name: 'Rounds' }).innerText())
      .toContain('step 8');
    expect(await seriousViolations(page, '[role="dialog"]')).toEqual([]);
  });
});

describe('the result of open load', () => {
  it('tells latency from service time, and groups its figures by rate', async () => {
    await openResult(1);
    const names = rows(page, 'Percentiles in milliseconds').getByRole('rowheader');
    await names.first().waitFor();
    expect((await names.allInnerTexts()).slice(0, 2)).toEqual([
      'REST, latency',
      'REST, service time',
    ]);
    await page.getByText('service time (dashed) from the moment it was sent').waitFor();
    await page
      .getByRole('img', { name: /500 requests\/s: REST .* 5,000 requests\/s: REST/ })
      .first()
      .waitFor();
    await rows(page, 'All trials').filter({ hasText: 'SOAP' }).last().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Service p99').waitFor();
    await dialog.getByText('Sent late, p99').waitFor();
    await dialog.getByText(/dropped, never issued/).waitFor();
    await dialog.getByText(/% of this machine's calibrated ceiling/).waitFor();
  });
});

describe('raw and library side by side', () => {
  it('show the tax of the client', async () => {
    await openResult(2);
    const figure = page.getByRole('figure', { name: 'Client CPU per request' });
    await figure.getByText('+51.6 µs, 6.5×').first().waitFor();
    await figure.getByRole('button', { name: 'Show data' }).click();
    const data = page.getByRole('dialog').getByRole('table', { name: 'Client tax' });
    await expect
      .poll(() => data.getByRole('row').nth(1).innerText())
      .toMatch(/REST\s+small · no TLS\s+9\.4\s+61/);
    expect(await seriousViolations(page, '[role="dialog"]')).toEqual([]);
  });
});
