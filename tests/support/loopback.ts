import net from 'node:net';
import { ByteMeter } from '../../workers/byte-meter.ts';
import type {
  Connection,
  Failure,
  PreparedRequest,
  ReplySource,
  Sink,
} from '../../workers/drivers/driver.ts';

/** A server on 127.0.0.1 whose connections a test controls. */
export interface Loopback {
  readonly port: number;
  /** Sockets accepted so far. */
  readonly sockets: readonly net.Socket[];
  close(): Promise<void>;
}

export async function listen(
  onSocket: (socket: net.Socket) => void,
  host = '127.0.0.1',
): Promise<Loopback> {
  const sockets: net.Socket[] = [];
  const server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => socket.destroy());
    onSocket(socket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  return {
    port: (server.address() as net.AddressInfo).port,
    sockets,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Writes a piece for as long as the other side reads. */
export function writeForever(socket: net.Socket, piece: string | Buffer): void {
  const go = (): void => {
    while (!socket.destroyed && socket.write(piece));
    if (!socket.destroyed) socket.once('drain', go);
  };
  go();
}

/** A plain address on this machine. */
export const plainAddress = (port: number) => ({
  host: '127.0.0.1',
  port,
  basePath: '',
  tls: null,
});

export type Outcome =
  | { readonly size: number; readonly reply: ReplySource | null }
  | { readonly failure: Failure };

/** Waits for one outcome; a second one is an error that fails the test. */
export class OneOutcome implements Sink {
  readonly outcome: Promise<Outcome>;
  calls = 0;
  #settle: (outcome: Outcome) => void = () => undefined;

  constructor() {
    this.outcome = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }
  succeeded(size: number, reply: ReplySource | null): void {
    this.#take({ size, reply });
  }
  failed(failure: Failure): void {
    this.#take({ failure });
  }
  #take(outcome: Outcome): void {
    if (++this.calls > 1) throw new Error('a second outcome for one request');
    this.#settle(outcome);
  }
}

export function connect(connection: Connection): Promise<Failure | null> {
  return new Promise((resolve) => {
    connection.connect(resolve);
  });
}

/** Sends one request and waits for its outcome: `ok`, or the kind and code of the failure. */
export async function exchange(connection: Connection, prepared: PreparedRequest): Promise<string> {
  const sink = new OneOutcome();
  connection.send(prepared, sink, true);
  return describeOutcome(await sink.outcome);
}

export const describeOutcome = (outcome: Outcome): string =>
  'failure' in outcome ? `${outcome.failure.kind} ${outcome.failure.code}` : 'ok';

export const newMeter = () => new ByteMeter();
