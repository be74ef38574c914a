import { createHash, X509Certificate } from 'node:crypto';
import { connect as connectTcp, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  wsconnect,
} from '@nats-io/transport-node';
import { messageOf, WirebenchError } from '../../contracts/errors.ts';
import { authorityOf } from '../../contracts/worker-messages.ts';
import { pinnedTo } from './pinned-tls.ts';
import { presentedByWeb, webSockets } from './web-socket.ts';

/** Time limit for a server to introduce itself after accepting a connection. */
const handshakeMs = 10_000;
const maxInfoBytes = 64 * 1024;
/**
 * A server may cut a TLS handshake while it admits other machines. That passes in less than a second: how long cuts
 * are attributed to it, and the pause between two attempts, in milliseconds.
 */
const cutMs = 4000;
const retryMs = 300;

/** Address of a NATS server. */
export interface NatsPlace {
  readonly host: string;
  readonly port: number;
  /** Path of its WebSocket, which may be empty; TCP if undefined. */
  readonly webPath?: string | undefined;
}

/** SHA-256 of a certificate in base64url, as in tokens. @param pem its text. */
export function fingerprintOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
}

const closed = () =>
  Object.assign(new Error('the server closed the connection'), { code: 'ECONNRESET' });

/** Whether a peer accepted the connection, and closed it. */
const wasCut = (error: unknown) => Reflect.get(Object(error), 'code') === 'ECONNRESET';

/** Resolves when the server has sent its first line, after which NATS switches to TLS. */
function greeted(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let line = '';
    const onData = (octets: Buffer) => {
      line += octets.toString('latin1');
      if (!line.startsWith('INFO '.slice(0, line.length)) || line.length > maxInfoBytes) {
        reject(
          new WirebenchError('JOIN_REFUSED', 'What answers there is no NATS server', {
            hint: 'Check the address: it is that of another program.',
          }),
        );
      }
      if (!line.includes('\r\n')) return;
      socket.off('data', onData);
      resolve();
    };
    socket.on('data', onData);
    socket.once('error', reject);
    socket.once('close', () => reject(closed()));
  });
}

/** @throws WirebenchError JOIN_REFUSED for a certificate that is not valid now, which every connection would reject. */
function checkDates(place: NatsPlace, { validFromDate, validToDate }: X509Certificate): void {
  const now = new Date();
  if (now >= validFromDate && now <= validToDate) return;
  const [from, to] = [validFromDate, validToDate].map((date) => date.toISOString().slice(0, 10));
  throw new WirebenchError(
    'JOIN_REFUSED',
    `The certificate of ${authorityOf(place)} is valid from ${from} to ${to}, and here it is ${now.toISOString().slice(0, 10)}`,
    {
      hint: 'Set the date of this machine; where it is right, start the controller again, which renews its certificate.',
    },
  );
}

/**
 * Fetches a server's certificate, without verifying it.
 * @returns its PEM text; empty if it presents none.
 * @throws WirebenchError JOIN_REFUSED where no NATS server answers; Error while nothing does.
 */
export async function presentedCertificate(place: NatsPlace): Promise<string> {
  const { host, port, webPath } = place;
  if (webPath !== undefined) return presentedByWeb({ host, port, path: webPath });
  const socket = connectTcp({ host, port, noDelay: true });
  // For the whole exchange: a peer may send an octet now and then for ever.
  const deadline = setTimeout(
    () => socket.destroy(new Error('the server did not answer in 10 s')),
    handshakeMs,
  );
  try {
    await greeted(socket);
    const secured = connectTls({ socket, rejectUnauthorized: false });
    const certificate = await new Promise<X509Certificate | undefined>((resolve, reject) => {
      secured.once('secureConnect', () => resolve(secured.getPeerX509Certificate()));
      secured.once('error', reject);
      secured.once('close', () => reject(closed()));
    });
    secured.destroy();
    return certificate?.toString() ?? '';
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
}

/** The same for a controller's own server, which may cut the connection while it admits machines. */
async function ownCertificate(place: NatsPlace): Promise<string> {
  // On a busy machine a handshake may take longer than that before it is cut.
  let cutSince: number | null = null;
  for (;;) {
    try {
      return await presentedCertificate(place);
    } catch (error) {
      cutSince ??= performance.now();
      if (!wasCut(error) || performance.now() - cutSince > cutMs) throw error;
      await pause(retryMs);
    }
  }
}

/**
 * Fetches the certificate of a controller's own server and compares it with the fingerprint of a token.
 * @returns its PEM text.
 * @throws WirebenchError JOIN_REFUSED; CONTROLLER_UNREACHABLE while it does not answer.
 */
export async function certificateOf(place: NatsPlace, fingerprint: string): Promise<string> {
  try {
    const pem = await ownCertificate(place);
    if (pem !== '' && fingerprintOf(pem) === fingerprint) {
      checkDates(place, new X509Certificate(pem));
      return pem;
    }
    throw new WirebenchError(
      'JOIN_REFUSED',
      `The server at ${authorityOf(place)} is not the one of the token: its certificate is different`,
      { hint: 'Copy the line again from the controller; its certificate may have been renewed.' },
    );
  } catch (error) {
    if (error instanceof WirebenchError) throw error;
    throw unreachable(authorityOf(place), error);
  }
}

/** There is no answer at this address. */
export function unreachable(where: string, cause: unknown): WirebenchError {
  return new WirebenchError('CONTROLLER_UNREACHABLE', `${where}: ${messageOf(cause)}`, {
    cause,
    hint: 'Check that the address is right, that the controller is running, and that no firewall is in the way.',
  });
}

/** Options of every connection, which is restored whenever it is lost. */
export const reconnecting = {
  // Other servers are announced by addresses of the server's own network, which may be unreachable.
  ignoreClusterUpdates: true,
  noAsyncTraces: true,
  // While it admits machines, the server refuses keys that it knows, for a moment.
  ignoreAuthErrorAbort: true,
  timeout: 10_000,
  pingInterval: 2000,
  maxPingOut: 2,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 250,
  reconnectJitter: 100,
  reconnectJitterTLS: 100,
} satisfies NodeConnectionOptions;

/** How to connect. */
export interface LinkOptions extends NatsPlace {
  /** Seed of the key to authenticate with. */
  readonly seed: string;
  /** The certificate that the server must have, in PEM. */
  readonly certificate: string;
  /** Prefix of the subjects for replies. */
  readonly inbox: string;
  readonly name: string;
}

/**
 * Connects to a controller's own server, and reconnects whenever the connection is lost.
 * @throws Error of the client when the server is unreachable or refuses the key.
 */
export function openLink(options: LinkOptions): Promise<NatsConnection> {
  const { host, port, webPath, seed, certificate, inbox, name } = options;
  const pinned = pinnedTo([certificate]);
  const common = {
    name,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    inboxPrefix: inbox,
    ...reconnecting,
  };
  const place = authorityOf({ host, port });
  return webPath === undefined
    ? connect({ ...common, servers: place, tls: pinned })
    : wsconnect({ ...common, servers: `wss://${place}${webPath}`, wsFactory: webSockets(pinned) });
}
