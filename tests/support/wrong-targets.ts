import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

export type HttpAnswer = (body: Buffer, response: ServerResponse, count: number) => void;

/** An HTTP/1.1 server of a test. */
export interface CountingServer {
  readonly port: number;
  /** Requests so far. */
  readonly requests: number;
  /** Ends immediately, with every connection. */
  close(): void;
}

/**
 * An HTTP/1.1 server that answers by a script.
 * @param answer is called with the request's body, and the number of earlier requests.
 */
export async function httpServer(answer: HttpAnswer): Promise<CountingServer> {
  let requests = 0;
  const server = createServer((request: IncomingMessage, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => answer(Buffer.concat(pieces), response, requests++));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was bound');
  return {
    port: address.port,
    close,
    get requests() {
      return requests;
    },
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: Buffer | string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
