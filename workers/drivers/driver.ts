import type { ErrorKind } from '../../contracts/error-kinds.ts';
import type { FieldsLevel } from '../../contracts/experiment/environment-factors.ts';
import type { Address, Formats } from '../../contracts/worker-messages.ts';
import type {
  Message,
  OperationDescription,
  WorkloadDescription,
} from '../../workloads/description.ts';
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
   * @param size a raw driver's body length in bytes, a library driver's count of the characters in
   *   the answer's texts: equal answers have equal sizes.
   * @param reply the decoded answer; null unless `wantReply` was set.
   */
  succeeded(size: number, reply: ReplySource | null): void;
  failed(failure: Failure): void;
}

/** An answer in its canonical form, decoded only when somebody looks. @throws when it cannot be decoded. */
export type ReplySource = () => Message;

/**
 * A request that a driver has made ready: encoded once, and sent as often as wanted, on any
 * connection of the driver that prepared it. What it holds is that driver's own business.
 */
export interface PreparedRequest {
  readonly operation: OperationDescription;
}

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
  /** Sends a request that this connection's driver has prepared. */
  send(prepared: PreparedRequest, sink: Sink, wantReply: boolean): void;
  /** Gives a request up: its sink hears nothing more. May cost the connection. */
  abort(sink: Sink): void;
  /** Ends the connection; requests in flight fail with `reset`. */
  close(): void;
}

/** A protocol stack for one cell: it prepares requests, and opens connections that send them. */
export interface Driver {
  /** @throws TypeError for an operation that the protocol does not offer, UnfitValue for a message that does not fit. */
  prepare(operation: OperationDescription, request: Message): PreparedRequest;
  /**
   * Makes a streamed request ready; absent where the driver has no such thing. Nothing of it is kept:
   * each time that it is sent, its messages are made anew, one at a time as the service takes them.
   * @throws TypeError for an operation whose requests are no stream.
   */
  prepareStream?(
    operation: OperationDescription,
    messages: () => Iterable<Message>,
  ): PreparedRequest;
  open(): Connection;
  /** Frees what the driver holds beside its connections. */
  close(): void;
}

export interface DriverOptions {
  readonly address: Address;
  readonly workload: WorkloadDescription;
  /** Which fields the answers are to have. */
  readonly fields: FieldsLevel;
  /** Whether the service has one format or lets the client choose by headers. Default separate. */
  readonly formats?: Formats;
  readonly timeoutMs: number;
  /** Counts the bytes of every socket the driver opens. */
  readonly meter: ByteMeter;
  /** Whether a TLS connection may resume the session of one before it. */
  readonly resumption: boolean;
}

export type DriverFactory = (options: DriverOptions) => Promise<Driver>;
