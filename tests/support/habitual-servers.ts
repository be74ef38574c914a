import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer as createHttpsServer } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { gzipSync } from 'node:zlib';

/** How a server of a list of orders differs from the plain one. */
export interface ServerHabits {
  readonly version?: '1.0' | '1.1' | '2';
  readonly tls?: TlsOptions;
  /** Closes the connection after each answer. */
  readonly closes?: true;
  /** Compresses where the client accepts it. */
  readonly compresses?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** Waits before each answer. */
  readonly delayMs?: number;
  /** Fails one in so many. */
  readonly failsEach?: number;
  /** The answer; a list of orders by default. */
  readonly content?: () => string;
  readonly type?: string;
}

export interface RunningServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Orders as an answer: their number, and how long a text each has. */
export const ordersOf = (records = 5, text = 10, more: object = {}) =>
  JSON.stringify({
    orders: Array.from({ length: records }, (_none, at) => ({
      ...{ orderId: at + 1, note: 'x'.repeat(text), total: 12.5 + at },
      ...more,
    })),
  });

/** A server with habits, on a port of its own. */
export async function startServer(habits: ServerHabits = {}): Promise<RunningServer> {
  if (habits.version === '1.0') return await startOldServer(habits);
  let requests = 0;
  const answer: RequestListener = (request, response) => {
    request.resume();
    const respond = () => {
      const { failsEach, content = ordersOf, compresses, type = 'application/json' } = habits;
      const fails = failsEach !== undefined && ++requests % failsEach === 0;
      const accepts = /gzip/.test(String(request.headers['accept-encoding'] ?? ''));
      const isCompressed = compresses === true && accepts;
      const body = isCompressed ? gzipSync(content()) : Buffer.from(content());
      response.writeHead(fails ? 500 : 200, {
        'content-type': type,
        'content-length': String(body.length),
        ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
        ...(habits.closes ? { connection: 'close' } : {}),
        ...habits.headers,
      });
      response.end(body);
    };
    request.on('end', () => {
      if (habits.delayMs === undefined) respond();
      else setTimeout(respond, habits.delayMs);
    });
  };
  const server =
    habits.version === '2'
      ? createHttp2Server().on('request', answer as never)
      : habits.tls
        ? createHttpsServer(habits.tls, answer)
        : createServer(answer);
  return await listening(server, habits.tls ? 'https' : 'http');
}

/** Answers in the version before connections were kept without being asked. */
async function startOldServer({ content = ordersOf }: ServerHabits): Promise<RunningServer> {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      const body = content();
      socket.write(
        `HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  return await listening(server, 'http');
}

async function listening(server: net.Server, scheme: string): Promise<RunningServer> {
  const open = new Set<{ destroy(): void }>();
  for (const event of ['connection', 'session', 'secureConnection']) {
    server.on(event, (one: { destroy(): void }) => open.add(one));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const one of open) one.destroy();
      await closed;
    },
  };
}
