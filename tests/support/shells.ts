import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { openBrowserWorkbench } from './browser.ts';
import { type LaunchedWorkbench, launchWorkbench } from './electron.ts';

/** A file as it arrived on the disk. */
export interface SavedBytes {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The workbench in a window, whichever shell is around it. */
export interface WorkbenchWindow {
  readonly page: Page;
  /** Errors of the page's console, and those it did not catch. */
  readonly problems: readonly string[];
  /** Answers the dialog for opening a file, which `action` brings up, with `path`. */
  choosing(path: string, action: () => Promise<void>): Promise<void>;
  /** Lets `action` save a file, and reads what was written. */
  saving(action: () => Promise<void>): Promise<SavedBytes>;
  close(): Promise<void>;
}

/** A shell to run tests in; `open` takes the folder for all state. */
export interface ShellUnderTest {
  readonly shell: string;
  open(home: string): Promise<WorkbenchWindow>;
}

async function readDownload(download: Download): Promise<SavedBytes> {
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function openBrowser(home: string): Promise<WorkbenchWindow> {
  const { page, problems, close } = await openBrowserWorkbench({ home });
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

/** Lets the next dialogs for saving choose the suggested name within `folder`. */
async function answerSaveDialogs({ app }: LaunchedWorkbench, folder: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = async (...args: unknown[]) => {
      const options = args.at(-1) as { defaultPath: string };
      const name = options.defaultPath.split('/').at(-1) ?? '';
      return { canceled: false, filePath: `${chosen}/${name}` };
    };
  }, folder);
}

async function openDesktop(home: string): Promise<WorkbenchWindow> {
  const workbench = await launchWorkbench({ home });
  const { app, page, problems, close } = workbench;
  const folder = join(home, 'saved');
  mkdirSync(folder, { recursive: true });
  await answerSaveDialogs(workbench, folder);
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
      await action();
      const message = page.getByText(/^Saved \S+$/).last();
      const name = basename((await message.innerText()).replace('Saved ', ''));
      return { name, bytes: readFileSync(join(folder, name)) };
    },
  };
}

/** Both shells that have a window; the renderer does not know in which it is. */
export const shells: readonly ShellUnderTest[] = [
  { shell: 'Chromium', open: openBrowser },
  { shell: 'Electron', open: openDesktop },
];
