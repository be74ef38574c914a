import http2 from 'node:http2';
import { Readable } from 'node:stream';
import type { Address } from '../../../contracts/worker-messages.ts';
import { http2ErrorName } from '../../../protocols/http2/frames.ts';
import type { MemoryBudget } from '../../../protocols/memory-budget.ts';
import type { Message } from '../../../workloads/description.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import type { Connection, Failure, PreparedRequest, Sink } from '../driver.ts';
import {
  alpnFailure,
  brokenFailure,
  closedByPeer,
  closedByUs,
  codeOf,
  connectFailure,
  protocolFailure,
  shortMessageOf,
} from '../failures.ts';
import { hostHeader } from '../http1/request.ts';
import { streamResetFailure } from '../http2/stream-reset.ts';
import { HeldOctets } from '../kept-body.ts';
import { openTcp } from '../socket.ts';
import { tlsClientOf } from '../tls-client.ts';
import { addressOrigin, CallFailure } from './http-connection.ts';
import { type AnswerSize, sizeOfTexts } from './texts.ts';

/** A complete answer of Node's client. */
export interface Http2Answer {
  readonly status: number;
  readonly headers: http2.IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A request in the form of Node's client. */
export interface Http2LibraryRequest extends PreparedRequest {
  /** `:authority`, if different from that of the address. */
  readonly headers: http2.OutgoingHttpHeaders;
  /** Octets after the headers, created anew for each call as applications do; null for none. */
  body(): Buffer | Readable | null;
  /** @throws CallFailure for an unsuccessful answer or one that cannot be decoded. */
  answer(answer: Http2Answer): Message;
}

const noSettings = { enablePush: false };

/** A connection of Node's own HTTP/2 client: one session with concurrent requests. */
export class LibraryHttp2Connection implements Connection {
  onCapacity: (() => void) | null = null;
  readonly #address: Address;
  readonly #authority: string;
  readonly #meter: ByteMeter;
  readonly #sizeOf: AnswerSize;
  readonly #memory: MemoryBudget | undefined;
  readonly #streams = new Map<Sink, http2.ClientHttp2Stream>();
  #session: http2.ClientHttp2Session | null = null;
  /** Progress of the connection. */
  #reached: 'nothing' | 'tcp' | 'all' = 'nothing';
  #lost: Failure | null = null;

  constructor(
    address: Address,
    meter: ByteMeter,
    sizeOf: AnswerSize = sizeOfTexts,
    memory?: MemoryBudget,
  ) {
    this.#memory = memory;
    this.#address = address;
    this.#authority = hostHeader(address.host, address.port);
    this.#meter = meter;
    this.#sizeOf = sizeOf;
  }

  get usable(): boolean {
    const session = this.#session;
    return session !== null && !session.closed && !session.destroyed && !session.connecting;
  }

  get capacity(): number {
    return this.#session?.remoteSettings.maxConcurrentStreams ?? Number.POSITIVE_INFINITY;
  }

