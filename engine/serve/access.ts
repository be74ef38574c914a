import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A new secret of 256 bits, in URL-safe characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether two tokens are equal, in constant time. */
export function sameToken(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

const ownHosts = (port: number) => [`127.0.0.1:${port}`, `localhost:${port}`];

/**
 * Whether a request names this server. A foreign page whose name resolves to
 * 127.0.0.1 (DNS rebinding) sends that name instead.
 */
export function namesOwnHost(request: IncomingMessage, port: number): boolean {
  return ownHosts(port).includes(request.headers.host ?? '');
}

/** Whether a WebSocket was asked for by a page of this server. Browsers always send the origin. */
export function comesFromOwnPage(request: IncomingMessage, port: number): boolean {
  const origin = request.headers.origin ?? '';
  return ownHosts(port).some((host) => origin === `http://${host}`);
}
