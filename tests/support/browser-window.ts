import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { patience } from './patience.ts';
import { type ScriptedOptions, startScriptedEngine } from './scripted-engine.ts';

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
  /** Errors that the page has written to its console, and those it did not catch. */
  readonly problems: string[];
  /** Ends the engine and leaves the window open. */
  stopEngine(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a window of 1280×800 on a scripted engine of its own. */
export async function openWindow(
  browser: Browser,
  { route = '#/experiment', colorScheme = 'light', ...engine }: WindowOptions = {},
): Promise<ScriptedWindow> {
  if (!existsSync(rendererFiles)) throw new Error('The renderer is not built: run "npm run build"');
  const { url, close: stopEngine } = await startScriptedEngine({ ...engine, files: rendererFiles });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patience);
  // Pickers of the browser itself cannot be driven; without them the page falls back on others.
  await context.addInitScript('delete window.showOpenFilePicker; delete window.showSaveFilePicker');
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  // Whoever waits for a chooser only when a key is about to bring it up may be too late.
  page.on('filechooser', () => undefined);
  await page.goto(url + route);
  const close = async () => {
    await context.close();
    await stopEngine();
  };
  return { page, url, problems, stopEngine, close };
}
