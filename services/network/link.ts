import { randomSource } from '../../workloads/messages/text.ts';

/** One direction of a network, in milliseconds and bits per second. */
export interface LinkSettings {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Null when it is not limited. */
  readonly bitsPerSecond: number | null;
  readonly seed: number;
}

/** Pieces of a connection's stream are cut so short that one keeps the link busy for a millisecond at most. */
const longestPieceSeconds = 0.001;
const minPieceBytes = 1460;
/** One read brings at most this much, so that nothing needs to be cut where bandwidth is not limited. */
const wholePieceBytes = 65_536;

/**
 * One direction of a link that all connections share: what they send goes out one after the other at
 * its bandwidth, in the order in which it came, and arrives after the delay. Jitter is drawn for each
 * piece; within a connection order is kept, as TCP keeps it.
 */
export class Link {
  readonly #settings: LinkSettings;
  readonly #random: () => number;
  readonly pieceBytes: number;
  /** The moment at which everything sent so far has left. */
  #freeMs = 0;

  constructor(settings: LinkSettings) {
    this.#settings = settings;
    this.#random = randomSource(settings.seed);
    const { bitsPerSecond } = settings;
    this.pieceBytes =
      bitsPerSecond === null
        ? wholePieceBytes
        : Math.max(minPieceBytes, Math.floor((bitsPerSecond / 8) * longestPieceSeconds));
  }

  /** @returns when a piece that is sent now arrives, but for the order of its connection. */
  arrivalMs(bytes: number, nowMs: number): number {
    const { delayMs, jitterMs, bitsPerSecond } = this.#settings;
    const leaves = Math.max(this.#freeMs, nowMs);
    this.#freeMs = bitsPerSecond === null ? leaves : leaves + (bytes * 8000) / bitsPerSecond;
    return this.#freeMs + delayMs + this.#jitter(jitterMs);
  }

  #jitter(most: number): number {
    return most === 0 ? 0 : (this.#random() / 2 ** 31 - 1) * most;
  }
}
