import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Shell } from '../../contracts/shell.ts';
import { type LaunchedWorkbench, launchWorkbench } from '../support/electron.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

declare const wirebenchShell: Shell;
declare const location: { href: string };

/** What a script of the page would be told. */
function inPage<Value>(page: Page, script: string): Promise<Value> {
  return page.evaluate<Value>(script);
}

let folder: string;
let experiment: string;
let workbench: LaunchedWorkbench;

beforeAll(async () => {
  folder = makeFolder();
  experiment = join(folder, 'given.bench.yaml');
  writeFileSync(experiment, 'wirebench: 1\nname: Given as an argument\n');
  workbench = await launchWorkbench({ home: join(folder, 'home'), args: [experiment] });
});

afterAll(async () => {
  await workbench?.close();
  removeFolder(folder);
});

describe('the desktop window', () => {
  it('shows the renderer under the app scheme', async () => {
    expect(await workbench.page.title()).toContain('Wirebench');
    expect(workbench.page.url()).toMatch(/^app:\/\/wirebench\/index\.html/);
    await workbench.page.locator('#root > *').first().waitFor({ state: 'attached' });
  });

  it('is visible, and large enough to work in', async () => {
    const bounds = await workbench.app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (window && !window.isVisible()) {
        await new Promise((resolve) => window.once('show', () => resolve(undefined)));
      }
      return window?.getBounds();
    });
    expect(bounds?.width).toBeGreaterThanOrEqual(960);
  });

  it('has no violation of its content security policy', () => {
    expect(workbench.problems.filter((problem) => /content security/i.test(problem))).toEqual([]);
  });
});

describe('the page is kept away from the machine', () => {
  it.each(['require', 'process', 'module', 'Buffer', 'global'])('has no %s', async (name) => {
    expect(await inPage(workbench.page, `typeof ${name}`)).toBe('undefined');
  });

  it('runs with the settings of a sandbox', async () => {
    const preferences = await workbench.app.evaluate(({ BrowserWindow }) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      return (contents as unknown as { getLastWebPreferences(): unknown }).getLastWebPreferences();
    });
    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
    });
  });

  it('cannot open another window', async () => {
    expect(await inPage(workbench.page, `window.open('app://wirebench/index.html')`)).toBeNull();
    const count = await workbench.app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
    );
    expect(count).toBe(1);
  });

  it('cannot go to another address', async () => {
    // Listened for before the page is told to go, which another process does.
    await workbench.app.evaluate(({ BrowserWindow }) => {
      const heard = globalThis as typeof globalThis & { attempted?: Promise<boolean> };
      heard.attempted = new Promise((resolve) => {
        BrowserWindow.getAllWindows()[0]?.webContents.once('will-navigate', (event) =>
          setImmediate(() => resolve(event.defaultPrevented)),
        );
      });
    });
    await inPage(workbench.page, `void (location.href = 'http://127.0.0.1:9/')`);
    expect(await workbench.app.evaluate('attempted')).toBe(true);
    expect(await workbench.page.evaluate(() => location.href)).toMatch(/^app:\/\/wirebench\//);
  });

  it.each(['http://127.0.0.1:9/', 'app://elsewhere/index.html'])('cannot fetch %s', async (url) => {
    const outcome = await inPage(
      workbench.page,
      `fetch('${url}').then(() => 'got', () => 'refused')`,
    );
    expect(outcome).toBe('refused');
  });

  it('cannot leave the folder of the renderer', async () => {
    const paths = [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%5c..%5cpackage.json',
    ];
    const statuses = await Promise.all(
      paths.map((path) => inPage(workbench.page, `fetch('${path}').then((r) => r.status)`)),
    );
    expect(statuses.filter((status) => status === 200)).toEqual([]);
  });

  it('runs no script that it was given as text', async () => {
    const outcome = await inPage(
      workbench.page,
      `(() => { const s = document.createElement('script'); s.textContent = 'window.injected = 1';
        document.head.append(s); s.remove(); return typeof window.injected; })()`,
    );
    expect(outcome).toBe('undefined');
  });

  it.each(['notifications', 'geolocation', 'camera'])('is refused %s', async (name) => {
    const state = await inPage(
      workbench.page,
      `navigator.permissions.query({ name: '${name}' }).then((status) => status.state)`,
    );
    expect(state).toBe('denied');
  });
});

