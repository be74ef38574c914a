import { randomSource } from '../../workloads/messages/text.ts';

/** One direction of a network, in milliseconds and bits per second. */
export interface LinkSettings {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Null if unlimited. */
  readonly bitsPerSecond: number | null;
  readonly seed: number;
}

/** Pieces of a stream are split so that one occupies the link for a millisecond at most. */
const longestPieceSeconds = 0.001;
const minPieceBytes = 1460;
/** Maximum bytes of a read, so that nothing needs to be split with unlimited bandwidth. */
const wholePieceBytes = 65_536;

/**
 * One direction of a link shared by all connections: their pieces are sent in sequence at its bandwidth, in
 * order of arrival, and arrive after the delay. Jitter is drawn per piece; order within a connection is
 * preserved, as in TCP.
 */
export class Link {
  readonly #settings: LinkSettings;
  readonly #random: () => number;
  readonly pieceBytes: number;
  /** The moment when everything sent so far has left. */
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

  /** @returns arrival time of a piece sent now, before ordering within its connection. */
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
