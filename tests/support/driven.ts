import http from 'node:http';
import http2 from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';
import type { ClientKind, Protocol } from '../../contracts/words.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import type {
  Connection,
  Driver,
  DriverOptions,
  PreparedRequest,
  ReplySource,
} from '../../workers/drivers/driver.ts';
import { protocolClients } from '../../workers/registry.ts';
import { productWorkload } from '../../workloads/product/product.ts';
import { connect, newMeter, OneOutcome, plainAddress } from './loopback.ts';
import { productOperation } from './product.ts';

/** A request as a server saw it. */
export interface SeenRequest {
  /** Method and target. */
  readonly line: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

type Answer = (
  response: http.ServerResponse,
  seen: SeenRequest,
  request: http.IncomingMessage,
) => void;

/** A server of HTTP/1.1 or HTTP/2 that answers by a script, until its test ends. */
export async function scriptedHttp(version: 1 | 2, answer: Answer) {
  const seen: SeenRequest[] = [];
  const take = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await buffer(request);
    const one = { line: `${request.method} ${request.url}`, headers: request.headers, body };
    seen.push(one);
    answer(response, one, request);
  };
  const onRequest = (request: unknown, response: unknown) =>
    void take(request as http.IncomingMessage, response as http.ServerResponse).catch(
      () => undefined,
    );
  const server: Server =
    version === 1 ? http.createServer(onRequest) : http2.createServer(onRequest);
  const sockets = new Set<{ destroy(): void }>();
  let opened = 0;
  server.on('connection', (socket) => {
    opened++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    return closed;
  };
  onTestFinished(() => void close());
  const { port } = server.address() as AddressInfo;
  return { port, seen, opened: () => opened, open: () => sockets.size, close };
}

/** A driver of a protocol with connections to one address, and what comes of its requests. */
export class Driven {
  readonly driver: Driver;
  readonly meter;

  private constructor(driver: Driver, meter: ReturnType<typeof newMeter>) {
    this.driver = driver;
    this.meter = meter;
    onTestFinished(() => driver.close());
  }

  static async of(
    protocol: Protocol,
    client: ClientKind,
    address: Address | number,
    change: Partial<DriverOptions> = {},
  ): Promise<Driven> {
    const factory = await protocolClients[protocol][client]();
    const meter = newMeter();
    const driver = await factory({
      address: typeof address === 'number' ? plainAddress(address) : address,
      workload: productWorkload.description,
      fields: 'full',
      timeoutMs: 20_000,
      resumption: false,
      meter,
      ...change,
    });
    return new Driven(driver, meter);
  }

  /** A connection that is ready. */
  async connected(): Promise<Connection> {
    const connection = this.driver.open();
    onTestFinished(() => connection.close());
    expect(await connect(connection)).toBeNull();
    return connection;
  }

  /** Sends a request on a connection, or one of its own; @returns size and answer, or the failure. */
  async send(prepared: PreparedRequest, on?: Connection, wantReply = true) {
    const connection = on ?? (await this.connected());
    const sink = new OneOutcome();
    connection.send(prepared, sink, wantReply);
    return said(await sink.outcome);
  }

  /** Prepares an echo of a product. */
  echo(product = tea): PreparedRequest {
    return this.driver.prepare(productOperation('echo'), product);
  }
}

/** A product with a text that is longer in octets than in characters. */
export const tea = { id: '7', name: 'Tea', description: 'é' };

/** Size and answer, or kind, code and text of the failure. */
export function said(outcome: Awaited<OneOutcome['outcome']>) {
  if ('failure' in outcome) {
    const { kind, code, message } = outcome.failure;
    return `${kind} ${code}: ${message}`;
  }
  return [outcome.size, outcome.reply && answerIn(outcome.reply)] as const;
}

function answerIn(reply: ReplySource): unknown {
  try {
    return reply();
  } catch (error) {
    return `undecodable: ${error instanceof Error ? error.message : error}`;
  }
}
