import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnyRouter } from '@orpc/server';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { newToken } from './access.ts';
import { serveEngine } from './engine-socket.ts';
import { servePages } from './pages.ts';
import { listStaticFiles } from './static-files.ts';

/** Wirebench must not be reachable from another machine. */
const loopback = '127.0.0.1';

export interface WorkbenchOptions {
  /** Implements the engine API. */
  readonly router: AnyRouter;
  /** Folder of the built renderer. */
  readonly folder: string;
  /** 0 for a free port. */
  readonly port: number;
}

/** The browser shell while it runs. */
export interface BrowserWorkbench {
  readonly port: number;
  /** The secret that guards the engine; it is part of `address`. */
  readonly token: string;
  /** Address to open in a browser: `http://127.0.0.1:PORT/?token=…`. */
  readonly address: string;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

async function listen(server: Server, port: number): Promise<number> {
  try {
    server.listen(port, loopback);
    await once(server, 'listening');
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WirebenchError('PORT_UNAVAILABLE', `Cannot listen on port ${port}: ${reason}`, {
      cause,
      hint: 'Choose another with --port, or 0 for a free one.',
    });
  }
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/**
 * Serves the workbench to browsers of this machine: its files over HTTP, the engine over a
 * WebSocket that a random token guards.
 * @throws WirebenchError INTERNAL when the renderer is not built, PORT_UNAVAILABLE.
 */
export async function startWorkbench(options: WorkbenchOptions): Promise<BrowserWorkbench> {
  const files = await listStaticFiles(options.folder);
  if (!files) {
    throw new WirebenchError(
      'INTERNAL',
      `The workbench is not built: ${options.folder} is missing.`,
      {
        hint: 'Run "npm install" and then "node scripts/setup.mjs" in the Wirebench folder.',
      },
    );
  }
  let bound = 0;
  const port = () => bound;
  const token = newToken();
  const server = createServer(servePages({ files, port }));
  const endSockets = serveEngine(server, { router: options.router, token, port });
  bound = await listen(server, options.port);
  return {
    port: bound,
    token,
    address: `http://${loopback}:${bound}/?token=${token}`,
    async close() {
      endSockets();
      await closeServer(server);
    },
  };
}
