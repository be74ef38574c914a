import type {
  Connection,
  Driver,
  Failure,
  PreparedRequest,
  ReplySource,
  Sink,
} from '../../workers/drivers/driver.ts';
import type { Caller } from '../../workers/pools/caller.ts';
import type { PoolSlot } from '../../workers/pools/slot.ts';
import { echoOperation } from './product.ts';

/** The request of every caller: it is never encoded. */
export const scriptedRequest: PreparedRequest = { operation: echoOperation };

/** A connection that the test controls step by step. */
export class ScriptedConnection implements Connection {
  usable = false;
  capacity: number;
  onCapacity: (() => void) | null = null;
  closed = false;
  readonly inFlight: Sink[] = [];
  readonly aborted: Sink[] = [];
  #connected: ((failure: Failure | null) => void) | null = null;

  constructor(capacity: number) {
    this.capacity = capacity;
  }
  connect(done: (failure: Failure | null) => void): void {
    this.#connected = done;
  }
  send(_prepared: PreparedRequest, sink: Sink): void {
    if (!this.usable) throw new Error('a request on a connection that is not usable');
    if (this.inFlight.length >= this.capacity) throw new Error('more requests than fit');
    this.inFlight.push(sink);
  }
  abort(sink: Sink): void {
    this.aborted.push(sink);
    this.#take(sink);
  }
  close(): void {
    this.closed = true;
    this.usable = false;
    this.#failAll({ kind: 'reset', code: 'CLOSED_LOCALLY', message: 'closed' });
  }

  accept(): void {
    this.usable = true;
    this.#settle(null);
  }
  refuse(): void {
    this.#settle({ kind: 'connect', code: 'ECONNREFUSED', message: 'refused' });
  }
  answer(sink: Sink | undefined = this.inFlight[0]): void {
    if (!sink || !this.#take(sink)) throw new Error('nothing to answer');
    sink.succeeded(1, null);
  }
  /** The peer is gone: everything in flight fails. */
  lose(): void {
    this.usable = false;
    this.#failAll({ kind: 'reset', code: 'ECONNRESET', message: 'reset' });
  }
  /** From now on the peer accepts this many concurrent requests. */
  grow(capacity: number): void {
    this.capacity = capacity;
    this.onCapacity?.();
  }
  /** The peer accepts no new requests but answers those in flight. */
  goAway(): void {
    this.usable = false;
  }

  #settle(failure: Failure | null): void {
    const done = this.#connected;
    this.#connected = null;
    done?.(failure);
  }
  #take(sink: Sink): boolean {
    const at = this.inFlight.indexOf(sink);
    if (at >= 0) this.inFlight.splice(at, 1);
    return at >= 0;
  }
  #failAll(failure: Failure): void {
    for (const sink of this.inFlight.splice(0)) sink.failed(failure);
  }
}

/** A driver whose connections a test controls. */
export class ScriptedDriver implements Driver {
  readonly connections: ScriptedConnection[] = [];
  readonly #capacity: number;

  constructor(capacity = 1) {
    this.#capacity = capacity;
  }
  prepare(): PreparedRequest {
    return scriptedRequest;
  }
  open(): ScriptedConnection {
    const connection = new ScriptedConnection(this.#capacity);
    this.connections.push(connection);
    return connection;
  }
  close(): void {}

  /** The connection number `at`, from 0, in the order of opening. */
  at(at: number): ScriptedConnection {
    const connection = this.connections[at];
    if (!connection) throw new Error(`only ${this.connections.length} connections were opened`);
    return connection;
  }
}

/** A caller that records its notifications. */
export class ScriptedCaller implements Caller {
  slot: PoolSlot | null = null;
  readonly prepared = scriptedRequest;
  readonly heard: string[] = [];
  readonly #after: (caller: ScriptedCaller) => void;

  constructor(after: (caller: ScriptedCaller) => void = () => undefined) {
    this.#after = after;
  }
  attempting(): void {
    this.heard.push('attempting');
  }
  withdrawn(): void {
    this.heard.push('withdrawn');
  }
  handedOver(): boolean {
    this.heard.push('sent');
    return false;
  }
  succeeded(_size: number, _reply: ReplySource | null): void {
    this.heard.push('ok');
    this.#after(this);
  }
  failed(failure: Failure): void {
    this.heard.push(failure.code);
    this.#after(this);
  }
}
