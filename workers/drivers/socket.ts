import net from 'node:net';
import type { Address } from '../../contracts/worker-messages.ts';
import type { ByteMeter } from '../byte-meter.ts';
import type { Failure } from './driver.ts';
import { alpnFailure, closedByPeer, connectFailure } from './failures.ts';
import { TlsClient } from './tls-client.ts';

/**
 * One read buffer for all plain connections of a worker: a chunk is parsed before the next is read, and no
 * view of it is kept.
 */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024);

export interface SocketHandlers {
  /** `chunk[start..end)` is valid during the call only. */
  onBytes(chunk: Buffer, start: number, end: number): void;
  /** The connection ended, with or without an error; called once, after a successful connect. */
  onEnd(error: Error | null): void;
}

/** Opens a TCP connection without Nagle's delay, counted by `meter`. */
export function openTcp(address: Address, meter: ByteMeter, handlers?: SocketHandlers): net.Socket {
  const socket = net.connect({
    host: address.host,
    port: address.port,
    noDelay: true,
    ...(handlers
      ? {
          onread: {
            buffer: readBuffer,
            callback: (count: number) => {
              handlers.onBytes(readBuffer, 0, count);
              return true;
            },
          },
        }
      : {}),
  });
  meter.track(socket);
  return socket;
}

/** A connected byte stream, plain or TLS. */
export interface Wire {
  write(bytes: Buffer): void;
  /** Octets not yet written by the system; at 0, written buffers can be reused. */
  readonly writableLength: number;
  /** `drain` is emitted when queued octets have been written. */
  once(event: 'drain', listener: () => void): unknown;
  destroy(): void;
}

/** Opens a connection for a raw driver. `done` is called once: null when bytes may be sent, otherwise the failure. */
export type OpenWire = (handlers: SocketHandlers, done: (failure: Failure | null) => void) => Wire;

/**
 * How one driver opens its connections.
 * @param alpn the application protocol that TLS must negotiate; null if it has no ALPN name.
 * @param resumption whether a TLS connection offers an earlier session.
 */
export function wireOpener(
  address: Address,
  meter: ByteMeter,
  alpn: string | null,
  resumption: boolean,
): OpenWire {
  if (!address.tls) return (handlers, done) => openPlain(address, meter, handlers, done);
  const client = new TlsClient(address, alpn, resumption);
  return (handlers, done) => openSecure(address, meter, client, alpn, handlers, done);
}

function openPlain(
  address: Address,
  meter: ByteMeter,
  handlers: SocketHandlers,
  done: (failure: Failure | null) => void,
): Wire {
  const attempt = new Attempt(handlers, done);
  const socket = openTcp(address, meter, handlers);
  socket.once('connect', () => attempt.connected());
  return attempt.follow(socket);
}

function openSecure(
  address: Address,
  meter: ByteMeter,
  client: TlsClient,
  alpn: string | null,
  handlers: SocketHandlers,
  done: (failure: Failure | null) => void,
): Wire {
  const attempt = new Attempt(handlers, done);
  // A separate socket below TLS: only it reports the number of encrypted octets.
  const tcp = openTcp(address, meter);
  tcp.once('connect', () => {
    attempt.secured = true;
  });
  const secure = client.connect(tcp);
  secure.once('secureConnect', () => {
    const isAgreed = secure.alpnProtocol === alpn || alpn === null;
    if (isAgreed || (alpn === 'http/1.1' && !secure.alpnProtocol)) {
      attempt.connected();
      return;
    }
    attempt.refused(alpnFailure(alpn));
    secure.destroy();
  });
  secure.on('data', (chunk: Buffer) => handlers.onBytes(chunk, 0, chunk.length));
  return attempt.follow(secure);
}

/** Tracks a socket from the attempt to its end, so that each is reported once. */
class Attempt {
  secured = false;
  #state: 'connecting' | 'connected' | 'over' = 'connecting';
  #error: Error | null = null;
  readonly #handlers: SocketHandlers;
  readonly #done: (failure: Failure | null) => void;

  constructor(handlers: SocketHandlers, done: (failure: Failure | null) => void) {
    this.#handlers = handlers;
    this.#done = done;
  }

  follow(socket: net.Socket): Wire {
    socket.on('error', (error) => {
      this.#error = error;
    });
    socket.on('end', () => this.#ended());
    socket.on('close', () => this.#ended());
    return socket;
  }

  connected(): void {
    if (this.#state !== 'connecting') return;
    this.#state = 'connected';
    this.#done(null);
  }

  refused(failure: Failure): void {
    if (this.#state !== 'connecting') return;
    this.#state = 'over';
    this.#done(failure);
  }

  #ended(): void {
    if (this.#state === 'over') return;
    const before = this.#state;
    this.#state = 'over';
    if (before === 'connected') this.#handlers.onEnd(this.#error);
    else this.#done(this.#error ? connectFailure(this.#error, this.secured) : this.#closedEarly());
  }

  #closedEarly(): Failure {
    return { ...closedByPeer, kind: this.secured ? 'tls' : 'connect' };
  }
}
