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

/** Until a server that accepts a connection has said who it is. */
const handshakeMs = 10_000;
const maxInfoBytes = 64 * 1024;
/**
 * A server that lets others in may cut a TLS handshake that is under way. That passes in less than a second; how
 * long cuts are taken for one, and the pause between two tries, in milliseconds.
 */
const cutMs = 4000;
const retryMs = 300;

/** Where a NATS server is. */
export interface NatsPlace {
  readonly host: string;
  readonly port: number;
  /** Path of its WebSocket, which may be empty; TCP where it is left out. */
  readonly webPath?: string | undefined;
}

/** SHA-256 of a certificate in base64url, as tokens hold it. @param pem its text. */
export function fingerprintOf(pem: string): string {
  return createHash('sha256').update(new X509Certificate(pem).raw).digest('base64url');
}

const closed = () =>
  Object.assign(new Error('the server closed the connection'), { code: 'ECONNRESET' });

/** Whether somebody took the connection, and ended it. */
const wasCut = (error: unknown) => Reflect.get(Object(error), 'code') === 'ECONNRESET';

/** Resolves when the server has said its first line, after which NATS turns to TLS. */
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

/** @throws WirebenchError JOIN_REFUSED of a certificate that is not valid now, which no connection would take. */
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
 * Asks a server for its certificate, which nobody has vouched for yet.
 * @returns its PEM text; empty where it shows none.
 * @throws WirebenchError JOIN_REFUSED where no NATS server answers; Error while nobody does.
 */
export async function presentedCertificate(place: NatsPlace): Promise<string> {
  const { host, port, webPath } = place;
  if (webPath !== undefined) return presentedByWeb({ host, port, path: webPath });
  const socket = connectTcp({ host, port, noDelay: true });
  // Of all of it together: a peer may say an octet now and then for ever.
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

/** The same of a server of our own, which may cut the connection because it lets others in. */
async function ownCertificate(place: NatsPlace): Promise<string> {
  // A handshake on a busy machine may take longer than that before it is cut.
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
 * Asks a server of our own for its certificate and compares it with the fingerprint of a token.
 * @returns its PEM text.
 * @throws WirebenchError JOIN_REFUSED; CONTROLLER_UNREACHABLE while nobody answers.
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
      `The server at ${authorityOf(place)} is not the one of the token: its certificate is another`,
      { hint: 'Copy the line again from the controller; its certificate may have been renewed.' },
    );
  } catch (error) {
    if (error instanceof WirebenchError) throw error;
    throw unreachable(authorityOf(place), error);
  }
}

/** Nobody answers there. */
export function unreachable(where: string, cause: unknown): WirebenchError {
  return new WirebenchError('CONTROLLER_UNREACHABLE', `${where}: ${messageOf(cause)}`, {
    cause,
    hint: 'Check that the address is right, that the controller runs, and that no firewall stands between.',
  });
}

/** Of every connection: it is made again whenever it is lost. */
export const steady = {
  // A server that tells of others, by addresses of its own network, is not asked to.
  ignoreClusterUpdates: true,
  noAsyncTraces: true,
  // While others join the server refuses keys that it knows, for a moment.
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
  /** Seed of the key that it shows. */
  readonly seed: string;
  /** The certificate that the server must have, in PEM. */
  readonly certificate: string;
  /** Of the subjects on which answers come. */
  readonly inbox: string;
  readonly name: string;
}

/**
 * Connects to a server of our own, and again whenever the connection is lost.
 * @throws Error of the client when the server cannot be reached or does not take the key.
 */
export function openLink(options: LinkOptions): Promise<NatsConnection> {
  const { host, port, webPath, seed, certificate, inbox, name } = options;
  const pinned = pinnedTo([certificate]);
  const common = {
    name,
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    inboxPrefix: inbox,
    ...steady,
  };
  const place = authorityOf({ host, port });
  return webPath === undefined
    ? connect({ ...common, servers: place, tls: pinned })
    : wsconnect({ ...common, servers: `wss://${place}${webPath}`, wsFactory: webSockets(pinned) });
}
