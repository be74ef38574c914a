import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LaunchedWorkbench, launchWorkbench } from '../../support/electron.ts';
import { makeFolder, removeFolder } from '../../support/folder.ts';
import { hostileTextStaysText } from '../../support/hostile-text.ts';
import { openDesktop } from '../../support/shells.ts';

/**
 * What wrong messages, foreign pages and wishes for permissions get of the desktop shell, and hostile files,
 * names and targets, whose script its window must not run either.
 */

let folder: string;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => removeFolder(folder));

describe('the desktop shell', () => {
  let workbench: LaunchedWorkbench;
  beforeAll(async () => {
    workbench = await launchWorkbench({ home: join(folder, 'desktop') });
    await workbench.page.getByText('Engine ready').waitFor();
  });
  afterAll(() => workbench?.close());

  const refusal = (call: string) =>
    workbench.page.evaluate<string>(
      `wirebenchShell.${call}.then(() => 'accepted', (error) => error.message)`,
    );

  it.each([
    [`openRecent('x'.repeat(5000))`],
    [
      `saveFile({ suggestedName: 'a', path: null, mediaType: 'x', content: 'x'.repeat(200000001) })`,
    ],
    [`saveFile({ suggestedName: 'a', path: null, mediaType: 'x', content: { length: 3 } })`],
    ...['', 'null', '7', `'x'`, '[]', '{}'].flatMap((wrong) => [
      [`saveFile(${wrong})`],
      [`saveFolder(${wrong})`],
    ]),
    ...['7', `'x'`, 'null', '{ length: 1 }', 'new Map()', '[]', '[null]', '[7]'].map((files) => [
      `saveFolder({ suggestedName: 'a', files: ${files} })`,
    ]),
    [
      `saveFolder({ suggestedName: 'a', files: Array.from({ length: 2001 }, (_, i) => ({ name: 'f' + i, mediaType: '', content: '' })) })`,
    ],
    [`notify({ title: 'x'.repeat(201), body: '', route: '#/run' })`],
    [`notify({ title: 'x', body: '', route: 'javascript:alert(1)' })`],
    [`setProgress(2)`],
    [`setZoom(0)`],
    [`showPath('/etc/passwd')`],
    [`keepAwake('yes')`],
    [`printPdf(7)`],
  ])('refuses %s', async (call) => {
    expect(await refusal(call)).toMatch(/^The message shell:[a-z-]+ is invalid/);
  });

  it('refuses a listener that is not a function', async () => {
    const told = `try { wirebenchShell.onFileOpened(7) } catch (error) { error.message }`;
    expect(await workbench.page.evaluate<string>(told)).toBe(
      'The listener to shell:file-opened is not a function',
    );
  });

  it('writes no file whose name leads out of the chosen folder', async () => {
    const chosen = join(folder, 'chosen');
    mkdirSync(chosen);
    await workbench.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, chosen);
    for (const name of [
      '../a.csv',
      '..\\\\a.csv',
      '/a.csv',
      'a/../../a.csv',
      'nul',
      '.ssh',
      '..',
      'C:a.csv',
      '',
    ]) {
      const file = `{ name: '${name}', mediaType: 'text/csv', content: '' }`;
      expect(await refusal(`saveFolder({ suggestedName: '../..', files: [${file}] })`)).toMatch(
        /shell:save-folder is invalid/,
      );
    }
    expect(readdirSync(chosen)).toEqual([]);
  });

  it('answers no page but its own', async () => {
    const outcome = await workbench.app.evaluate(async ({ app, BrowserWindow }) => {
      const preload = `${app.getAppPath()}/dist/electron/preload.cjs`;
      const foreign = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      });
      await foreign.loadURL('data:text/html,<title>Foreign</title>');
      const answer = await foreign.webContents.executeJavaScript(
        `wirebenchShell.recentFiles().then(() => 'accepted', (error) => error.message)`,
      );
      foreign.destroy();
      return answer;
    });
    expect(outcome).toBe('This page may not use the desktop shell');
  });

  it('survives whatever the page sends to the engine', async () => {
    const { page } = workbench;
    const answer = await page.evaluate<unknown>(`new Promise((resolve) => {
      window.addEventListener('message', function take(event) {
        const [port] = event.ports;
        if (event.data !== 'shell:engine-port' || !port) return;
        window.removeEventListener('message', take);
        port.onmessage = ({ data }) => {
          try {
            const { i, p } = JSON.parse(data);
            if (i === 'last') resolve(p.b.json.version);
          } catch { /* An answer to nonsense. */ }
        };
        for (const nonsense of ['', '{', 'null', 7, null, undefined, {}, [], new Map(), new Date(),
          new Uint8Array([1, 2]), '{"i":"1","p":{"u":"/__proto__"}}', '{"i":"2","p":{"u":"/app/info","b":{"json":[[]]}}}']) {
          port.postMessage(nonsense);
        }
        const text = 'x'.repeat(5000001);
        port.postMessage(JSON.stringify({ i: '3', p: { u: '/experiments/check', m: 'POST', b: { json: { text } } } }));
        port.postMessage(JSON.stringify({ i: 'last', p: { u: '/app/info' } }));
      });
      window.postMessage('shell:request-engine-port', location.origin);
    })`);
    expect(answer).toMatch(/^\d+\.\d+\.\d+$/);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it.each([
    ['the microphone', 'navigator.mediaDevices.getUserMedia({ audio: true })'],
    ['what is on the clipboard', 'navigator.clipboard.readText()'],
    ['instruments', 'navigator.requestMIDIAccess({ sysex: true })'],
    ['the place', 'new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))'],
    [
      'notifications of its own',
      `Notification.requestPermission().then((state) => {
      if (state !== 'granted') throw state;
    })`,
    ],
  ])('refuses its page %s', async (_what, call) => {
    const outcome = await workbench.page.evaluate<string>(
      `${call}.then(() => 'granted', () => 'refused')`,
    );
    expect(outcome).toBe('refused');
  });
});

describe('script in the desktop window', () => hostileTextStaysText(openDesktop));
