import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { type ScriptedOptions, startScriptedEngine } from './scripted-engine.ts';
import { waitMs } from './timeouts.ts';

export { seriousViolations } from './axe.ts';
export { launchChromium } from './chromium.ts';

/** The built renderer. */
export const rendererFiles = fileURLToPath(new URL('../../dist/renderer/', import.meta.url));

export interface WindowOptions extends Omit<ScriptedOptions, 'files'> {
  /** Fragment of the address, such as `#/history`. */
  readonly route?: string;
  readonly colorScheme?: 'light' | 'dark';
}

/** The workbench in a browser window over a scripted engine. */
export interface ScriptedWindow {
  readonly page: Page;
  readonly url: string;
  /** Errors in the page's console, and uncaught ones. */
  readonly problems: string[];
  /** Ends the engine and keeps the window open. */
  stopEngine(): Promise<void>;
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

/** Opens a window of 1280×800 on a new scripted engine. */
export async function openWindow(
  browser: Browser,
  { route = '#/experiment', colorScheme = 'light', ...options }: WindowOptions = {},
): Promise<ScriptedWindow> {
  if (!existsSync(rendererFiles)) throw new Error('The renderer is not built: run "npm run build"');
  const spare = spares.get(browser)?.pop();
  const port = options.port ?? (spare ? Number(new URL(spare.url).port) : 0);
  const engine = await startScriptedEngine({ ...options, port, files: rendererFiles });
  const { url, close: stopEngine } = engine;
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
  await page.goto(url + route);
  const close = async () => {
    await putAway(browser, { page, url });
    await stopEngine();
  };
  return { page, url, problems, stopEngine, close };
}
