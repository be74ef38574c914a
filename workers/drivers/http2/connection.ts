import type { SeenExchange } from '../../seen-exchange.ts';
import type { Connection, Failure, Sink } from '../driver.ts';
import { brokenFailure, closedByPeer, closedByUs } from '../failures.ts';
import type { OpenWire, Wire } from '../socket.ts';
import type { Http2Request } from './request.ts';
import { Http2Session } from './session.ts';

type Done = Parameters<Connection['connect']>[0];

/** A wire with an HTTP/2 session: concurrent requests if the peer allows them. */
export class Http2Connection implements Connection {
  onCapacity: (() => void) | null = null;
  readonly #open: OpenWire;
  readonly #session: Http2Session;
  #wire: Wire | null = null;
  #done: Done | null = null;

  /** @param seen gets what the heads of answers say. */
  constructor(open: OpenWire, seen: SeenExchange | null = null) {
    this.#open = open;
    this.#session = new Http2Session(
      {
        ready: () => this.#settled(null),
        changed: () => this.onCapacity?.(),
        ended: (failure) => this.#ended(failure),
      },
      1,
      seen,
    );
  }

  get usable(): boolean {
    return this.#session.usable;
  }
  get capacity(): number {
    return this.#session.capacity;
  }

  /** Ready after the peer's settings have arrived. */
  connect(done: Done): void {
    this.#done = done;
    this.#wire = this.#open(
      {
        onBytes: (chunk, start, end) => this.#session.receive(chunk, start, end),
        onEnd: (error) => this.#session.end(error ? brokenFailure(error) : closedByPeer),
      },
      (failure) => {
        if (failure) this.#session.end(failure);
        else if (this.#wire) this.#session.begin(this.#wire);
      },
    );
  }

  send(request: Http2Request, sink: Sink, wantReply: boolean): void {
    this.#session.send(request, sink, wantReply);
  }

  abort(sink: Sink): void {
    this.#session.abort(sink);
  }

  close(): void {
    this.#session.end(closedByUs);
  }

  #settled(failure: Failure | null): void {
    const done = this.#done;
    this.#done = null;
    done?.(failure);
  }

  #ended(failure: Failure): void {
    this.#wire?.destroy();
    this.#settled(failure);
  }
}
