import { createServer, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { makeFolder, removeFolder } from '../../tests/support/folder.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { portOf } from '../../tests/support/port-of.ts';
import { type Identity, serverIdentity } from '../platform/tls/identity.ts';
import { issueAuthority } from '../platform/tls/issue.ts';
import { maxMessageBytes } from './objects.ts';
import { pinnedTo } from './pinned-tls.ts';
import { webSockets } from './web-socket.ts';

const options = { debug: false } as never;
let identity: Identity;
beforeAll(async () => {
  const home = makeFolder();
  identity = await serverIdentity(home);
  return () => removeFolder(home);
});

/** A server whose sockets say hello at once. */
async function greeting(server: Server) {
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.send('hello'));
  onTestFinished(() => {
    for (const one of sockets.clients) one.terminate();
  });
  return { port: await portOf(server), sockets };
}

it.each([
  ['ws', false],
  ['wss', true],
])(
  'a socket over %s opens, and misses nothing that is said before it is heard',
  async (scheme, encrypted) => {
    const { port, sockets } = await greeting(encrypted ? createHttps(identity) : createServer());
    const opened = await webSockets(pinnedTo([identity.cert]))(
      `${scheme}://127.0.0.1:${port}/`,
      options,
    );
    expect(opened.encrypted).toBe(encrypted);
    const heard = await new Promise((resolve) => {
      opened.socket.onmessage = ({ data }) => resolve(String(data));
    });
    expect(heard).toBe('hello');
    const [server] = [...sockets.clients];
    expect(server?.extensions).toBe('');
    const closed = new Promise((resolve) => {
      opened.socket.onclose = ({ code }) => resolve(code);
    });
    server?.send(Buffer.alloc(2 * maxMessageBytes + 1));
    expect(await closed).toBe(1006);
  },
);

it('a socket to a server of another certificate, or to none, fails with its reason', async () => {
  const other = await issueAuthority();
  const { port } = await greeting(createHttps(identity));
  const open = (cert: string, at: number) =>
    webSockets(pinnedTo([cert]))(`wss://127.0.0.1:${at}/`, options);
  await expect(open(other.cert, port)).rejects.toThrow(/certificate/);
  await expect(open(identity.cert, await freePort())).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