describe('what the shell offers to the page', () => {
  it('is the Shell of the contracts and nothing more', async () => {
    const members = await inPage<string[]>(
      workbench.page,
      `Object.entries(wirebenchShell).map(([name, value]) => name + ':' + typeof value).sort()`,
    );
    expect(members).toEqual([
      'checkForUpdate:function',
      'keepAwake:function',
      'kind:string',
      'notify:function',
      'onEngineEnded:function',
      'onFileOpened:function',
      'onMenuCommand:function',
      'onRouteAsked:function',
      'onRunFileOpened:function',
      'openFile:function',
      'openRecent:function',
      'openRunFile:function',
      'printPdf:function',
      'recentFiles:function',
      'restartEngine:function',
      'saveFile:function',
      'saveFolder:function',
      'setProgress:function',
      'setZoom:function',
      'showPath:function',
    ]);
  });

  it('refuses messages that are not what they should be', async () => {
    const refusal = (call: string) =>
      inPage<string>(workbench.page, `${call}.then(() => 'accepted', (error) => error.message)`);
    expect(await refusal('wirebenchShell.openRecent(42)')).toMatch(/shell:open-recent is invalid/);
    expect(await refusal('wirebenchShell.openRecent("/etc/passwd")')).toMatch(
      /not among the recent/,
    );
    expect(await refusal('wirebenchShell.saveFile({ path: 1 })')).toMatch(
      /shell:save-file is invalid/,
    );
  });

  it('opens a file that was given on the command line', async () => {
    const recent = await workbench.page.evaluate(() => wirebenchShell.recentFiles());
    expect(recent).toEqual([{ path: experiment, name: 'given.bench.yaml' }]);
    const file = await workbench.page.evaluate(
      (path) => wirebenchShell.openRecent(path),
      experiment,
    );
    expect(file?.text).toContain('Given as an argument');
  });

  it('passes commands of the native menu on', async () => {
    await inPage(
      workbench.page,
      `void (window.commands = new Promise((resolve) => wirebenchShell.onMenuCommand(resolve)))`,
    );
    await workbench.app.evaluate(({ Menu }) => {
      const items = Menu.getApplicationMenu()?.items.flatMap((item) => item.submenu?.items ?? []);
      items?.find((item) => item.label === 'History')?.click();
    });
    expect(await inPage(workbench.page, 'window.commands')).toBe('view-history');
  });
});

describe('saving', () => {
  const save = (path: string | null) =>
    workbench.page.evaluate(
      (to) =>
        wirebenchShell.saveFile({
          suggestedName: 'result.csv',
          path: to,
          mediaType: 'text/csv',
          content: 'a,b\n',
        }),
      path,
    );
  /** Answers the next dialogs, and counts them. */
  const chooseIn = (filePath: string | null) =>
    workbench.app.evaluate(({ dialog }, chosen) => {
      const counter = globalThis as typeof globalThis & { asked: number };
      counter.asked = 0;
      dialog.showSaveDialog = async () => {
        counter.asked += 1;
        return { canceled: chosen === null, filePath: chosen ?? '' };
      };
    }, filePath);
  const timesAsked = () =>
    workbench.app.evaluate(() => (globalThis as typeof globalThis & { asked: number }).asked);

  it('writes nothing when the dialog is cancelled', async () => {
    await chooseIn(null);
    expect(await save(null)).toBeNull();
  });

  it('asks before it writes to a path that the user has not chosen', async () => {
    const chosen = join(folder, 'chosen.csv');
    await chooseIn(chosen);
    expect(await save(join(folder, 'unasked.csv'))).toEqual({ path: chosen, name: 'chosen.csv' });
    expect(await timesAsked()).toBe(1);
    expect(readFileSync(chosen, 'utf8')).toBe('a,b\n');
  });

  it('does not ask again for a path that the user has chosen', async () => {
    const chosen = join(folder, 'chosen.csv');
    await chooseIn(null);
    expect(await save(chosen)).toEqual({ path: chosen, name: 'chosen.csv' });
    expect(await timesAsked()).toBe(0);
  });

  it('says why a file could not be written', async () => {
    const occupied = join(folder, 'occupied');
    mkdirSync(occupied);
    await chooseIn(occupied);
    await expect(save(null)).rejects.toThrow(/Cannot write .*occupied/);
  });
});
