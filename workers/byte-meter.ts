import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Opened } from '../contracts/exchange.ts';
import { SeenExchange } from './seen-exchange.ts';

export interface ByteCounts {
  sent: number;
  received: number;
}

const meters = new WeakMap<Socket, ByteMeter>();

/** The meter that tracks a socket. */
export const meterOf = (socket: Socket): ByteMeter | undefined => meters.get(socket);

/**
 * Counts the bytes on sockets, as seen by the operating system: with TLS the encrypted ones, handshakes
 * included, because drivers pass in the socket below TLS.
 */
export class ByteMeter {
  readonly #open = new Set<Socket>();
  readonly seen = new SeenExchange();
  #opened = 0;
  #fresh: Opened = { connections: 0, handshakes: 0, resumed: 0 };
  #closed: ByteCounts = { sent: 0, received: 0 };
  #taken: ByteCounts = { sent: 0, received: 0 };

  /** Sockets opened so far. */
  get opened(): number {
    return this.#opened;
  }

  track(socket: Socket): void {
    if (this.#open.has(socket)) return;
    this.#open.add(socket);
    this.#opened++;
    meters.set(socket, this);
    socket.once('connect', () => this.#fresh.connections++);
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#closed.sent += socket.bytesWritten;
      this.#closed.received += socket.bytesRead;
    });
  }

  /** A handshake on a tracked socket is complete. */
  secured(secure: TLSSocket): void {
    this.#fresh.handshakes++;
    if (secure.isSessionReused()) this.#fresh.resumed++;
    this.seen.secured(secure.getProtocol() ?? 'unknown', secure.getCipher().name);
  }

  /** @returns connections and handshakes since the last call. */
  takeOpened(): Opened {
    const fresh = this.#fresh;
    this.#fresh = { connections: 0, handshakes: 0, resumed: 0 };
    return fresh;
  }

  /** @returns the bytes since the last call. */
  take(): ByteCounts {
    const total = { ...this.#closed };
    for (const socket of this.#open) {
      total.sent += socket.bytesWritten;
      total.received += socket.bytesRead;
    }
    const fresh = {
      sent: total.sent - this.#taken.sent,
      received: total.received - this.#taken.received,
    };
    this.#taken = total;
    return fresh;
  }
}
