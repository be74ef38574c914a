import type { LaunchedWorkbench } from '../../support/electron.ts';
import { descendants, endProcess, isAlive } from '../../support/processes.ts';
import { type Attack, type Result, resultOf, someTime, type Try, until } from '../attacks.ts';
import { callFromPage, engineOf, quitDesktop, startDesktop } from '../shell/desktop.ts';
import { within } from '../within.ts';
import { showsRun } from './browser-windows.ts';
import { Ground } from './ground.ts';
import {
  endlessRun,
  lostSeconds,
  orphansOf,
  plantOrphan,
  storedRequests,
  storedSeconds,
} from './homes.ts';

interface Listed {
  readonly id: string;
  readonly status: string;
}

/** The desktop app with a run in progress: first its window's renderer is killed, then the whole app. */
export class DesktopWindows extends Ground<LaunchedWorkbench> {
  protected launch(home: string): Promise<LaunchedWorkbench> {
    return startDesktop(home);
  }

  protected override async startRun(workbench: LaunchedWorkbench): Promise<string> {
    const input = { text: endlessRun() };
    return (await callFromPage<{ runId: string }>(workbench, '/runs/start', input)).runId;
  }

  /** The window is reloaded, and shows the run, which continues, from its beginning. */
  async #killRenderer({ random, planted }: Try): Promise<Result> {
    const { app } = await this.storing();
    const engine = engineOf(app);
    await someTime(random, 500);
    const stored = storedRequests(this.home);
    const seconds = storedSeconds(this.home);
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
    if (planted || engineOf(app) !== engine) return { broken: 'the engine has ended' };
    if (!(await until(() => storedSeconds(this.home) > seconds)))
      return { broken: 'the run stores nothing any more' };
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
    const workbench = await this.storing();
    const { pid = 0 } = workbench.app.process();
    await someTime(random, 900);
    const below = descendants(pid);
    const seconds = storedSeconds(this.home);
    const runId = this.run?.id;
    await this.kill();
    if (planted) plantOrphan(this.home);
    const left = () => below.filter((one) => isAlive(one.pid));
    if (!(await until(() => left().length === 0, 30_000))) {
      const still = left();
      for (const one of still) endProcess(one.pid);
      return { broken: `left running: ${still.map(({ command }) => command).join('; ')}` };
    }
    const fault = (await orphansOf(this.home, planted)) ?? lostSeconds(this.home, seconds);
    if (fault !== null) return { broken: fault };
    const next = await this.running();
    const [last] = await callFromPage<readonly Listed[]>(next, '/runs/list', { limit: 1 });
    // The engine may have noticed in time that the app is gone, and have stopped the run.
    const isThere = last?.id === runId && /^(interrupted|stopped)$/.test(last?.status ?? '');
    const saw = `the last run in the history is ${last?.status ?? 'missing'}`;
    return resultOf(isThere ? null : saw, 'lost');
  }

  attacks(): readonly Attack[] {
    return [
      this.attack(
        'kill -9 of the desktop app’s renderer (Electron)',
        (one) => this.#killRenderer(one),
        { plant: 'an engine that ends with its renderer' },
      ),
      this.attack(
        'kill -9 of the desktop app (Electron’s main process)',
        (one) => this.#killMain(one),
        { plant: 'a process of the desktop app that is left running' },
      ),
    ];
  }

  /** Quits the app during its run. */
  protected async last(workbench: LaunchedWorkbench): Promise<string | null> {
    await quitDesktop(workbench);
    this.app = null;
    return orphansOf(this.home);
  }
}
