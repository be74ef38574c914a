import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { os } from '@orpc/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type BrowserWorkbench, startWorkbench } from '../../engine/serve/workbench.ts';
import type { LinkEvents, OpenLink } from './connection.ts';
import { WindowTokens } from './token.ts';
import { connectWebSocket } from './websocket.ts';

const storageKey = 'wirebench.token';
const router = { answer: os.handler(() => 42) };
let folder: string;
let workbench: BrowserWorkbench;
/** Sockets of the windows of one test. */
let sockets: WebSocket[];

/** A browser's socket, which sends the origin of its page. */
class PageSocket extends WebSocket {
  constructor(address: string) {
    super(address, { headers: { Origin: `http://127.0.0.1:${workbench.port}` } });
    sockets.push(this);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'window-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  workbench = await startWorkbench({ router, folder, port: 0 });
});
afterAll(async () => {
  await workbench.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  sockets = [];
  const location = new URL(workbench.address);
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location }));
  vi.stubGlobal('WebSocket', PageSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const socket of sockets) {
    // Otherwise the window would connect again.
    socket.removeAllListeners();
    socket.terminate();
  }
});

/** A window that starts to connect, and the storage that it shares with others. */
function openWindow(given: { claimed?: string; kept?: string }) {
  const kept = new Map(given.kept === undefined ? [] : [[storageKey, given.kept]]);
  const tokens = new WindowTokens(given.claimed ?? null, {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  });
  const seen: string[] = [];
  const links: OpenLink[] = [];
  const events: LinkEvents = {
    opened(open) {
      seen.push('opened');
      links.push(open);
    },
    closed: (reason) => void seen.push(reason),
  };
  connectWebSocket(tokens, events);
  return { kept, seen, links };
}

/** Asks the engine over the first link that a window received. */
async function answer(links: readonly OpenLink[]): Promise<unknown> {
  await vi.waitUntil(() => links.length > 0, 60_000);
  return links[0]?.link.call(['answer'], undefined, { context: {} });
}

it('is open only once the engine has admitted the window', async () => {
  const { kept, seen, links } = openWindow({ claimed: 'wrong', kept: workbench.token });
  expect(await answer(links)).toBe(42);
  expect(seen).toEqual(['opened']);
  expect(kept.get(storageKey)).toBe(workbench.token);
});

it('uses a token that another window stores before this one is rejected', async () => {
  const { kept, seen, links } = openWindow({});
  kept.set(storageKey, workbench.token);
  expect(await answer(links)).toBe(42);
  expect(seen).toEqual(['opened']);
});

it('uses a token that another window stores afterwards', async () => {
  const { kept, seen, links } = openWindow({ claimed: 'wrong' });
  await vi.waitUntil(() => seen.length > 0, 60_000);
  kept.set(storageKey, workbench.token);
  const stored = { key: storageKey, newValue: workbench.token };
  window.dispatchEvent(Object.assign(new Event('storage'), stored));
  expect(await answer(links)).toBe(42);
  expect(seen).toEqual(['refused', 'opened']);
});
