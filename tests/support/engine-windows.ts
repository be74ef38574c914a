import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type EngineWindow, openWindow, type WindowOptions } from './engine-window.ts';
import { runButton } from './views.ts';

/** The browser of a test file, from its first test to its last. */
export function browserOfFile(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  return () => browser;
}

/** Opens windows that end with their test; by then their console must have no error. */
export function engineWindows(): (options?: WindowOptions) => Promise<EngineWindow> {
  const browser = browserOfFile();
  return async (options) => {
    const window = await openWindow(browser(), options);
    onTestFinished(async () => {
      await window.close();
      expect(window.problems).toEqual([]);
    });
    return window;
  };
}

/** Waits until the experiment in the editor can be run. */
export const untilRunnable = (page: Page) =>
  runButton(page).and(page.locator(':enabled')).waitFor();

/** Saves something as text, and reads it. */
export async function downloaded(page: Page, action: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), action()]);
  return readFileSync(await file.path(), 'utf8');
}
