import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { vi } from 'vitest';
import { type BrowserWorkbench, openBrowserWorkbench } from './browser.ts';
import { type LaunchedWorkbench, launchWorkbench } from './electron.ts';
import { waitMs } from './timeouts.ts';

/** A saved file. */
export interface SavedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The workbench in a window of any shell. */
export interface WorkbenchWindow {
  readonly page: Page;
  /** Errors in the page's console, and uncaught ones. */
  readonly problems: readonly string[];
  /** Answers the dialog for opening a file, which `action` brings up, with `path`. */
  choosing(path: string, action: () => Promise<void>): Promise<void>;
  /** Lets `action` save a file, and reads what was written. */
  saving(action: () => Promise<void>): Promise<SavedBytes>;
  close(): Promise<void>;
}

/** A shell to run tests in; `open` receives the folder for all state. */
export interface ShellUnderTest {
  readonly shell: string;
  open(home: string): Promise<WorkbenchWindow>;
}

async function readDownload(download: Download): Promise<SavedBytes> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The page of a browser as a window. */
export function windowOf({ page, problems, close }: BrowserWorkbench): WorkbenchWindow {
  return {
    page,
    problems,
    close,
    choosing: async (path, action) => {
      const chooser = page.waitForEvent('filechooser');
      await action();
      await (await chooser).setFiles(path);
    },
    saving: async (action) => {
      const download = page.waitForEvent('download');
      await action();
      return readDownload(await download);
    },
  };
}

/** The window in a browser, in front of the engine that `wirebench serve` starts. */
export const openChromium = async (home: string): Promise<WorkbenchWindow> =>
  windowOf(await openBrowserWorkbench({ home }));

/** Answers the next dialog for saving with the suggested name, within a new folder. */
async function answerSaveDialog({ app }: LaunchedWorkbench, home: string): Promise<string> {
  const folder = mkdtempSync(join(home, 'saved-'));
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async (...args: unknown[]) => {
      const options = args.at(-1) as { defaultPath: string };
      const name = options.defaultPath.split(/[\\/]/).at(-1) ?? '';
      return { canceled: false, filePath: `${chosen}/${name}` };
    };
  }, folder);
  return folder;
}

/** Waits for the one file that is written into a folder. */
async function readOnlyFile(page: Page, folder: string): Promise<SavedBytes> {
  const [name = ''] = await vi.waitUntil(() => {
    const names = readdirSync(folder);
    return names.length === 1 && !names[0]?.endsWith('.part') && names;
  }, waitMs);
  await page.getByText(`Saved ${name}`).first().waitFor();
  return { name, bytes: readFileSync(join(folder, name)) };
}

/** The desktop app with its window. */
export async function openDesktop(home: string): Promise<WorkbenchWindow> {
  const workbench = await launchWorkbench({ home });
  const { app, page, problems, close } = workbench;
  return {
    page,
    problems,
    close,
    choosing: async (path, action) => {
      await app.evaluate(({ dialog }, filePath) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
      }, path);
      await action();
    },
    saving: async (action) => {
      const folder = await answerSaveDialog(workbench, home);
      await action();
      return readOnlyFile(page, folder);
    },
  };
}

/** Both shells that have a window; the renderer does not know which one it is in. */
export const shells: readonly ShellUnderTest[] = [
  { shell: 'Chromium', open: openChromium },
  { shell: 'Electron', open: openDesktop },
];
