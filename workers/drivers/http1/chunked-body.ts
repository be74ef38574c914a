import type { Wire } from '../socket.ts';

/** Octets that may wait in the socket before the next part is created: memory stays bounded, however long the body. */
const maxBacklog = 512 * 1024;
const lineEnd = Buffer.from('\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** Sends a body of unknown length in chunks (RFC 9112, 7.1), as fast as the wire accepts them. */
export class ChunkedWriter {
  readonly #wire: Wire;
  readonly #parts: Iterator<Buffer>;
  #over = false;

  constructor(wire: Wire, parts: Iterator<Buffer>) {
    this.#wire = wire;
    this.#parts = parts;
  }

  /** Whether all has been written, or never will be. */
  get over(): boolean {
    return this.#over;
  }

  /** Continues until the wire has enough. */
  proceed(): void {
    while (!this.#over) {
      if (this.#wire.writableLength > maxBacklog) {
        this.#wire.once('drain', () => this.proceed());
        return;
      }
      const next = this.#parts.next();
      if (!next.done) this.#write(next.value);
      else {
        this.#over = true;
        this.#wire.write(lastChunk);
      }
    }
  }

  /** Stops sending. */
  stop(): void {
    if (this.#over) return;
    this.#over = true;
    this.#parts.return?.();
  }

  #write(part: Buffer): void {
    // A chunk without content would end the body.
    if (part.length === 0) return;
    this.#wire.write(Buffer.from(`${part.length.toString(16)}\r\n`, 'latin1'));
    this.#wire.write(part);
    this.#wire.write(lineEnd);
  }
}
