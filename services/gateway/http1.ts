import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { GatewayStart } from '../../contracts/hop-messages.ts';
import type { RunningService } from '../service.ts';
import { tlsServerOptions } from '../tls/server-options.ts';
import { passedOn } from './headers.ts';
import { type CountRequest, listening } from './listening.ts';

/** Maximum idle connections to the service. */
const keptConnections = 8192;

/**
 * A reverse proxy for HTTP/1.1. Bodies are streamed in both directions, connections to the service are kept
 * and shared by all clients; if the service is unreachable, the answer is 502.
 */
export function startHttp1Gateway(
  start: GatewayStart,
  countRequest: CountRequest,
): Promise<RunningService> {
  const agent = new http.Agent({
    keepAlive: true,
    maxFreeSockets: keptConnections,
    scheduling: 'lifo',
  });
  const proxy = (request: IncomingMessage, response: ServerResponse) => {
    countRequest();
    forward(request, response, agent, start.upstream);
  };
  // Connections are closed by the client, never by the gateway.
  const options = { keepAliveTimeout: 0, requestTimeout: 0, noDelay: true };
  const server = start.tls
    ? https.createServer({ ...tlsServerOptions(start.tls), ...options }, proxy)
    : http.createServer(options, proxy);
  return listening(server, start, () => agent.destroy());
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  agent: http.Agent,
  upstream: GatewayStart['upstream'],
): void {
  const asked = http.request({
    ...upstream,
    agent,
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: withLength(request),
    setHost: false,
  });
  asked.on('response', (answer) => answerWith(response, answer));
  asked.on('error', (error) => refuse(response, error));
  request.pipe(asked);
  // A client that disconnected no longer needs an answer.
  response.once('close', () => {
    if (!response.writableFinished) asked.destroy();
  });
}

/** Without a length, and only then, the body is forwarded in chunks. */
function withLength(request: IncomingMessage): string[] {
  const headers = passedOn(request.rawHeaders, '1.1');
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  return isChunked ? [...headers, 'transfer-encoding', 'chunked'] : headers;
}

function answerWith(response: ServerResponse, answer: IncomingMessage): void {
  response.writeHead(
    answer.statusCode ?? 502,
    answer.statusMessage ?? '',
    passedOn(answer.rawHeaders, '1.1'),
  );
  // A started answer cannot be taken back: the client has to notice that it is incomplete.
  answer.once('error', () => response.destroy());
  answer.once('aborted', () => response.destroy());
  answer.pipe(response);
}

function refuse(response: ServerResponse, error: Error): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = `The gateway got no answer from the service: ${error.message}\n`;
  response.writeHead(502, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    via: '1.1 wirebench',
  });
  response.end(body);
}
