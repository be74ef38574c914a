import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AnyRouter } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { comesFromOwnPage, namesOwnHost, sameToken } from './access.ts';

/** Longest message that a page may send, in bytes: ample for an experiment file. */
export const maxPageMessageBytes = 8 * 1024 * 1024;
/** Close code of RFC 6455 on which the page gives up; a page cannot see an HTTP status. */
const policyViolation = 1008;
/**
 * First message to an admitted page. To a link of oRPC it is the
 * end of a call that was never made, and has no effect.
 */
const greeting = '{"i":"-","t":4}';

interface EngineSocket {
  readonly router: AnyRouter;
  readonly token: string;
  readonly port: () => number;
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function carriesToken(request: IncomingMessage, expected: string): boolean {
  const query = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams;
  return sameToken(query.get('token') ?? '', expected);
}

function isEnginePath(request: IncomingMessage): boolean {
  return (request.url ?? '').split('?', 1)[0] === '/engine';
}

/**
 * Speaks the engine API over WebSockets at `/engine?token=…` of an HTTP server. Only pages of this
 * server get a socket, and only the right token gets an answer over it.
 * @returns a function that ends all sockets.
 */
export function serveEngine(server: Server, { router, token, port }: EngineSocket): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxPageMessageBytes });
  const handler = new RPCHandler(router);
  const admit = (socket: WebSocket, request: IncomingMessage) => {
    // An oversized or malformed message ends the socket; the error itself adds nothing.
    socket.on('error', () => socket.terminate());
    if (!carriesToken(request, token)) return socket.close(policyViolation, 'wrong token');
    void handler.upgrade(socket);
    socket.send(greeting);
  };
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (!isEnginePath(request)) return refuse(socket, '404 Not Found');
    if (!namesOwnHost(request, port()) || !comesFromOwnPage(request, port())) {
      return refuse(socket, '403 Forbidden');
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => admit(accepted, request));
  });
  return () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
  };
}