  /** Ready after the service's settings have arrived. */
  connect(done: (failure: Failure | null) => void): void {
    let settled = false;
    const settle = (failure: Failure | null): void => {
      if (settled) return;
      settled = true;
      done(failure);
    };
    const session = http2.connect(addressOrigin(this.#address), {
      settings: noSettings,
      createConnection: () => this.#openSocket(),
    });
    this.#session = session;
    session.once('remoteSettings', () => settle(null));
    session.on('remoteSettings', () => this.onCapacity?.());
    session.on('error', (error) => {
      this.#lost ??=
        this.#reached === 'all'
          ? brokenFailure(error)
          : connectFailure(error, this.#reached === 'tcp');
    });
    session.on('close', () => {
      settle(this.#lost ?? this.#closedEarly());
      this.onCapacity?.();
    });
  }

  send(request: Http2LibraryRequest, sink: Sink, wantReply: boolean): void {
    const session = this.#session;
    if (!session || session.closed || session.destroyed) {
      sink.failed(this.#lost ?? closedByPeer);
      return;
    }
    const body = request.body();
    // Node's default lacks the brackets of an IPv6 address.
    const headers = { ':authority': this.#authority, ...request.headers };
    let stream: http2.ClientHttp2Stream;
    try {
      stream = session.request(headers, { endStream: body === null });
    } catch (error) {
      // The user's own fields may be invalid in HTTP/2.
      sink.failed(protocolFailure(codeOf(error), shortMessageOf(error)));
      return;
    }
    this.#streams.set(sink, stream);
    this.#collect(stream, (outcome) => {
      if (this.#streams.get(sink) !== stream) return;
      this.#streams.delete(sink);
      this.#settle(sink, request, outcome, wantReply);
    });
    if (body instanceof Readable) body.pipe(stream);
    else if (body) stream.end(body);
  }

  abort(sink: Sink): void {
    const stream = this.#streams.get(sink);
    this.#streams.delete(sink);
    stream?.close(http2.constants.NGHTTP2_CANCEL);
  }

  close(): void {
    this.#lost ??= closedByUs;
    this.#session?.destroy();
    const sinks = [...this.#streams.keys()];
    this.#streams.clear();
    for (const sink of sinks) sink.failed(closedByUs);
  }

  #openSocket() {
    const tcp = openTcp(this.#address, this.#meter);
    tcp.once('connect', () => {
      this.#reached = this.#address.tls ? 'tcp' : 'all';
    });
    if (!this.#address.tls) return tcp;
    const secure = tlsClientOf(this.#address, 'h2').connect(tcp);
    // An alert after the handshake leaves the socket open, for whose end the session would wait.
    secure.once('error', () => secure.destroy());
    secure.once('secureConnect', () => {
      this.#reached = 'all';
      if (secure.alpnProtocol === 'h2') return;
      // The session does not check this, and fails if it loses its socket while taking it over.
      this.#lost = alpnFailure('h2');
      queueMicrotask(() => secure.destroy());
    });
    return secure;
  }

  #closedEarly(): Failure {
    if (this.#reached === 'all') return closedByPeer;
    return { ...closedByPeer, kind: this.#reached === 'tcp' ? 'tls' : 'connect' };
  }

  /** Waits for the whole answer. */
  #collect(stream: http2.ClientHttp2Stream, done: (outcome: Http2Answer | Failure) => void): void {
    const parts: Buffer[] = [];
    const held = new HeldOctets(this.#memory);
    let full: Failure | null = null;
    let headers: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader = {};
    let failure: Failure | null = null;
    let whole = false;
    stream.on('response', (fields) => {
      headers = fields;
      const { seen } = this.#meter;
      if (seen.wantsHead()) seen.head('2', Object.entries(fields));
    });
    stream.on('data', (part: Buffer) => {
      if (full) return;
      full = held.addPiece(part.length);
      if (full) stream.close(http2.constants.NGHTTP2_CANCEL);
      else parts.push(part);
    });
    stream.on('end', () => {
      whole = !stream.aborted;
    });
    stream.on('error', (error) => {
      // For a stream error the code below is more precise.
      if (codeOf(error) !== 'ERR_HTTP2_STREAM_ERROR') failure = brokenFailure(error);
    });
    stream.on('close', () => {
      held.clear();
      const status = headers[':status'];
      if (full || failure || !whole || status === undefined || stream.rstCode !== 0) {
        done(full ?? this.#lost ?? failure ?? resetFailure(stream.rstCode));
      } else done({ status, headers, body: Buffer.concat(parts) });
    });
  }

  #settle(
    sink: Sink,
    request: Http2LibraryRequest,
    outcome: Http2Answer | Failure,
    wantReply: boolean,
  ): void {
    if ('kind' in outcome) {
      sink.failed(outcome);
      return;
    }
    let message: Message;
    try {
      message = request.answer(outcome);
    } catch (error) {
      sink.failed(error instanceof CallFailure ? error.failure : brokenFailure(error));
      return;
    }
    sink.succeeded(this.#sizeOf(message), wantReply ? () => message : null);
  }
}

function resetFailure(code: number | undefined): Failure {
  return code ? streamResetFailure(http2ErrorName(code)) : closedByPeer;
}
