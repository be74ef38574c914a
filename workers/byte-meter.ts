import type { Socket } from 'node:net';

export interface ByteCounts {
  sent: number;
  received: number;
}

/**
 * Counts the bytes on sockets, as seen by the operating system: with TLS the encrypted ones, handshakes
 * included, because drivers pass in the socket below TLS.
 */
export class ByteMeter {
  readonly #open = new Set<Socket>();
  #opened = 0;
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
    socket.once('close', () => {
      this.#open.delete(socket);
      this.#closed.sent += socket.bytesWritten;
      this.#closed.received += socket.bytesRead;
    });
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
