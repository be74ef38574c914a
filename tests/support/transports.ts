import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler as PortHandler } from '@orpc/server/message-port';
import { WebSocket } from 'ws';
import type { EngineContract } from '../../contracts/engine-api.ts';
import type { Engine } from '../../engine/api/engine.ts';
import { startWorkbench } from '../../engine/serve/workbench.ts';

export type EngineClient = ContractRouterClient<EngineContract>;

/** A way to connect to an engine, as one of the shells does. */
export interface Transport {
  readonly client: EngineClient;
  close(): Promise<void>;
}

/** The command line: plain calls. */
async function inProcess(engine: Engine): Promise<Transport> {
  return { client: engine.client, close: async () => undefined };
}

/** The desktop app: a MessagePort, over which only structured clones pass. */
async function messagePort(engine: Engine): Promise<Transport> {
  const { port1, port2 } = new MessageChannel();
  new PortHandler(engine.router).upgrade(port1);
  const client: EngineClient = createORPCClient(new PortLink({ port: port2 }));
  port1.start();
  port2.start();
  return {
    client,
    async close() {
      port1.close();
      port2.close();
    },
  };
}

/** The browser shell: a WebSocket to a page's server, with its token. */
async function webSocket(engine: Engine, folder: string): Promise<Transport> {
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  const workbench = await startWorkbench({ router: engine.router, folder, port: 0 });
  const socket = new WebSocket(`ws://127.0.0.1:${workbench.port}/engine?token=${workbench.token}`, {
    headers: { Origin: `http://127.0.0.1:${workbench.port}` },
  });
  // The two declarations of a WebSocket differ in events that the link does not use.
  const websocket = socket as unknown as globalThis.WebSocket;
  return {
    client: createORPCClient(new SocketLink({ websocket })),
    async close() {
      socket.terminate();
      await workbench.close();
    },
  };
}

/** Opens each transport to an engine; `folder` is an empty one that it may use. */
export const transports: Readonly<
  Record<string, (engine: Engine, folder: string) => Promise<Transport>>
> = { 'in-process': inProcess, MessagePort: messagePort, WebSocket: webSocket };
