import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { os } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { comesFromOwnPage, namesOwnHost, newToken, sameToken } from './access.ts';
import { maxPageMessageBytes } from './engine-socket.ts';
import { listStaticFiles } from './static-files.ts';
import { startWorkbench } from './workbench.ts';

const router = { ping: os.handler(() => 'pong') };

async function started() {
  const folder = temporaryFolder({
    'index.html': '<p>',
    'assets/a.js': 'aé',
    'assets/b.bin': '',
    'gone.css': '',
  });
  const workbench = await startWorkbench({ router, folder, port: 0 });
  let open = true;
  const close = async () => {
    if (open) await workbench.close();
    open = false;
  };
  onTestFinished(close);
  return { folder, workbench, close };
}

async function answer(port: number, path: string, method = 'GET', host = `127.0.0.1:${port}`) {
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } }).end();
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const piece of response) text += piece;
  const headers: IncomingHttpHeaders = response.headers;
  return { status: response.statusCode, text, headers };
}

/** How a socket ends: the HTTP status that refused it, the close code, or its first message. */
function socketTo(port: number, path: string, { origin = '', host = '' } = {}) {
  const headers = { host: host || `127.0.0.1:${port}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    headers,
    origin: origin || `http://127.0.0.1:${port}`,
  });
  socket.on('error', () => undefined);
  const outcome = new Promise<number | string>((resolve) => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('close', resolve);
    socket.once('message', (data) => resolve(String(data)));
  });
  return { socket, outcome };
}

it.each([
  ['/', 200, 'text/html; charset=utf-8', '<p>', 'no-store'],
  ['/index.html?x#y', 200, 'text/html; charset=utf-8', '<p>', 'no-store'],
  [
    '/assets/a.js?v',
    200,
    'text/javascript; charset=utf-8',
    'aé',
    'public, max-age=31536000, immutable',
  ],
  ['/assets/b.bin', 200, 'application/octet-stream', '', 'public, max-age=31536000, immutable'],
  [
    '/gone.css',
    500,
    'text/plain; charset=utf-8',
    'The file cannot be read; rebuild the workbench.\n',
    undefined,
  ],
  ['/assets', 404, 'text/plain; charset=utf-8', 'There is no such file.\n', undefined],
])('the workbench answers %s with %i', async (path, status, type, text, kept) => {
  const { folder, workbench } = await started();
  rmSync(join(folder, 'gone.css'));
  const { headers, ...rest } = await answer(workbench.port, path);
  expect(rest).toEqual({ status, text });
  expect(headers['content-type']).toBe(type);
  expect(headers['cache-control']).toBe(kept);
  expect(headers['content-security-policy']).toContain(
    `connect-src 'self' ws://127.0.0.1:${workbench.port} ws://localhost:${workbench.port};`,
  );
  expect(headers['x-frame-options']).toBe('DENY');
});

it('the workbench refuses other methods and other names', async () => {
  const { workbench } = await started();
  const { port } = workbench;
  const posted = await answer(port, '/', 'POST');
  expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  const head = await answer(port, '/', 'HEAD');
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '3']);
  expect((await answer(port, '/', 'GET', `localhost:${port}`)).status).toBe(200);
  for (const host of [`evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`]) {
    expect((await answer(port, '/', 'GET', host)).status).toBe(403);
  }
});

it('the engine answers pages of this server that have the token, and ends them when it closes', async () => {
  const { workbench, close } = await started();
  const { port, token, address } = workbench;
  expect(address).toBe(`http://127.0.0.1:${port}/?token=${token}`);
  const path = `/engine?token=${token}`;
  const right = socketTo(port, path);
  expect(await right.outcome).toBe('{"i":"-","t":4}');
  expect(await socketTo(port, '/engine?token=other').outcome).toBe(1008);
  expect(await socketTo(port, '/engine').outcome).toBe(1008);
  expect(await socketTo(port, `/engines?token=${token}`).outcome).toBe(404);
  expect(await socketTo(port, path, { origin: 'http://evil.example' }).outcome).toBe(403);
  expect(await socketTo(port, path, { host: `evil.example:${port}` }).outcome).toBe(403);
  const ended = once(right.socket, 'close');
  await close();
  expect((await ended)[0]).toBe(1006);
});

it('a page may send 8 MB at once, and no more', async () => {
  expect(maxPageMessageBytes).toBe(8_388_608);
  const { workbench } = await started();
  const { socket, outcome } = socketTo(workbench.port, `/engine?token=${workbench.token}`);
  await outcome;
  const ended = once(socket, 'close');
  socket.send(Buffer.alloc(maxPageMessageBytes + 1));
  expect((await ended)[0]).toBe(1009);
});

it('a workbench that is not built or whose port is taken says so', async () => {
  const { folder, workbench } = await started();
  const { port } = workbench;
  await expect(startWorkbench({ router, folder, port })).rejects.toMatchObject({
    code: 'PORT_UNAVAILABLE',
    message: expect.stringContaining(`port ${port}`),
  });
  const empty = temporaryFolder({ 'a.txt': '' });
  for (const none of [empty, join(empty, 'none')]) {
    expect(await listStaticFiles(none)).toBeUndefined();
    await expect(startWorkbench({ router, folder: none, port: 0 })).rejects.toMatchObject({
      code: 'INTERNAL',
      message: expect.stringContaining(none),
    });
  }
  const files = await listStaticFiles(folder);
  expect([...(files?.keys() ?? [])].toSorted()).toEqual([
    '/',
    '/assets/a.js',
    '/assets/b.bin',
    '/gone.css',
    '/index.html',
  ]);
});

it('tokens have 256 bits and are compared whole', () => {
  const token = newToken();
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(newToken()).not.toBe(token);
  expect([sameToken(token, token), sameToken(token, `${token}x`), sameToken('', token)]).toEqual([
    true,
    false,
    false,
  ]);
});

it.each([
  [{ host: 'localhost:8', origin: 'http://localhost:8' }, true, true],
  [{ host: '127.0.0.1:8', origin: 'https://127.0.0.1:8' }, true, false],
  [{ host: 'localhost:80', origin: 'http://localhost:80' }, false, false],
  [{}, false, false],
])('requests with %o', (headers, ownHost, ownPage) => {
  const request = { headers } as never;
  expect([namesOwnHost(request, 8), comesFromOwnPage(request, 8)]).toEqual([ownHost, ownPage]);
});
