import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../contracts/errors.ts';
import {
  type LaunchedWorkbench,
  launchWorkbench,
  missingElectron,
} from '../../support/electron.ts';
import { descendants, endProcess, isAlive } from '../../support/processes.ts';
import { type Attack, type Result, someTime, type Try, until } from '../attacks.ts';
import { engineOf } from '../shell/desktop-engine.ts';
import { callFromPage } from '../shell/page-calls.ts';
import { within } from '../within.ts';
import {
  endlessRun,
  orphansOf,
  plantOrphan,
  type StoringRun,
  storedRequests,
  storedSeconds,
  untilStoring,
} from './homes.ts';
import { showsRun } from './shown-run.ts';

interface Listed {
  readonly id: string;
  readonly status: string;
}

/** The desktop app with a run in progress: first its window's renderer is killed, then the whole app. */
export class DesktopWindows {
  readonly #folder: string;
  #homes = 1;
  #workbench: LaunchedWorkbench | null = null;
  #run: StoringRun | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  static missing(): string | null {
    return missingElectron();
  }

  get #home(): string {
    return join(this.#folder, String(this.#homes));
  }

  /** The app with its engine at work. */
  async #running(): Promise<LaunchedWorkbench> {
    if (this.#workbench) return this.#workbench;
    mkdirSync(this.#home, { recursive: true });
    const workbench = await launchWorkbench({ home: this.#home });
    this.#workbench = workbench;
    await workbench.page.getByText('Engine ready').waitFor();
    return workbench;
  }

  /** The app with a run of which at least a second is stored. */
  async #storing(): Promise<LaunchedWorkbench> {
    const workbench = await this.#running();
    this.#run ??= await untilStoring(this.#home, async () => {
      const script = callFromPage('/runs/start', { text: endlessRun() });
      const starting = workbench.page.evaluate<{ runId: string }>(script);
      return (await within('the engine answers its window', starting)).runId;
    });
    return workbench;
  }

  /** The window is reloaded, and shows the run, which continues, from its beginning. */
  async #killRenderer({ random, planted }: Try): Promise<Result> {
    const workbench = await this.#storing();
    const { app } = workbench;
    const engine = engineOf(app);
    if (engine === null) return { broken: 'the app has no engine' };
    await someTime(random, 500);
    const stored = storedRequests(this.#home);
    const seconds = storedSeconds(this.#home);
    const loading = app.evaluate(({ dialog, BrowserWindow }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return new Promise<void>((resolve) => {
        contents?.once('did-finish-load', () => resolve());
        if (contents) process.kill(contents.getOSProcessId(), 'SIGKILL');
      });
    });
    await within('the window is loaded again', loading);
    if (planted) process.kill(engine, 'SIGKILL');
    const isSame = () => !planted && engineOf(app) === engine;
    if (!isSame()) return { broken: 'the engine has ended' };
    if (!(await until(() => storedSeconds(this.#home) > seconds))) {
      return { broken: 'the run stores nothing any more' };
    }
    // Playwright gives up a crashed page, so the main process is asked what it shows.
    const shown = app.evaluate(
      ({ BrowserWindow }, script) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script),
      showsRun(stored),
    );
    await within('the window that was loaded again shows the run', shown);
    return { held: 'unharmed' };
  }

  /** Kills the main process: no process is left, and the next start has what was stored. */
  async #killMain({ random, planted }: Try): Promise<Result> {
    const workbench = await this.#storing();
    const { pid = 0 } = workbench.app.process();
    await someTime(random, 900);
    const below = descendants(pid);
    const seconds = storedSeconds(this.#home);
    const runId = this.#run?.id;
    await workbench.kill();
    this.#forget();
    if (planted) plantOrphan(this.#home);
    const left = () => below.filter((one) => isAlive(one.pid));
    if (!(await until(() => left().length === 0, 30_000))) {
      const commands = left().map(({ command }) => command);
      for (const { pid: one } of left()) endProcess(one);
      return { broken: `left running: ${commands.join('; ')}` };
    }
    const orphans = await orphansOf(this.#home, planted);
    if (orphans !== null) return { broken: orphans };
    return this.#nextStart(seconds, runId);
  }

  async #nextStart(seconds: number, runId: string | undefined): Promise<Result> {
    if (storedSeconds(this.#home) < seconds) {
      return { broken: `of ${seconds} stored seconds ${storedSeconds(this.#home)} are left` };
    }
    const { page } = await this.#running();
    const list = callFromPage('/runs/list', { limit: 1 });
    const listing = page.evaluate<readonly Listed[]>(list);
    const [last] = await within('the engine answers its window', listing);
    // The engine may have noticed in time that the app is gone, and have stopped the run.
    return last !== undefined && last.id === runId && /^(interrupted|stopped)$/.test(last.status)
      ? { held: 'lost' }
      : { broken: `the last run in the history is ${last?.status ?? 'missing'}` };
  }

  #forget(): void {
    this.#workbench = null;
    this.#run = null;
  }

  /** A breach must not be found again by the following attacks. */
  async #guarded(act: () => Promise<Result>): Promise<Result> {
    const result = await act().catch((error: unknown): Result => ({ broken: messageOf(error) }));
    if ('held' in result) return result;
    await this.#workbench?.kill();
    this.#forget();
    await orphansOf(this.#home);
    this.#homes += 1;
    return result;
  }

  /** @param lane of the attacks, which take turns. */
  attacks(lane: number): readonly Attack[] {
    const renderer: Attack = {
      lane,
      what: 'kill -9 of the desktop app’s renderer (Electron)',
      plant: 'an engine that ends with its renderer',
      attempt: (one) => this.#guarded(() => this.#killRenderer(one)),
    };
    const main: Attack = {
      lane,
      what: 'kill -9 of the desktop app (Electron’s main process)',
      plant: 'a process of the desktop app that is left running',
      attempt: (one) => this.#guarded(() => this.#killMain(one)),
    };
    return [renderer, main];
  }

  /** Quits the app during its run. @returns what is wrong with that, or null. */
  async close(): Promise<string | null> {
    const workbench = this.#workbench;
    if (!workbench) return null;
    this.#forget();
    try {
      await within('the app quits', workbench.close());
      return await orphansOf(this.#home);
    } catch (error) {
      await workbench.kill();
      await orphansOf(this.#home);
      return messageOf(error);
    }
  }
}
