import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserWorkbench, openBrowserWorkbench } from '../support/browser.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';
import { goTo } from '../support/views.ts';

/** The browser shell gives pages of other origins, other names and malformed messages nothing. */

let folder: string;
let hostile: Server;
const port = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  folder = makeFolder();
  hostile = createServer((_request, response) =>
    response.end('<!doctype html><title>Away</title>'),
  );
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  hostile.closeAllConnections();
  hostile.close();
  removeFolder(folder);
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

  it('ends a socket that sends too much or nonsense, and continues for others', async () => {
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
