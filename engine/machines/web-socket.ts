import { once } from 'node:events';
import { Agent as PlainAgent } from 'node:http';
import { type AgentOptions, request, Agent as SecretAgent } from 'node:https';
import { env } from 'node:process';
import { TLSSocket } from 'node:tls';
import type { WsSocketFactory } from '@nats-io/transport-node';
import { WebSocket } from 'ws';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { maxMessageBytes } from './objects.ts';

/** Until a server has taken a connection, in milliseconds. */
const handshakeMs = 10_000;
/** Of a message with what NATS adds. */
const maxBytes = 2 * maxMessageBytes;

/** Where a WebSocket of NATS is. */
export interface WebPlace {
  readonly host: string;
  readonly port: number;
  /** From its slash; may be empty. */
  readonly path: string;
}

/** Through the proxy that HTTPS_PROXY names, where there is one and NO_PROXY does not except the host. */
const throughProxy = (tls: AgentOptions) => new SecretAgent({ ...tls, proxyEnv: env });

type ClientSocket = Awaited<ReturnType<WsSocketFactory>>['socket'];

/** It has all of a browser’s that the client uses. */
const isForClient = (socket: unknown): socket is ClientSocket => socket instanceof WebSocket;

/** Opens WebSockets for the client of NATS, with these options of TLS. */
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

/** Resolves with nothing read yet: the client listens from then on. @throws Error with the code of the failure */
async function opened(socket: WebSocket): Promise<void> {
  // The client listens for errors until it gives the socket up.
  socket.on('error', () => undefined);
  socket.once('open', () => {
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await once(socket, 'open');
}

/**
 * Asks a server for its certificate, which nobody has vouched for yet.
 * @returns its PEM text; empty where it shows none.
 * @throws Error while nobody answers.
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
