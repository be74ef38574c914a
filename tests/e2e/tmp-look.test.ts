import { afterAll, beforeAll, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { launchChromium, openWindow, seriousViolations } from '../support/browser-window.ts';
import { walkReports } from '../support/walk/reports.ts';
let browser: Browser;
beforeAll(async () => { browser = await launchChromium(); });
afterAll(() => browser?.close());
it.each([['light',1280,800],['dark',1280,800],['light',2560,1440]] as const)('looks %s %d', async (colorScheme, width, height) => {
  const { page, problems, close } = await openWindow(browser, { route: '#/reports', colorScheme, runs: 14 });
  await page.setViewportSize({ width, height });
  const w = { page } as any;
  try {
  await walkReports({ window: w, folder: '/tmp', look: async (name: string) => {
    await page.screenshot({ path: `/tmp/lead/scratch/reports/shots/${name}-${colorScheme}-${width}.png` });
    console.log(name, await seriousViolations(page));
  } } as any);
  } finally { await page.screenshot({ path: `/tmp/lead/scratch/reports/shots/last-${colorScheme}-${width}.png` }); console.log(problems); await close(); }
});
