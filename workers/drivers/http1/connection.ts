import type { Connection, Failure, ReplySource, Sink } from '../driver.ts';
import { brokenFailure, closedByPeer, closedByUs, protocolFailure } from '../failures.ts';
import type { OpenWire, Wire } from '../socket.ts';
import type { HeadMemory } from './head-memory.ts';
import { defaultLimits, type Response, ResponseParser } from './response-parser.ts';

/** What a protocol over HTTP/1.1 makes of the transport: the bytes to send, and the meaning of an answer. */
export interface Http1Exchange {
  /** The whole request, head and body. */
  readonly request: Buffer;
  /** @returns the failure that this status stands for, or null. `body` is there for failing statuses only. */
  judge(status: number, body: Buffer | null): Failure | null;
  /** Decodes a kept body. @throws when it cannot be decoded. */
  decode(body: Buffer): ReturnType<ReplySource>;
}

/** One HTTP/1.1 connection that sends one prepared request after the other, without pipelining. */
export class Http1Connection implements Connection {
  readonly capacity = 1;
  readonly #open: OpenWire;
  readonly #exchange: Http1Exchange;
  readonly #parser: ResponseParser;
  #wire: Wire | null = null;
  #usable = false;
  #sink: Sink | null = null;
  #wantReply = false;

  /** @param memory shared by the connections of a driver. */
  constructor(open: OpenWire, exchange: Http1Exchange, memory: HeadMemory) {
    this.#open = open;
    this.#exchange = exchange;
    this.#parser = new ResponseParser(
      (response) => this.#answered(response),
      (failure) => this.#broken(failure),
      defaultLimits,
      memory,
    );
  }

  get usable(): boolean {
    return this.#usable;
  }

  connect(done: (failure: Failure | null) => void): void {
    this.#wire = this.#open(
      {
        onBytes: (chunk, start, end) => this.#received(chunk, start, end),
        onEnd: (error) => this.#ended(error),
      },
      (failure) => {
        this.#usable = failure === null;
        done(failure);
      },
    );
  }

  send(sink: Sink, wantReply: boolean): void {
    this.#sink = sink;
    this.#wantReply = wantReply;
    this.#parser.keepBody = wantReply;
    this.#wire?.write(this.#exchange.request);
  }

  abort(sink: Sink): void {
    if (this.#sink === sink) this.#sink = null;
    this.#drop();
  }

  close(): void {
    this.#drop();
    this.#report(closedByUs);
  }

  #drop(): void {
    this.#usable = false;
    this.#wire?.destroy();
  }

  #received(chunk: Buffer, start: number, end: number): void {
    if (!this.#sink) {
      this.#drop();
      return;
    }
    this.#parser.execute(chunk, start, end);
  }

  #answered(response: Response): void {
    const sink = this.#sink;
    if (!sink) {
      this.#broken(protocolFailure('HTTP_EXTRA', 'The service sent more than it was asked for'));
      return;
    }
    this.#sink = null;
    if (!response.keepAlive) this.#drop();
    const failure = this.#exchange.judge(response.status, response.body);
    if (failure) {
      sink.failed(failure);
      return;
    }
    const { body } = response;
    sink.succeeded(
      response.length,
      this.#wantReply && body ? () => this.#exchange.decode(body) : null,
    );
  }

  #broken(failure: Failure): void {
    this.#drop();
    this.#report(failure);
  }

  #ended(error: Error | null): void {
    this.#usable = false;
    // Only an orderly end completes a body that lasts until then (RFC 9112, 8).
    if (!error) this.#parser.finish();
    this.#wire?.destroy();
    this.#report(error ? brokenFailure(error) : closedByPeer);
  }

  #report(failure: Failure): void {
    const sink = this.#sink;
    this.#sink = null;
    sink?.failed(failure);
  }
}
