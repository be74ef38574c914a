import type { ErrorKind } from '../../contracts/error-kinds.ts';
import type { FieldsLevel } from '../../contracts/experiment/environment-factors.ts';
import type { Address, Formats } from '../../contracts/worker-messages.ts';
import type {
  Message,
  OperationDescription,
  WorkloadDescription,
} from '../../workloads/description.ts';
import type { ByteMeter } from '../byte-meter.ts';

/** Why a request or a connection failed. `code` from the system or protocol. */
export interface Failure {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly message: string;
}

/**
 * Receiver of one request's outcome. Exactly one of the two is called for each `send`, except after `abort`,
 * which ends the request silently.
 */
export interface Sink {
  /**
   * The answer was complete and had the protocol's mark of success.
   * @param size a raw driver's body length in bytes, a library driver's number of characters in the answer's
   * texts: equal answers have equal sizes.
   * @param reply the decoded answer; null unless `wantReply` was set.
   */
  succeeded(size: number, reply: ReplySource | null): void;
  failed(failure: Failure): void;
}

/** An answer in its canonical form, decoded on demand. @throws if it cannot be decoded. */
export type ReplySource = () => Message;

/**
 * A prepared request: encoded once, and sent any number of times, on any connection of the driver that
 * prepared it. Its content is private to that driver.
 */
export interface PreparedRequest {
  readonly operation: OperationDescription;
}

/** One connection. A driver opens it, users send on it. */
export interface Connection {
  /** False before connecting and after it is lost or closed. */
  readonly usable: boolean;
  /** Maximum concurrent requests. */
  readonly capacity: number;
  /**
   * Set by the pool; called when `capacity` has increased after `connect`. Omitted by connections of a fixed
   * capacity.
   */
  onCapacity?: (() => void) | null;
  /** Called once. `done(null)` when requests may be sent; otherwise the failure. */
  connect(done: (failure: Failure | null) => void): void;
  /** Sends a request prepared by this connection's driver. */
  send(prepared: PreparedRequest, sink: Sink, wantReply: boolean): void;
  /** Abandons a request: its sink is not called any more. May cost the connection. */
  abort(sink: Sink): void;
  /** Closes the connection; requests in flight fail with `reset`. */
  close(): void;
}

/** A protocol stack for one cell: it prepares requests, and opens connections that send them. */
export interface Driver {
  /**
   * @throws TypeError for an operation that the protocol does not offer, UnfitValue for a message that does
   * not fit.
   */
  prepare(operation: OperationDescription, request: Message): PreparedRequest;
  /**
   * Prepares a streamed request; absent if the driver does not support it. Nothing is cached: each time it
   * is sent, its messages are created anew, one at a time as the service accepts them.
   * @throws TypeError for an operation without a request stream.
   */
  prepareStream?(
    operation: OperationDescription,
    messages: () => Iterable<Message>,
  ): PreparedRequest;
  open(): Connection;
  /** Releases the driver's resources besides its connections. */
  close(): void;
}

export interface DriverOptions {
  readonly address: Address;
  readonly workload: WorkloadDescription;
  /** Fields expected in the answers. */
  readonly fields: FieldsLevel;
  /** Whether the service has one format or lets the client choose by headers. Default separate. */
  readonly formats?: Formats;
  readonly timeoutMs: number;
  /** Counts the bytes of every socket the driver opens. */
  readonly meter: ByteMeter;
  /** Whether a TLS connection may resume an earlier session. */
  readonly resumption: boolean;
}

export type DriverFactory = (options: DriverOptions) => Promise<Driver>;
