import type { Connection, Failure, PreparedRequest, Sink } from '../driver.ts';
import { brokenFailure, closedByPeer, closedByUs } from '../failures.ts';
import type { OpenWire, Wire } from '../socket.ts';
import type { RSocketRequest } from './prepared-request.ts';
import { keepaliveMs, RSocketSession } from './session.ts';

/** A wire with an RSocket session, and the keepalive timer of both. */
export class RSocketConnection implements Connection {
  /** RSocket itself sets no limit without leases, which are not requested. */
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #open: OpenWire;
  readonly #session: RSocketSession;
  #wire: Wire | null = null;
  #heart: NodeJS.Timeout | undefined;
  #done: ((failure: Failure | null) => void) | null = null;

  constructor(open: OpenWire) {
    this.#open = open;
    this.#session = new RSocketSession((failure) => {
      clearInterval(this.#heart);
      this.#wire?.destroy();
      this.#settle(failure);
    });
  }

  get usable(): boolean {
    return this.#session.usable;
  }

  connect(done: (failure: Failure | null) => void): void {
    this.#done = done;
    const session = this.#session;
    const onBytes = (chunk: Buffer, start: number, end: number) =>
      session.receive(chunk, start, end);
    const onEnd = (error: Error | null) => session.end(error ? brokenFailure(error) : closedByPeer);
    this.#wire = this.#open({ onBytes, onEnd }, (failure) => {
      if (failure) session.end(failure);
      else this.#begin();
    });
  }

  send(prepared: PreparedRequest, sink: Sink, wantReply: boolean): void {
    this.#session.send(prepared as RSocketRequest, sink, wantReply);
  }

  abort(sink: Sink): void {
    this.#session.abort(sink);
  }

  close(): void {
    this.#session.end(closedByUs);
  }

  #begin(): void {
    if (!this.#wire) return;
    this.#session.begin(this.#wire);
    this.#heart = setInterval(() => this.#session.beat(), keepaliveMs);
    this.#heart.unref();
    this.#settle(null);
  }

  #settle(failure: Failure | null): void {
    const done = this.#done;
    this.#done = null;
    done?.(failure);
  }
}
