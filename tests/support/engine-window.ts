import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startWorkbench } from '../../engine/serve/workbench.ts';
import { openSeededEngine, type SeededEngineOptions } from './seeded-engine.ts';
import { waitMs } from './timeouts.ts';

export { seriousViolations } from './axe.ts';
export { launchChromium } from './chromium.ts';
export { fixtureId, fixtureRun, withResults } from './seeded-engine.ts';

const root = join(import.meta.dirname, '../..');

export interface WindowOptions extends SeededEngineOptions {
  /** Fragment of the address, such as `#/history`. */
  readonly route?: string;
  readonly colorScheme?: 'light' | 'dark';
}

/** The workbench in a browser window over an engine in this process. */
export interface EngineWindow {
  readonly page: Page;
  /** The address without its token, which the page keeps. */
  readonly url: string;
  /** Errors in the page's console, and uncaught ones. */
  readonly problems: string[];
  close(): Promise<void>;
}

/** A page whose window was closed, and its origin. */
interface Spare {
  readonly page: Page;
  readonly url: string;
}

/** Reused by later windows: a page runs a bundle of the same address in two thirds of the time. */
const spares = new WeakMap<Browser, Spare[]>();

const watched = ['console', 'pageerror', 'filechooser', 'dialog', 'download'] as const;

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(waitMs);
  // Native pickers cannot be driven; without them the page uses its fallback.
  await context.addInitScript('delete window.showOpenFilePicker; delete window.showSaveFilePicker');
  return context.newPage();
}

/** Resets a page to an empty one. */
async function putAway(browser: Browser, { page, url }: Spare): Promise<void> {
  const context = page.context();
  if (page.isClosed() || context.pages().length > 1) {
    await context.close();
    return;
  }
  await page.goto('about:blank');
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'local_storage' });
  await session.detach();
  for (const event of watched) page.removeAllListeners(event);
  spares.set(browser, [...(spares.get(browser) ?? []), { page, url }]);
}

/** Opens a window of 1280×800 on a new engine. */
export async function openWindow(
  browser: Browser,
  options: WindowOptions = {},
): Promise<EngineWindow> {
  const { route = '#/experiment', colorScheme = 'light' } = options;
  const seeded = await openSeededEngine(options);
  const spare = spares.get(browser)?.pop();
  const port = spare ? Number(new URL(spare.url).port) : 0;
  const folder = join(root, 'dist/renderer');
  const workbench = await startWorkbench({ router: seeded.router, folder, port });
  const url = new URL('/', workbench.address).href;
  const page = spare?.page ?? (await newPage(browser));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  // A listener added only when the key is about to be pressed may be too late.
  page.on('filechooser', () => undefined);
  await page.goto(workbench.address + route);
  const close = async () => {
    await putAway(browser, { page, url });
    await workbench.close();
    await seeded.close();
  };
  return { page, url, problems, close };
}
