import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { resultDocumentSchema } from '../../../contracts/result.ts';
import { wirebench } from '../../support/command-line.ts';
import { type LaunchedWorkbench, launchWorkbench } from '../../support/electron.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { descendants, isAlive } from '../../support/processes.ts';
import { waitMs } from '../../support/timeouts.ts';
import { goTo, runButton, said, seeFigures } from '../../support/views.ts';

let folder: string;
let workbench: LaunchedWorkbench;

beforeAll(async () => {
  folder = makeFolder();
  const experiment = join(folder, 'long.bench.yaml');
  writeFileSync(
    experiment,
    smallExperiment({ name: 'Long', protocols: 'rest', duration: '10m', thinkTime: '2ms' }),
  );
  workbench = await launchWorkbench({ home: join(folder, 'home'), args: [experiment] });
  await workbench.page.getByRole('heading', { level: 1, name: 'long.bench.yaml' }).waitFor();
});
afterAll(async () => {
  await workbench?.close();
  removeFolder(folder);
});

/** Ends the engine as a crash would. @returns when it is gone. */
async function killEngine(): Promise<void> {
  const { pid = 0 } = workbench.app.process();
  const engine = await vi.waitUntil(
    () => descendants(pid).find(({ command }) => /engine-host|node\.mojom/.test(command)),
    waitMs,
  );
  process.kill(engine.pid, 'SIGKILL');
  await vi.waitUntil(() => !isAlive(engine.pid), waitMs);
}

async function startRun(): Promise<void> {
  const { page } = workbench;
  await goTo(page, 'Editor').click();
  await runButton(page).and(page.locator(':enabled')).click();
  await seeFigures(page, 2);
}

/** Waits until seconds of the measured window are stored. */
async function untilStored(): Promise<void> {
  const database = new BetterSqlite(join(folder, 'home', 'wirebench.db'), { readonly: true });
  const count = database.prepare('SELECT count(*) FROM intervals').pluck();
  try {
    await vi.waitUntil(() => Number(count.get()) >= 2, waitMs);
  } finally {
    database.close();
  }
}

describe('an engine that is killed during a run', () => {
  it('is started again, and the run shown as interrupted with what it had measured', async () => {
    const { page } = workbench;
    await startRun();
    await untilStored();
    await killEngine();
    const banner = page.getByRole('alert').filter({ hasText: 'The engine ended unexpectedly' });
    await banner.getByText(/ended by SIGKILL|ended with code/).waitFor();
    await banner.getByText(/It was restarted\. The run “Long” was interrupted/).waitFor();
    expect(await page.getByText('was interrupted').count()).toBe(1);
    await said(page, /^Interrupted: the figures of 1 of 1 trials are kept/).waitFor();
    expect(await page.getByText(/^Trusted so far/).count()).toBe(0);
    expect(await page.getByText('Running', { exact: true }).count()).toBe(0);
    const { stdout } = await wirebench(join(folder, 'home'), ['show', 'latest', '--json']);
    const { run, trials } = resultDocumentSchema.parse(JSON.parse(stdout));
    expect(run.status).toBe('interrupted');
    expect(trials[0]?.requests.ok).toBeGreaterThan(0);
    await banner.getByRole('link', { name: 'Open its result' }).click();
    await page.getByText('Interrupted').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect.poll(() => page.getByText('was interrupted').count()).toBe(0);
  });

  it('waits for the user when it ends once more', async () => {
    const { page } = workbench;
    await killEngine();
    await page.getByText('It has now ended twice and will not restart on its own.').waitFor();
    const { pid = 0 } = workbench.app.process();
    const engines = () => descendants(pid).filter(({ command }) => command.includes('engine-host'));
    expect(engines()).toEqual([]);
    await page.getByRole('button', { name: 'Restart the engine' }).click();
    await page.getByText('Engine ready').waitFor();
    await goTo(page, 'History').click();
    await page.getByRole('row', { name: /\bLong .*Interrupted/ }).waitFor();
  });
});

describe('a renderer that crashes during a run', () => {
  it('is offered to be loaded again, and finds the run going on', async () => {
    const { app } = workbench;
    await startRun();
    await app.evaluate(({ dialog, BrowserWindow }) => {
      dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
      const [window] = BrowserWindow.getAllWindows();
      return new Promise<void>((resolve) => {
        window?.webContents.once('did-finish-load', () => resolve());
        window?.webContents.forcefullyCrashRenderer();
      });
    });
    // Playwright gives a page up that has crashed, so that main is asked for what it shows.
    const shown = app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`
        new Promise((resolve) => {
          const look = () => {
            const stop = [...document.querySelectorAll('button')].some((b) => b.textContent === 'Stop');
            const now = document.querySelector('[aria-label="Now"]')?.innerText ?? '';
            const lives = now.includes('0 of 1 trials') && /Succeeded\\s+[\\d,]*[1-9]/.test(now);
            if (stop && lives && / % · Long · /.test(document.title)) resolve(location.hash);
            else setTimeout(look, 50);
          };
          location.hash = '#/run';
          look();
        })`),
    );
    expect(await shown).toBe('#/run');
  });
});
