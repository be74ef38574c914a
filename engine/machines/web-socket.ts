import { once } from 'node:events';
import { Agent as PlainAgent } from 'node:http';
import { type AgentOptions, request, Agent as SecretAgent } from 'node:https';
import { env } from 'node:process';
import { TLSSocket } from 'node:tls';
import type { WsSocketFactory } from '@nats-io/transport-node';
import { WebSocket } from 'ws';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { maxMessageBytes } from './objects.ts';

/** Time limit for a server to accept a connection, in milliseconds. */
const handshakeMs = 10_000;
/** Maximum length of a message with the overhead of NATS. */
const maxBytes = 2 * maxMessageBytes;

/** Address of a WebSocket of NATS. */
export interface WebPlace {
  readonly host: string;
  readonly port: number;
  /** Including its slash; may be empty. */
  readonly path: string;
}

/** Uses the proxy of HTTPS_PROXY, unless NO_PROXY excludes the host. */
const throughProxy = (tls: AgentOptions) => new SecretAgent({ ...tls, proxyEnv: env });

type ClientSocket = Awaited<ReturnType<WsSocketFactory>>['socket'];

/** It has everything of a browser’s WebSocket that the client uses. */
const isForClient = (socket: unknown): socket is ClientSocket => socket instanceof WebSocket;

/** Opens WebSockets for the client of NATS, with these TLS options. */
export function webSockets(tls: AgentOptions): WsSocketFactory {
  return async (url) => {
    const encrypted = url.startsWith('wss:');
    const agent = encrypted ? throughProxy(tls) : new PlainAgent({ proxyEnv: env });
    const socket = new WebSocket(url, {
      agent,
      handshakeTimeout: handshakeMs,
      maxPayload: maxBytes,
      perMessageDeflate: false,
    });
    await opened(socket);
    if (!isForClient(socket)) throw new TypeError('expected a WebSocket');
    return { socket, encrypted };
  };
}

/** Resolves before anything is read: the client listens from then on. @throws Error with the failure's code */
async function opened(socket: WebSocket): Promise<void> {
  // The client listens for errors until it drops the socket.
  socket.on('error', () => undefined);
  socket.once('open', () => {
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await once(socket, 'open');
}

/**
 * Fetches a server's certificate, without verifying it.
 * @returns its PEM text; empty if it presents none.
 * @throws Error while nothing answers.
 */
export async function presentedByWeb({ host, port, path }: WebPlace): Promise<string> {
  const asked = request(`https://${authorityOf({ host, port })}${path}`, {
    agent: throughProxy({ rejectUnauthorized: false }),
    timeout: handshakeMs,
  });
  asked.on('timeout', () => asked.destroy(new Error('the server did not answer in 10 s')));
  asked.end();
  const [response] = await once(asked, 'response');
  const { socket } = response;
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  asked.destroy();
  return certificate?.toString() ?? '';
}
