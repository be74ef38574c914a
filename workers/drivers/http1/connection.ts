import type { Connection, Failure, PreparedRequest, ReplySource, Sink } from '../driver.ts';
import { brokenFailure, closedByPeer, closedByUs, protocolFailure } from '../failures.ts';
import { encodedFailure } from '../http/status.ts';
import type { OpenWire, Wire } from '../socket.ts';
import { ChunkedWriter } from './chunked-body.ts';
import type { HeadMemory } from './head-memory.ts';
import { defaultLimits, type Response, ResponseParser } from './response-parser.ts';

/** A protocol's use of HTTP/1.1: the bytes to send, and the interpretation of an answer. */
export interface Http1Exchange extends PreparedRequest {
  /** The whole request, head and body; only the head if {@link parts} follow. */
  readonly request: Buffer;
  /** The parts of a chunked body, created anew for each request. */
  readonly parts?: () => Iterator<Buffer>;
  /** Whether {@link judge} needs the body of every answer. Default no. */
  readonly judgesBody?: boolean;
  /**
   * @returns the failure that an answer represents, or null. `body` is given for failing statuses and if
   * required; `pool` means that the service named missing database connections as the reason.
   * @param coding of an encoded body, if {@link undoes} supports it.
   */
  judge(status: number, body: Buffer | null, pool: boolean, coding: string | null): Failure | null;
  /** Whether bodies of this encoding are supported. Default none. */
  readonly undoes?: (coding: string) => boolean;
  /**
   * Decodes a kept body.
   * @throws if it cannot be decoded.
   * @param head of the answer as received; empty unless the connection keeps heads.
   * @param coding of an encoded body, supported by {@link undoes}.
   */
  decode(
    body: Buffer,
    status: number,
    head: string,
    coding: string | null,
  ): ReturnType<ReplySource>;
}

const letterH = 72;

/** One HTTP/1.1 connection with sequential exchanges, without pipelining. */
export class Http1Connection implements Connection {
  readonly capacity = 1;
  readonly #open: OpenWire;
  readonly #parser: ResponseParser;
  #wire: Wire | null = null;
  #usable = false;
  #sink: Sink | null = null;
  /** Of the last request; set once there is a sink. */
  #exchange: Http1Exchange | null = null;
  #wantReply = false;
  #body: ChunkedWriter | null = null;

  /**
   * @param memory shared by the connections of a driver.
   * @param keepsHeads whether decoding needs the heads of answers.
   */
  constructor(open: OpenWire, memory: HeadMemory, keepsHeads = false) {
    this.#open = open;
    this.#parser = new ResponseParser(
      (response) => this.#answered(response),
      (failure) => this.#broken(failure),
      defaultLimits,
      memory,
      keepsHeads,
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

  send(exchange: Http1Exchange, sink: Sink, wantReply: boolean): void {
    this.#exchange = exchange;
    this.#sink = sink;
    this.#wantReply = wantReply;
    this.#parser.keepBody = wantReply || exchange.judgesBody === true;
    const { request } = exchange;
    this.#parser.bodiless = request[0] === letterH && request.toString('latin1', 0, 5) === 'HEAD ';
    this.#wire?.write(request);
    if (exchange.parts) this.#upload(exchange.parts());
  }

  #upload(parts: Iterator<Buffer>): void {
    if (!this.#wire) return;
    this.#body = new ChunkedWriter(this.#wire, parts);
    this.#body.proceed();
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
    this.#body?.stop();
    this.#parser.abandon();
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
    const exchange = this.#exchange;
    if (!sink || !exchange) {
      this.#broken(protocolFailure('HTTP_EXTRA', 'The service sent more than it was asked for'));
      return;
    }
    this.#sink = null;
    // An answer to a partial request: the remainder is not wanted, and nothing else can follow it.
    if (!response.keepAlive || this.#body?.over === false) this.#drop();
    this.#body = null;
    const { status, body, pool, coding, head } = response;
    // An encoded body does not explain anything.
    const isReadable = coding === null || exchange.undoes?.(coding) === true;
    const failure = exchange.judge(status, isReadable ? body : null, pool, coding);
    if (failure || !isReadable) {
      sink.failed(failure ?? encodedFailure(coding ?? ''));
      return;
    }
    sink.succeeded(
      response.length,
      this.#wantReply && body ? () => exchange.decode(body, status, head, coding) : null,
    );
  }

  #broken(failure: Failure): void {
    this.#drop();
    this.#report(failure);
  }

  #ended(error: Error | null): void {
    this.#usable = false;
    // Only an orderly end completes a body without a length (RFC 9112, 8).
    if (!error) this.#parser.finish();
    this.#parser.abandon();
    this.#body?.stop();
    this.#wire?.destroy();
    this.#report(error ? brokenFailure(error) : closedByPeer);
  }

  #report(failure: Failure): void {
    const sink = this.#sink;
    this.#sink = null;
    sink?.failed(failure);
  }
}
