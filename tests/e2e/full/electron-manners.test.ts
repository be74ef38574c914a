import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commands } from '../../../contracts/commands.ts';
import type { Shell } from '../../../contracts/shell.ts';
import { type LaunchedWorkbench, launchWorkbench } from '../../support/electron.ts';
import { smallExperiment } from '../../support/experiments.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { waitMs } from '../../support/timeouts.ts';

declare const wirebenchShell: Shell;

/** What the tests note in main. */
interface Noted {
  shown: { title: string; emit(event: 'click'): void }[];
  progress: number[];
}
type MainWindow = typeof globalThis & { noted: Noted };

let folder: string;
let workbench: LaunchedWorkbench;
/** Requests that reached the outside. */
const asked: string[] = [];
const outside = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('{"version":"99.0.0"}');
});
const outsideAddress = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = makeFolder();
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  const experiment = join(folder, 'long.bench.yaml');
  writeFileSync(
    experiment,
    smallExperiment({ name: 'Long', protocols: 'rest', duration: '10m', thinkTime: '2ms' }),
  );
  workbench = await launchWorkbench({
    home: join(folder, 'home'),
    args: [experiment],
    env: { WIREBENCH_RELEASE_FEED: `${outsideAddress()}/latest` },
  });
  await workbench.app.evaluate(({ BrowserWindow, Notification }) => {
    const noted: Noted = { shown: [], progress: [] };
    (globalThis as MainWindow).noted = noted;
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('There is no window');
    window.setProgressBar = (share) => noted.progress.push(share);
    window.isFocused = () => false;
    // Each has methods of its own but for those of emitters, and main listens before it shows one.
    const { on } = Notification.prototype;
    Notification.prototype.on = function listen(this: Noted['shown'][number], ...args: unknown[]) {
      noted.shown.push(this);
      return Reflect.apply(on, this, args);
    };
  });
});

afterAll(async () => {
  await workbench?.close();
  outside.closeAllConnections();
  outside.close();
  removeFolder(folder);
});

const noted = () =>
  workbench.app.evaluate(() => {
    const { shown, progress } = (globalThis as MainWindow).noted;
    return { titles: shown.map(({ title }) => title), progress };
  });

describe('the native menu', () => {
  it('has every command with its key, and an entry for what this is', async () => {
    const items = await workbench.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? [])
        .flatMap(({ submenu }) => submenu?.items ?? [])
        .map(({ id, label, accelerator }) => ({ id, label, accelerator: accelerator ?? null })),
    );
    for (const { name, label, keys } of commands) {
      const accelerator = keys?.replace('Mod', 'CmdOrCtrl') ?? null;
      expect(items).toContainEqual(expect.objectContaining({ id: name, label, accelerator }));
    }
    expect(items.map(({ label }) => label)).toContain('About Wirebench');
  });

  it('opens the palette, from which keys lead to a view', async () => {
    const { app, page } = workbench;
    await app.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.getMenuItemById('palette')?.click(),
    );
    const typed = page.getByRole('combobox', { name: /Find a command/ });
    await typed.fill('settin');
    await page.getByRole('option', { name: /Settings/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await expect.poll(() => typed.count()).toBe(0);
  });
});

describe('during a run', () => {
  it('title and taskbar say how far it is, and the machine stays awake', async () => {
    const { app, page } = workbench;
    await page.keyboard.press('Control+3');
    await page.getByRole('heading', { level: 1, name: 'long.bench.yaml' }).waitFor();
    const run = page.getByRole('button', { name: 'Run', exact: true });
    await run.and(page.locator(':enabled')).waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => page.title()).toMatch(/^\d+ % · Long · Wirebench$/);
    await vi.waitFor(async () => {
      expect((await noted()).progress.some((share) => share >= 0 && share < 0.5)).toBe(true);
      expect(await app.evaluate(({ powerSaveBlocker }) => powerSaveBlocker.isStarted(0))).toBe(
        true,
      );
    }, waitMs);
  });

  it('a notification of its end leads to its result', async () => {
    const { app, page } = workbench;
    await page.keyboard.press('Control+,');
    const after = page.getByRole('textbox', { name: 'Notify after' });
    await after.fill('0');
    await after.press('Enter');
    await page.getByRole('link', { name: /^History/ }).click();
    await page.keyboard.press('Control+.');
    await expect.poll(() => page.title()).toBe('Wirebench');
    await vi.waitFor(async () => expect((await noted()).titles).toEqual(['The run was stopped']), {
      timeout: waitMs,
    });
    await expect.poll(async () => (await noted()).progress.at(-1)).toBe(-1);
    const isAwake = () => app.evaluate(({ powerSaveBlocker }) => powerSaveBlocker.isStarted(0));
    await expect.poll(isAwake).toBe(false);
    await app.evaluate(() => (globalThis as MainWindow).noted.shown[0]?.emit('click'));
    await page.waitForURL(/#\/result\//);
  });
});

