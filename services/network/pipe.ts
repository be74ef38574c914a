import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';

/** Shared by the connections of a relay. */
export interface Held {
  bytes: number;
}

/** Above this, a relay stops reading until some of it has been delivered. */
const maxHeldBytes = 256 * 1024 * 1024;

export interface PipeParts {
  readonly from: Socket;
  readonly to: Socket;
  readonly link: Link;
  readonly clock: Clock;
  readonly held: Held;
  /** Earliest arrival, because the connection is being opened until then. On `performance.now()`. */
  readonly opensMs: number;
  /** Bytes in flight or waiting for the receiver at which the sender is paused. */
  readonly windowBytes: number;
}

/**
 * One direction of one connection: every piece, the end and a reset arrive at the link's times, in order.
 * Buffered bytes are bounded by the window, until the receiver has taken them.
 */
export class Pipe {
  readonly #parts: PipeParts;
  #lastMs: number;
  #heldBytes = 0;
  #paused = false;

  constructor(parts: PipeParts) {
    this.#parts = parts;
    this.#lastMs = parts.opensMs;
    const { from } = parts;
    from.on('data', (chunk: Buffer) => this.#send(chunk));
    from.once('end', () => this.#after(0, () => parts.to.end()));
    from.once('error', () => this.reset());
    // Closed without an end: nothing more follows.
    from.once('close', () => this.#after(0, () => parts.to.destroySoon()));
  }

  /** The other side receives a reset after everything sent before it. */
  reset(): void {
    this.#after(0, () => this.#parts.to.resetAndDestroy());
  }

  #send(chunk: Buffer): void {
    const { pieceBytes } = this.#parts.link;
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      this.#pass(chunk.subarray(at, at + pieceBytes));
    }
    const { held, windowBytes, from } = this.#parts;
    if (this.#heldBytes < windowBytes && held.bytes < maxHeldBytes) return;
    this.#paused = true;
    from.pause();
  }

  #pass(piece: Buffer): void {
    const { to, held } = this.#parts;
    const bytes = piece.length;
    this.#heldBytes += bytes;
    held.bytes += bytes;
    this.#after(bytes, () => {
      if (to.writable) to.write(piece, () => this.#taken(bytes));
      else this.#taken(bytes);
    });
  }

  #taken(bytes: number): void {
    const { held, from, windowBytes } = this.#parts;
    this.#heldBytes -= bytes;
    held.bytes -= bytes;
    // An empty pipe continues, whatever the others buffer: progress has to be possible.
    const mayGoOn = held.bytes < maxHeldBytes || this.#heldBytes === 0;
    if (!this.#paused || !mayGoOn || this.#heldBytes > windowBytes / 2) return;
    this.#paused = false;
    from.resume();
  }

  #after(bytes: number, act: () => void): void {
    const { link, clock } = this.#parts;
    const atMs = Math.max(this.#lastMs, link.arrivalMs(bytes, performance.now()));
    this.#lastMs = atMs;
    clock.at({ atMs, act });
  }
}
