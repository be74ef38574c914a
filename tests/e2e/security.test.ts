import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorkbench, openBrowserWorkbench } from '../support/browser.ts';
import { type LaunchedWorkbench, launchWorkbench } from '../support/electron.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { shells, type WorkbenchWindow } from '../support/shells.ts';
import { goTo, rows, runFile, said } from '../support/views.ts';

/**
 * Tries the window and the browser shell: what a hostile page, file, target or message could do.
 * Single pieces (tokens, paths, headers, the preload script) are tried in `serve.test.ts` and
 * `electron-shell.test.ts`; here the whole is.
 */

/** Script as it may come in any text; it would leave `window.injected` behind. */
const script = `<img src=x onerror="window.injected=1"><script>window.injected=2</script>`;
let folder: string;
let hostile: Server;
const port = (server: Server) => (server.address() as AddressInfo).port;

/** Answers every request with script, in status line, headers and body. */
function answerScript(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(500, script.replaceAll(/[^\x20-\x7e]/g, ''), {
      'Content-Type': 'text/html',
      'X-Script': script,
    });
    response.end(`<html>${script}</html>`);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

beforeAll(async () => {
  folder = makeFolder();
  hostile = await answerScript();
  const file = `wirebench: 1
name: ${JSON.stringify(script)}
target: { rest: 'http://127.0.0.1:${port(hostile)}' }
factors: { protocol: [rest], users: [1] }
load: { model: closed, requests: 20 }
`;
  writeFileSync(join(folder, 'hostile.bench.yaml'), file);
});
afterAll(() => {
  hostile.closeAllConnections();
  hostile.close();
  removeFolder(folder);
});

/** Everything in the page that would not be there without an injection. */
const traces = (page: Page) =>
  page.evaluate<unknown[]>(`[
    ...(window.injected === undefined ? [] : [window.injected]),
    ...[...document.querySelectorAll('img[src="x"], script:not([src]), iframe, object, [onerror]')]
      .map((element) => element.outerHTML),
  ]`);

describe.each(shells)('script in $shell', ({ shell, open }) => {
  let window: WorkbenchWindow;
  let page: Page;
  const dialogs: string[] = [];
  const home = () => join(folder, shell);

  beforeAll(async () => {
    window = await open(home());
    page = window.page;
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
  });
  afterAll(() => window?.close());

  it('in the name of an experiment and in the answers of its target is text', async () => {
    await runFile(window, join(folder, 'hostile.bench.yaml')).catch(() => undefined);
    await goTo(page, 'Run').click();
    await said(page, /trial/i).first().waitFor();
    await page.getByRole('button', { name: 'Open result' }).click();
    await page.getByRole('heading', { level: 1 }).getByText(script).waitFor();
    expect(await traces(page)).toEqual([]);
  });

  it('in notes and tags, as another program may have stored them, is text', async () => {
    const database = new BetterSqlite(join(home(), 'wirebench.db'));
    database.prepare('UPDATE runs SET note = ?, tags = ?').run(script, JSON.stringify([script]));
    database.close();
    await page.reload();
    await goTo(page, 'History').click();
    await rows(page, 'Runs, newest first').first().getByText(script).first().waitFor();
    expect(await traces(page)).toEqual([]);
    await rows(page, 'Runs, newest first').first().press('Enter');
    await page.getByRole('heading', { level: 1 }).getByText(script).waitFor();
    expect(await traces(page)).toEqual([]);
  });

  it('in the address is no route', async () => {
    await page.evaluate(
      `location.hash = '#/result/' + encodeURIComponent(${JSON.stringify(script)})`,
    );
    await page
      .getByText(/No run has|could not be read|RUN_NOT_FOUND/)
      .first()
      .waitFor();
    expect(await traces(page)).toEqual([]);
    await goTo(page, 'Settings').click();
  });

  it('in the palette, where names are found by typing, is text', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Find a command/ }).fill('<img');
    await page.getByRole('option').getByText('<').first().waitFor();
    expect(await traces(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it.each(['javascript:window.injected=3', 'file:///etc/passwd', 'data:text/html,<p>away</p>'])(
    'and files behind a link to %s stay where they are',
    async (href) => {
      const before = page.url();
      await page.evaluate(`(() => {
        const link = document.createElement('a');
        link.href = ${JSON.stringify(href)};
        document.body.append(link);
        link.click();
        link.remove();
      })()`);
      // What was refused leaves nothing to wait for; another turn of the page would have shown it.
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
      expect(page.url()).toBe(before);
      expect(await traces(page)).toEqual([]);
    },
  );

  it('of other places is not run, and nothing is sent there', async () => {
    const away = `http://127.0.0.1:${port(hostile)}/`;
    const outcomes = await page.evaluate<string[]>(`(async () => {
      const loaded = (element) => new Promise((resolve) => {
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('refused');
        document.body.append(element);
      });
      const script = Object.assign(document.createElement('script'), { src: '${away}a.js' });
      const image = Object.assign(new Image(), { src: '${away}a.png' });
      const outcomes = [await loaded(script), await loaded(image)];
      script.remove();
      image.remove();
      outcomes.push(await fetch('${away}').then(() => 'loaded', () => 'refused'));
      outcomes.push(await new Promise((resolve) => {
        try {
          const socket = new WebSocket('ws://127.0.0.1:${port(hostile)}/');
          socket.onopen = () => resolve('loaded');
          socket.onerror = () => resolve('refused');
        } catch { resolve('refused'); }
      }));
      try { outcomes.push(String(new Function('return "evaluated"')())); }
      catch { outcomes.push('refused'); }
      return outcomes;
    })()`);
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
  });

  it('has brought up no dialog', () => {
    expect(dialogs).toEqual([]);
  });
});

describe('the browser shell', () => {
  let workbench: BrowserWorkbench;
  let address: URL;

  beforeAll(async () => {
    workbench = await openBrowserWorkbench({ home: join(folder, 'browser') });
    address = new URL(workbench.address);
  });
  afterAll(() => workbench?.close());

  const engineSocket = () => `ws://${address.host}/engine${address.search}`;

  it('keeps its token out of the address bar and of what other pages see', async () => {
    const { page } = workbench;
    expect(page.url()).not.toContain('token');
    expect(await page.evaluate('document.referrer')).toBe('');
  });

  it('gives a page of another origin nothing, even if that knows the token', async () => {
    const page = await workbench.context.newPage();
    await page.route('http://evil.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Evil</title>' }),
    );
    await page.goto('http://evil.test/');
    const outcomes = await page.evaluate<unknown>(`(async () => {
      const socket = await new Promise((resolve) => {
        const attempt = new WebSocket('${engineSocket()}');
        attempt.onopen = () => resolve('open');
        attempt.onerror = () => resolve('refused');
      });
      const fetched = await fetch('${workbench.address}').then(() => 'read', () => 'refused');
      const frame = document.createElement('iframe');
      frame.src = '${workbench.address}';
      await new Promise((resolve) => { frame.onload = resolve; document.body.append(frame); });
      let inside;
      try { inside = frame.contentDocument?.body.innerText ?? 'refused'; } catch { inside = 'refused'; }
      return { socket, fetched, inside };
    })()`);
    expect(outcomes).toEqual({ socket: 'refused', fetched: 'refused', inside: 'refused' });
    await page.close();
  });

  it('answers neither pages nor sockets under another name that leads here', async () => {
    const status = (path: string, headers: Record<string, string>) =>
      new Promise<number>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port: address.port, path, headers });
        call.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        call.on('upgrade', () => resolve(101));
        call.on('error', reject);
        call.end();
      });
    const upgrade = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'MDEyMzQ1Njc4OWFiY2RlZg==',
    };
    const foreign = { Host: `evil.test:${address.port}` };
    const engine = `/engine${address.search}`;
    expect(await status('/', foreign)).toBe(403);
    expect(await status(engine, { ...foreign, ...upgrade, Origin: `http://evil.test` })).toBe(403);
    expect(await status(engine, { ...upgrade, Origin: `http://${address.host}` })).toBe(101);
    expect(await status('/engine', { ...upgrade, Origin: 'http://evil.test' })).toBe(403);
  });

  it('serves nothing beside its own files', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const chunks: Buffer[] = [];
      const socket = connect(Number(address.port), '127.0.0.1', () =>
        socket.write(
          `GET /../../../package.json HTTP/1.1\r\nHost: ${address.host}\r\nConnection: close\r\n\r\n`,
        ),
      );
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('ends a socket that sends too much or nonsense, and goes on for others', async () => {
    const { page } = workbench;
    const closed = await page.evaluate<number>(`new Promise((resolve) => {
      const socket = new WebSocket('${engineSocket()}');
      socket.onclose = (event) => resolve(event.code);
      socket.onopen = () => {
        for (const text of ['', '{', 'null', '[1]', '{"i":1,"p":{"u":"/app/none"}}', '__proto__']) socket.send(text);
        socket.send('x'.repeat(9 * 1024 * 1024));
      };
    })`);
    expect([1006, 1009]).toContain(closed);
    await goTo(page, 'Settings').click();
    await page
      .getByRole('region', { name: 'Versions' })
      .getByText(/^Node /)
      .waitFor();
  });

  it('lets the page ask for no camera, place or microphone', async () => {
    const { page } = workbench;
    const policies = await page.evaluate<string[]>(
      `['camera', 'microphone', 'geolocation', 'usb', 'payment'].filter((name) =>
        document.featurePolicy?.allowsFeature(name) ?? false)`,
    );
    expect(policies).toEqual([]);
  });

  it('gives a window that it opens no way back', async () => {
    const { page, context } = workbench;
    const opened = context.waitForEvent('page');
    await page.evaluate(`void window.open('http://127.0.0.1:${port(hostile)}/')`);
    const other = await opened;
    await other.waitForLoadState();
    expect(await other.evaluate('window.opener')).toBeNull();
    expect(await other.evaluate('document.referrer')).toBe('');
    await other.close();
  });
});

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
    [`saveFolder({ suggestedName: 'a', files: [] })`],
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
    expect(await refusal(call)).toMatch(/^The message shell:[a-z-]+ is wrong/);
  });

  it('writes no file whose name leads out of the chosen folder', async () => {
    const chosen = join(folder, 'chosen');
    mkdirSync(chosen);
    await workbench.app.evaluate(({ dialog }, path) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] });
    }, chosen);
    for (const name of ['../a.csv', '..\\\\a.csv', '/a.csv', 'a/../../a.csv', 'nul', '.ssh']) {
      const file = `{ name: '${name}', mediaType: 'text/csv', content: '' }`;
      expect(await refusal(`saveFolder({ suggestedName: '../..', files: [${file}] })`)).toMatch(
        /shell:save-folder is wrong/,
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
    expect(await page.getByRole('alert').count()).toBe(0);
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
