import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { TrialResult } from '../../contracts/measurement.ts';
import type { RunFileRun } from '../../contracts/run-file.ts';
import { openEngine } from '../../engine/api/engine.ts';
import { type ContractImplementer, contractImplementer } from '../../engine/api/parts.ts';
import { startWorkbench } from '../../engine/serve/workbench.ts';
import { openStore } from '../../engine/store/store.ts';
import { makeFolder, removeFolder } from './folder.ts';
import { seedRuns } from './many-runs.ts';
import { environment } from './records.ts';
import { readWholeRun, storeRun } from './run-files.ts';
import { sampleRun } from './sample-run-file.ts';
import { waitMs } from './timeouts.ts';

export { seriousViolations } from './axe.ts';
export { launchChromium } from './chromium.ts';

const root = join(import.meta.dirname, '../..');

/** Handlers by the part of the engine's API and the call. */
type Calls = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface WindowOptions {
  /** Fragment of the address, such as `#/history`. */
  readonly route?: string;
  readonly colorScheme?: 'light' | 'dark';
  /** How many runs are stored, `seeded-0` …, the newest first. */
  readonly runs?: number;
  /** Experiments of stored runs with possible results, `given-0` …, the odd ones of another machine. */
  readonly experiments?: readonly string[];
  /** Stored real runs, by the numbers of their files in `fixtures`. */
  readonly fixtures?: readonly string[];
  /** Further stored runs. */
  readonly stored?: readonly RunFileRun[];
  /** Does something with the data folder before the engine is opened. */
  readonly prepare?: (home: string) => void;
  /** Calls that the engine is to answer in another way. */
  readonly calls?: (api: ContractImplementer) => Calls;
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

/** The id of the run of a fixture. */
export const fixtureId = async (number: string) => (await fixtureRun(number)).id;

/** A run with other results. */
export const withResults = (
  run: RunFileRun,
  change: (result: TrialResult) => Partial<TrialResult>,
): RunFileRun => ({
  ...run,
  trials: run.trials.map((trial) => {
    const { result } = trial;
    return { ...trial, result: result && { ...result, ...change(result) } };
  }),
});

/** A real run, by the number of its file in `fixtures`. */
export function fixtureRun(number: string): Promise<RunFileRun> {
  const folders = ['v0.1.0/runs', 'runs'].map((name) => join(root, 'fixtures', name));
  const [path = ''] = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) =>
      name.startsWith(`${number}-`) ? join(folder, name) : [],
    ),
  );
  return readWholeRun(readFileSync(path));
}

async function storeRuns(
  file: string,
  { runs = 0, experiments = [], fixtures = [], stored = [] }: WindowOptions,
): Promise<void> {
  if (runs > 0) seedRuns(file, runs);
  if (experiments.length + fixtures.length + stored.length === 0) return;
  const store = openStore(file);
  for (const [index, text] of experiments.entries()) {
    const elsewhere = { ...environment, cpu: 'Another CPU', node: 'v26.0.0' };
    const part = { environment: index % 2 === 0 ? environment : elsewhere };
    storeRun(store, sampleRun(`given-${index}`, text, part));
  }
  for (const number of fixtures) storeRun(store, await fixtureRun(number));
  for (const run of stored) storeRun(store, run);
  store.close();
}

/** Opens a window of 1280×800 on a new engine. */
export async function openWindow(
  browser: Browser,
  options: WindowOptions = {},
): Promise<EngineWindow> {
  const { route = '#/experiment', colorScheme = 'light' } = options;
  const home = makeFolder();
  options.prepare?.(home);
  await storeRuns(join(home, 'wirebench.db'), options);
  const engine = await openEngine({ home });
  const router: Record<string, object> = { ...engine.router };
  for (const [part, calls] of Object.entries(options.calls?.(contractImplementer) ?? {})) {
    router[part] = { ...router[part], ...calls };
  }
  const spare = spares.get(browser)?.pop();
  const port = spare ? Number(new URL(spare.url).port) : 0;
  const folder = join(root, 'dist/renderer');
  const workbench = await startWorkbench({ router: router as typeof engine.router, folder, port });
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
    await engine.close();
    removeFolder(home);
  };
  return { page, url, problems, close };
}
