import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { os, type RouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { maxPageMessageBytes } from '../../engine/serve/engine-socket.ts';
import { type BrowserWorkbench, startWorkbench } from '../../engine/serve/workbench.ts';
import { makeFolder, removeFolder } from '../support/folder.ts';

const router = { length: os.input(z.string()).handler(({ input }) => input.length) };
const secret = 'what lies beside the served folder';
let home = '';
let workbench: BrowserWorkbench;

beforeAll(async () => {
  home = makeFolder();
  const folder = join(home, 'renderer');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Workbench</title>');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'export {};');
  writeFileSync(join(home, 'secret.txt'), secret);
  workbench = await startWorkbench({ router, folder, port: 0 });
});

afterAll(async () => {
  await workbench?.close();
  removeFolder(home);
});

/** Sends a request as written, which `fetch` would correct, and reads the whole answer. */
function raw(head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(workbench.port, '127.0.0.1', () => socket.write(head));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}

const get = (path: string, host = `127.0.0.1:${workbench.port}`) =>
  raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
const origin = () => `http://127.0.0.1:${workbench.port}`;

interface SocketOptions {
  readonly query?: string;
  readonly origin?: string;
  readonly host?: string;
  readonly path?: string;
}

function dial(options: SocketOptions = {}): WebSocket {
  const { query = `?token=${workbench.token}`, path = '/engine' } = options;
  return new WebSocket(`ws://127.0.0.1:${workbench.port}${path}${query}`, {
    headers: {
      Origin: options.origin ?? origin(),
      ...(options.host ? { Host: options.host } : {}),
    },
  });
}

/** How the server ended a socket: the HTTP status that refused it, or the close code. */
function ending(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('close', (code) => resolve(code));
    socket.on('error', () => undefined);
  });
}

const clientOver = (socket: WebSocket): RouterClient<typeof router> =>
  // The two packages' declarations of a WebSocket differ in events that are not used.
  createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));

describe('the pages', () => {
  it('are served at the root, with a strict policy and no caching of the entry', async () => {
    const response = await fetch(workbench.address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`ws://127.0.0.1:${workbench.port}`);
    expect(policy).not.toContain('unsafe-eval');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    // A cookie would go to the servers at all other ports as well.
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('Workbench');
  });

  it('have assets that may be kept for ever', async () => {
    const response = await fetch(`${origin()}/assets/app-1a2b.js`);
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['POST', 'OPTIONS'])('refuse %s', async (method) => {
    const response = await fetch(`${origin()}/`, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '//secret.txt',
    '/secret.txt%00.html',
    'http://127.0.0.1/../secret.txt',
    '/assets/',
  ])('do not exist at %s', async (path) => {
    const answer = await get(path);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).not.toContain(secret);
  });

  it.each(['example.org', 'example.org:80', '', '127.0.0.1', '127.0.0.1.example.org:80'])(
    'refuse the host %j, to which another name may have been bound',
    async (host) => {
      expect(await get('/', host)).toMatch(/^HTTP\/1\.1 403 /);
    },
  );
});

describe('the engine socket', () => {
  it('answers a page with the token', async () => {
    const socket = dial();
    expect(await clientOver(socket).length('four')).toBe(4);
    socket.terminate();
  });

  it.each([
    ['no token', () => ''],
    ['an empty token', () => '?token='],
    ['a wrong token', () => `?token=${'A'.repeat(43)}`],
    ['a token that only begins well', () => `?token=${workbench.token.slice(0, -1)}`],
  ])('turns away %s with a policy violation', async (_name, query) => {
    expect(await ending(dial({ query: query() }))).toBe(1008);
  });

  it.each(['http://example.org', 'null', 'http://127.0.0.1', 'https://localhost'])(
    'refuses pages from %s even with the token',
    async (from) => {
      expect(await ending(dial({ origin: from }))).toBe(403);
    },
  );

  it('refuses clients that name no origin', async () => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${workbench.port}/engine?token=${workbench.token}`,
    );
    expect(await ending(socket)).toBe(403);
  });

  it.each(['/', '/engine/', '/other'])('does not exist at %s', async (path) => {
    expect(await ending(dial({ path }))).toBe(404);
  });

  it('ends on an oversized message, and others continue', async () => {
    const [flooding, other] = [dial(), dial()];
    flooding.on('open', () => flooding.send('x'.repeat(maxPageMessageBytes + 1)));
    expect(await ending(flooding)).toBe(1009);
    expect(await clientOver(other).length('go on')).toBe(5);
    other.terminate();
  });

  it('outlives messages that make no sense', async () => {
    const socket = dial();
    const client = clientOver(socket);
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    expect(await client.length('a')).toBe(1);
    for (const text of ['', '{', 'null', '[]', '{"i":1}', '\u0000']) socket.send(text);
    expect(await client.length('ab')).toBe(2);
    socket.terminate();
  });
});

describe('starting', () => {
  it('says so when the port is taken', async () => {
    const again = startWorkbench({ router, folder: join(home, 'renderer'), port: workbench.port });
    await expect(again).rejects.toMatchObject({ code: 'PORT_UNAVAILABLE' });
  });

  it('gives every start a new token of 256 bits, and ends open sockets when it closes', async () => {
    const other = await startWorkbench({ router, folder: join(home, 'renderer'), port: 0 });
    expect(Buffer.from(other.token, 'base64url')).toHaveLength(32);
    expect(other.token).not.toBe(workbench.token);
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/engine?token=${other.token}`, {
      headers: { Origin: `http://127.0.0.1:${other.port}` },
    });
    await clientOver(socket).length('x');
    const ended = ending(socket);
    await other.close();
    expect(await ended).toBe(1006);
  });
});
