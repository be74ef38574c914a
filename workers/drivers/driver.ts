import type { ErrorKind } from '../../contracts/words.ts';
import type { Address } from '../../contracts/worker-messages.ts';
import type { Product } from '../../contracts/workloads/product.ts';
import type { Operation } from '../../contracts/workloads/product-shapes.ts';
import type { ByteMeter } from '../byte-meter.ts';

/** Why a request or a connection did not succeed. `code` as the system or protocol names it. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
}

/**
 * Who waits for the outcome of one request. Exactly one of the two is called for each `send`,
 * except after `abort`, which ends the request silently.
 */
export interface Sink {
  /**
   * The answer was complete and had the protocol's mark of success.
   * @param size a raw driver's body length in bytes, a library driver's description length:
   *   equal answers have equal sizes.
   * @param reply the decoded answer; null unless `wantReply` was set.
   */
  succeeded(size: number, reply: ReplySource | null): void;
  failed(failure: Failure): void;
}

/** An answer that is decoded only when somebody looks. @throws when it cannot be decoded. */
export type ReplySource = () => Product;

/** One connection. A driver opens it, its users send on it. */
export interface Connection {
  /** False before it is connected and after it is lost or closed. */
  readonly usable: boolean;
  /** How many requests may be in flight at once. */
  readonly capacity: number;
  /** Set by the pool; called when `capacity` has grown after `connect` was done. Connections of a fixed capacity leave it out. */
  onCapacity?: (() => void) | null;
  /** Called once. `done(null)` when requests may be sent; the failure otherwise. */
  connect(done: (failure: Failure | null) => void): void;
  /** Sends the driver's one prepared request. */
  send(sink: Sink, wantReply: boolean): void;
  /** Gives a request up: its sink hears nothing more. May cost the connection. */
  abort(sink: Sink): void;
  /** Ends the connection; requests in flight fail with `reset`. */
  close(): void;
}

/** A protocol stack for one cell: it opens connections, all with the same prepared request. */
export interface Driver {
  open(): Connection;
  /** Frees what the driver holds beside its connections. */
  close(): void;
}

export interface DriverOptions {
  readonly address: Address;
  readonly operation: Operation;
  readonly request: Product;
  readonly timeoutMs: number;
  /** Counts the bytes of every socket the driver opens. */
  readonly meter: ByteMeter;
  /** Whether a TLS connection may resume the session of one before it. */
  readonly resumption: boolean;
}

export type DriverFactory = (options: DriverOptions) => Promise<Driver>;
