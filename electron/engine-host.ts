import { setImmediate } from 'node:timers/promises';
import { RPCHandler } from '@orpc/server/ws';
import type { MessagePortMain, ParentPort } from 'electron';
import { toErrorReport } from '../contracts/errors.ts';
import { openEngine } from '../engine/api/engine.ts';
import { type HostReport, hostCommandSchema } from './host-messages.ts';
import { RelayedPort } from './relayed-port.ts';

/**
 * Entry of the engine's own process: an Electron utility process, or a Node forked by main. It
 * serves the engine over each port that main connects, and ends with main.
 */

type Socket = Parameters<RPCHandler<Record<never, never>>['upgrade']>[0];

// Only a utility process has one, whatever Electron's types say.
const parentPort = process.parentPort as ParentPort | undefined;
const relayed = new Map<number, RelayedPort>();

function report(message: HostReport): void {
  if (parentPort) parentPort.postMessage(message);
  // Main may exit while an answer is on its way. `disconnect` then ends this process cleanly;
  // without a callback, Node would end it immediately.
  else if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function start() {
  // Services forked by the engine run as plain Node, even if this executable is Electron.
  if (process.versions.electron) process.env.ELECTRON_RUN_AS_NODE = '1';
  const engine = await openEngine({ besideWindow: true });
  const { home, database } = await engine.client.app.info();
  report({ type: 'ready', home, database });
  return { engine, handler: new RPCHandler(engine.router) };
}

const starting = start();
starting.catch((error: unknown) => {
  report({ type: 'failed', error: toErrorReport(error) });
  process.exitCode = 1;
  exitSoon();
});

/** Allows time to send the last message. */
function exitSoon(): void {
  if (parentPort) setTimeout(() => process.exit(), 100);
  else if (process.connected) process.disconnect();
}

/**
 * Resolves when all calls that arrived earlier have begun. Node hands over every message of one read
 * before a promise continues, so the closing of a window would overtake its last call.
 */
async function earlierCallsBegun() {
  const started = await starting;
  await setImmediate();
  return started;
}

async function disconnect(id: number): Promise<void> {
  await earlierCallsBegun();
  relayed.get(id)?.end();
  relayed.delete(id);
}

async function stop(): Promise<void> {
  try {
    const { engine } = await earlierCallsBegun();
    await engine.close();
  } finally {
    process.exit();
  }
}

type Listener = (event?: { readonly data: unknown }) => void;
/** The common interface of both kinds of port. */
interface Port {
  on(event: string, listener: Listener): unknown;
  postMessage(data: unknown): void;
}

/**
 * Adapts a port to the handler for sockets. That handler is used because it answers messages that it
 * cannot read; with the handler for ports, a malformed message would end this process and its run.
 */
function asSocket(port: Port): Socket {
  const addEventListener = (type: string, listener: Listener) => {
    port.on(type, (event) => {
      const data = event?.data;
      // The page may post anything; oRPC posts text and bytes.
      if (type === 'close') listener();
      else if (typeof data === 'string' || data instanceof Uint8Array) listener({ data });
    });
  };
  const socket = { send: (data: unknown) => port.postMessage(data), addEventListener };
  // The handler uses only these two methods of a socket, which ports have in the same form.
  return socket as unknown as Socket;
}

async function connect(id: number, given: MessagePortMain | undefined): Promise<void> {
  const port = given ?? new RelayedPort(id, report);
  if (port instanceof RelayedPort) relayed.set(id, port);
  const { handler } = await starting;
  void handler.upgrade(asSocket(port as Port));
  given?.start();
}

function obey(message: unknown, ports: readonly MessagePortMain[]): void {
  const parsed = hostCommandSchema.safeParse(message);
  // The page may post anything over its port; none of it may end the engine.
  if (!parsed.success) return;
  const command = parsed.data;
  switch (command.type) {
    case 'connect':
      void connect(command.id, ports[0]);
      break;
    case 'message':
      // Nothing arrives before `connect` completes, because the window waits for its answer.
      void starting.then(() => relayed.get(command.id)?.deliver(command.data));
      break;
    case 'disconnect':
      disconnect(command.id).catch(() => undefined);
      break;
    case 'stop':
      void stop();
      break;
  }
}

if (parentPort) {
  parentPort.on('message', (event) => obey(event.data, event.ports));
} else {
  process.on('message', (message) => obey(message, []));
  process.on('disconnect', () => void stop());
}
process.on('SIGTERM', () => void stop());
// Ctrl+C in a terminal reaches main too, which then asks this process to stop.
process.on('SIGINT', () => undefined);