describe('saving a folder', () => {
  const save = (names: readonly string[]) =>
    workbench.page.evaluate(
      (files) =>
        wirebenchShell
          .saveFolder({
            suggestedName: '../Figures',
            files: files.map((name) => ({ name, mediaType: 'text/csv', content: 'a\n' })),
          })
          .then(
            (saved) => saved?.name ?? 'cancelled',
            (error: Error) => error.message,
          ),
      names,
    );

  it('makes a new one each time where the user says, and refuses two files of one name', async () => {
    const chosen = join(folder, 'chosen');
    mkdirSync(chosen);
    await workbench.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, chosen);
    expect(await save(['a.csv', 'b.csv'])).toBe('-Figures');
    expect(await save(['a.csv'])).toBe('-Figures 2');
    expect(await save(['a.csv', 'A.csv'])).toMatch(/shell:save-folder is invalid/);
    expect(readdirSync(chosen).sort()).toEqual(['-Figures', '-Figures 2']);
    expect(readdirSync(join(chosen, '-Figures')).sort()).toEqual(['a.csv', 'b.csv']);
  });
});

describe('printing', () => {
  const print = (html: string) =>
    workbench.page.evaluate(async (text) => {
      const bytes = await wirebenchShell.printPdf(text);
      return Array.from(bytes ?? []);
    }, html);

  it('makes an A4 PDF of a page that reaches nothing', async () => {
    asked.length = 0;
    const away = outsideAddress();
    const pdf = Buffer.from(
      await print(`<!doctype html><title>Figures</title>
        <svg width="200" height="100"><rect width="200" height="100" fill="teal"/></svg>
        <p id="said"></p><img src="${away}/image"><link rel="stylesheet" href="${away}/style">
        <script>
          document.getElementById('said').textContent = typeof require + typeof wirebenchShell;
          fetch('${away}/fetch').catch(() => undefined);
          new Image().src = '${away}/picture';
          window.open('${away}/window');
        </script>`),
    );
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45]\S* 84[12]\S*\]/);
    expect(asked).toEqual([]);
    const windows = await workbench.app.evaluate(
      ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
    );
    expect(windows).toBe(1);
  });

  it('fails for a page that wants to go elsewhere', async () => {
    const away = `<script>location.href = '${outsideAddress()}/navigation'</script>`;
    await expect(print(away)).rejects.toThrow(/cannot be printed/);
    expect(asked).toEqual([]);
  });
});

describe('a newer version', () => {
  it('is looked for when the user asks, and not before', async () => {
    expect(asked).toEqual([]);
    const { page } = workbench;
    await page.keyboard.press('Control+,');
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page.getByText('Version 99.0.0 is out.').waitFor();
    expect(asked).toEqual(['/latest']);
  });
});

describe('run files', () => {
  it('are handed to the window by a second start', async () => {
    const { app, page } = workbench;
    const file = join(folder, 'given.wbrun');
    writeFileSync(file, 'not a run');
    await page.evaluate(() => {
      const heard = globalThis as typeof globalThis & { arrived?: Promise<string> };
      heard.arrived = new Promise((resolve) => {
        wirebenchShell.onRunFileOpened(({ name, content }) => resolve(`${name} ${content.length}`));
      });
    });
    await app.evaluate(({ app: electronApp }, path) => {
      electronApp.emit('second-instance', {}, ['wirebench', path], '/');
    }, file);
    expect(await page.evaluate('arrived')).toBe('given.wbrun 9');
  });
});
