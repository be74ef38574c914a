import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { maxMessageBytes } from '../../contracts/service-messages.ts';

/**
 * A REST service of the product workload with five faults: it reverses surrogate pairs, turns
 * numbers into texts, has 404 for methods that a path does not have, accepts any content type, and promises an end
 * to idle connections.
 */
export async function startWrongProduct(): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 511, resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, stop };
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

const refuse = (response: ServerResponse, status: number) =>
  send(response, status, { statusCode: status, error: STATUS_CODES[status], message: 'No.' });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url } = request;
  const paths = { '/products/echo': {}, '/products/modify': {} };
  if (url === '/health' && (method === 'GET' || method === 'HEAD')) {
    return send(response, 200, { status: 'ok' });
  }
  if (url === '/openapi.json') return send(response, 200, { openapi: '3.1.0', paths });
  if (method !== 'POST' || !Object.hasOwn(paths, url ?? '')) return refuse(response, 404);
  if (Number(request.headers['content-length'] ?? 0) > maxMessageBytes)
    return refuse(response, 413);
  if (request.headers['content-type'] === undefined) return refuse(response, 415);
  const product = read(await buffer(request));
  if (!product) return refuse(response, 400);
  const { id, name, description } = product;
  const reversed =
    url === '/products/modify' ? description.split('').reverse().join('') : description;
  send(response, 200, { id, name, description: reversed });
}

function read(body: Buffer): Readonly<Record<'id' | 'name' | 'description', string>> | null {
  try {
    const { id, name, description } = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
    const text = typeof id === 'number' ? String(id) : id;
    if (typeof text !== 'string' || typeof name !== 'string') return null;
    return typeof description === 'string' ? { id: text, name, description } : null;
  } catch {
    // Not JSON, or not an object.
    return null;
  }
}
