import type { BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { type CommandLine, startWirebench } from './command-line.ts';
import { waitMs } from './timeouts.ts';

export interface BrowserWorkbenchOptions {
  /** Folder for all state; each workbench of a test has its own. */
  readonly home: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Keeps the browser's own file pickers, which the test then has to replace. */
  readonly pickers?: boolean;
}

/** `wirebench serve` with a real browser. */
export interface BrowserWorkbench {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The printed address, with its token. */
  readonly address: string;
  /** Errors in the consoles of its pages, and uncaught ones. */
  readonly problems: readonly string[];
  /** Opens another window on the same engine. */
  openPage(): Promise<Page>;
  /** Closes the browser, ends the engine and waits for it. */
  close(): Promise<void>;
}

/** Starts the browser shell on a free port and opens its address. */
export async function openBrowserWorkbench(
  options: BrowserWorkbenchOptions,
): Promise<BrowserWorkbench> {
  const server = startWirebench(options.home, ['serve', '--no-open', '--port', '0']);
  const [browser, [address]] = await Promise.all([
    launchChromium(),
    server.until('stdout', /^http:\/\/127\.0\.0\.1:\d+\/\?token=\S+$/m),
  ]);
  const context = await browser.newContext({
    viewport: options.viewport ?? { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(waitMs);
  // A native picker cannot be driven from a test; the file input of other browsers can.
  if (!options.pickers) {
    await context.addInitScript(
      'delete window.showOpenFilePicker; delete window.showSaveFilePicker',
    );
  }
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(error.error().message));
  const openPage = async () => {
    const page = await context.newPage();
    // A listener added only when the click is about to happen may be too late.
    page.on('filechooser', () => undefined);
    await page.goto(address);
    return page;
  };
  const close = async () => {
    await browser.close();
    await endServer(server);
  };
  return { context, page: await openPage(), address, problems, openPage, close };
}

async function endServer({ child, ended }: CommandLine): Promise<void> {
  child.kill('SIGINT');
  await ended;
}
