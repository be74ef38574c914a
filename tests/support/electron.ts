import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, errors, type Page } from 'playwright-core';
import { openDisplay } from './display.ts';
import { slowness, soonMs, waitMs } from './timeouts.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface WorkbenchOptions {
  /** Folder for all state; each workbench of a test has its own. */
  readonly home: string;
  /** Additional arguments, such as an experiment file. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A running desktop app. */
export interface LaunchedWorkbench {
  readonly app: ElectronApplication;
  /** The window. */
  readonly page: Page;
  /** Errors in the page's console, and uncaught ones. */
  readonly problems: readonly string[];
  /** Quits the app and waits until its process has ended. */
  close(): Promise<void>;
  /** Kills its main process, as a system out of memory would, and waits until it has ended. */
  kill(): Promise<void>;
}

/** The official Electron if it was downloaded, otherwise the one prepared for tests. */
export const electronExecutable = (): string => askRuntime();

function askRuntime(...args: readonly string[]): string {
  const script = join(root, 'scripts', 'electron-runtime.mjs');
  return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8' }).trim();
}

/**
 * Why the desktop app cannot be started here, or null; unlike {@link electronExecutable}, this fetches nothing.
 */
export function missingElectron(): string | null {
  if (!existsSync(join(root, 'dist', 'electron', 'main.cjs'))) return 'the app is not built';
  const broken = brokenElectron();
  if (broken !== null) return broken;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => existsSync(join(folder, 'Xvfb'))) ? null : 'there is no Xvfb';
}

/** @returns why no Electron can be started, or null. */
function brokenElectron(): string | null {
  const executable = askRuntime('--present');
  if (executable === '') return 'Electron was not downloaded';
  // As Node it needs no display, but all of its libraries.
  const env = { ...inherited(), ELECTRON_RUN_AS_NODE: '1' };
  const { status, stderr } = spawnSync(executable, ['--version'], { env, encoding: 'utf8' });
  return status === 0 ? null : `Electron does not start: ${stderr?.trim() ?? ''}`;
}

/** The Electron for tests has a Node that cannot run the engine. */
function engineNode(executable: string): Record<string, string> {
  const prepared = executable.includes(`${sep}.runtime${sep}`);
  return prepared ? { WIREBENCH_ENGINE_NODE: process.execPath } : {};
}

function inherited(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _asNode, NODE_OPTIONS: _options, ...env } = process.env;
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => !!entry[1]),
  );
}

function watchProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** Ends a process by a function, and waits until it has ended; the function may not notice. */
async function end(child: ChildProcess, act: () => Promise<void>): Promise<void> {
  if (hasEnded(child)) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([ended, act().then(() => ended)]);
}

const launches = 3;

/**
 * Occasionally Electron stops before it has run a line of the app, after Playwright has attached its
 * debugger; Playwright ends it after the timeout, and the next start succeeds. So the first start
 * gets a third of the time, which is several times what it takes, and the last one all of it.
 */
async function launched(
  options: Parameters<typeof _electron.launch>[0],
  launch = 1,
): Promise<ElectronApplication> {
  try {
    return await _electron.launch({
      ...options,
      timeout: (soonMs * slowness() * launch) / launches,
    });
  } catch (error) {
    if (launch === launches || !(error instanceof errors.TimeoutError)) throw error;
    return launched(options, launch + 1);
  }
}

/** Starts the built desktop app on a new screen. */
export async function launchWorkbench(options: WorkbenchOptions): Promise<LaunchedWorkbench> {
  if (!existsSync(join(root, 'dist', 'electron', 'main.cjs'))) {
    throw new Error('The desktop shell is not built: run "npm run build"');
  }
  const executablePath = electronExecutable();
  const display = await openDisplay();
  // Chromium's sandbox does not work for root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  let child: ChildProcess | null = null;
  let closing: Promise<void> | undefined;
  const finish = (act: () => Promise<void>) => {
    closing ??= (child ? end(child, act) : Promise.resolve()).finally(() => display.close());
    return closing;
  };
  const kill = () => {
    // Also while it is being closed, which may never finish.
    child?.kill('SIGKILL');
    return finish(async () => undefined);
  };
  try {
    const app = await launched({
      executablePath,
      args: [...sandbox, root, ...(options.args ?? [])],
      env: {
        ...inherited(),
        ...engineNode(executablePath),
        DISPLAY: display.name,
        WIREBENCH_HOME: options.home,
        ...options.env,
      },
    });
    // Playwright forgets it once the app has ended.
    child = app.process();
    app.context().setDefaultTimeout(waitMs);
    const page = await app.firstWindow({ timeout: 2 * soonMs * slowness() });
    const problems = watchProblems(page);
    await page.waitForLoadState('load');
    return { app, page, problems, close: () => finish(() => app.close()), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}
