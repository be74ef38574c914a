import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  launchChromium,
  openWindow,
  type ScriptedWindow,
  seriousViolations,
} from '../../support/browser-window.ts';
import { rows, useScheme } from '../../support/views.ts';
import { chooseOption } from '../../support/walk/wire.ts';

const measure = (page: Page) => page.getByRole('button', { name: /^Measure( again)?$/ });

describe('the Sizes view', () => {
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

  it('explains bytes before anything is measured, and shows what was measured', async () => {
    window = await openWindow(browser, { route: '#/sizes' });
    page = window.page;
    await page.getByRole('heading', { name: 'Nothing measured yet' }).waitFor();
    const parts = rows(page, 'Protobuf, part by part');
    await parts.first().focus();
    await page.getByText(/^id tag: field 1 \(id\), wire type 2/).waitFor();
    const own = page.getByRole('textbox', { name: /^Or paste your own/ });
    await own.fill('0a026162');
    await expect.poll(() => parts.count()).toBe(3);
    await own.fill('0a0261');
    await page.getByText('At byte 0: field 1 ends 1 byte after the end').waitFor();
    await own.fill('');
    await measure(page).press('Enter');
    await page.getByText(/^A small call takes [\d,]+ bytes for 165 of payload over/).waitFor();
    await page.getByRole('figure', { name: 'small, both directions' }).waitFor();
    await expect
      .poll(() => rows(page, 'Bytes by shape, protocol and layer').count())
      .toBeGreaterThan(10);
    expect(await seriousViolations(page, 'main')).toEqual([]);
    await useScheme(page, 'dark');
    expect(await seriousViolations(page, 'main')).toEqual([]);
  });

  it('measures the kind of dates that is chosen, and says why a measurement failed', async () => {
    window = await openWindow(browser, { route: '#/sizes' });
    page = window.page;
    await chooseOption(page, 'Workload', 'store');
    await chooseOption(page, 'Dates', 'Date only');
    await measure(page).click();
    await page.getByText(/^store · .* · dates without a time of day · measured/).waitFor();
    await chooseOption(page, 'TLS', 'Mutual');
    await measure(page).click();
    await page.getByText('WIRE_CAPTURE_FAILED').waitFor();
  });
});
