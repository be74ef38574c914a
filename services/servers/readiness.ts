import { request as askHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as askHttps } from 'node:https';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Readiness, ServerStart } from '../../contracts/server-messages.ts';
import { prefixMessage } from '../../protocols/grpc/messages.ts';

/** Timeout of one attempt; a starting server may accept a connection and stay silent. */
const attemptMs = 2000;
const pauseMs = 50;

type Place = { readonly host: string; readonly port: number };

/**
 * Whether a connection is accepted. Connecting to a port without a listener can connect to itself, if the
 * system assigns that very port as the source; that does not count.
 */
export function accepts({ host, port }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: attemptMs });
    const end = (is: boolean) => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => {
      const isOwn = isItsOwn(socket);
      // An orderly close would still occupy the port that a server is about to use.
      if (isOwn) socket.resetAndDestroy();
      end(!isOwn);
    });
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

const isItsOwn = ({ localAddress, localPort, remoteAddress, remotePort }: Socket) =>
  localPort === remotePort && localAddress === remoteAddress;

/** A probe only tests reachability: identity is checked by the load. */
function unverified(identity: ServerStart['identity']) {
  const known =
    identity && 'pfx' in identity
      ? { ...identity, pfx: Buffer.from(identity.pfx, 'base64') }
      : identity;
  return { rejectUnauthorized: false, ...known };
}

function answersHttp(url: string, identity: ServerStart['identity']): Promise<boolean> {
  return new Promise((resolve) => {
    const ask = url.startsWith('https:') ? askHttps : askHttp;
    const request = ask(
      url,
      { ...unverified(identity), agent: false, signal: AbortSignal.timeout(attemptMs) },
      ({ statusCode = 0 }) => {
        request.destroy();
        resolve(statusCode >= 200 && statusCode < 400);
      },
    );
    request.on('error', () => resolve(false));
    request.end();
  });
}

/** HealthCheckResponse{status: SERVING} */
const serving = prefixMessage(Buffer.from([0x08, 0x01]));

function isServing(
  { host, port, tls }: Place & { readonly tls: boolean },
  identity: ServerStart['identity'],
): Promise<boolean> {
  return new Promise((resolve) => {
    const name = host.includes(':') ? `[${host}]` : host;
    const session = connectHttp2(
      `${tls ? 'https' : 'http'}://${name}:${port}`,
      unverified(identity),
    );
    const timer = setTimeout(() => end(false), attemptMs);
    const end = (is: boolean) => {
      clearTimeout(timer);
      session.destroy();
      resolve(is);
    };
    session.on('error', () => end(false));
    const stream = session.request({
      ':method': 'POST',
      ':path': '/grpc.health.v1.Health/Check',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('error', () => end(false));
    stream.on('close', () => end(Buffer.concat(pieces).equals(serving)));
    stream.end(prefixMessage(Buffer.alloc(0)));
  });
}

function attempt(ready: Exclude<Readiness, { by: 'log' }>, identity: ServerStart['identity']) {
  if (ready.by === 'tcp') return accepts(ready);
  return ready.by === 'http' ? answersHttp(ready.url, identity) : isServing(ready, identity);
}

/** Polls until the server is ready. @param signal aborts. */
export async function becomesReady(
  ready: Exclude<Readiness, { by: 'log' }>,
  identity: ServerStart['identity'],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && !(await attempt(ready, identity))) {
    await wait(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
