import type { Socket } from 'node:net';
import { type Payload, type RSocket, RSocketConnector } from 'rsocket-core';
import { TcpClientTransport } from 'rsocket-tcp-client';
import type { MemoryBudget } from '../../../protocols/memory-budget.ts';
import { maxFrame, maxRequestN } from '../../../protocols/rsocket/frames.ts';
import { compositeMime, compositeRoute, jsonMime } from '../../../protocols/rsocket/routes.ts';
import type { Message, OperationDescription } from '../../../workloads/description.ts';
import { decodeJson, encodeJson } from '../../codecs/json.ts';
import type { Connection, DriverFactory, Failure, PreparedRequest, Sink } from '../driver.ts';
import {
  brokenFailure,
  closedByPeer,
  closedByUs,
  connectFailure,
  protocolFailure,
  undecodableFailure,
} from '../failures.ts';
import { HeldOctets } from '../kept-body.ts';
import { connectionFailure, streamFailure } from '../rsocket/errors.ts';
import { keepaliveMs, lifetimeMs } from '../rsocket/session.ts';
import { openTcp } from '../socket.ts';
import { TlsClient } from '../tls-client.ts';
import { sizeOfTexts } from './texts.ts';

/** A repeatable request of the library. */
interface LibraryRequest extends PreparedRequest {
  readonly message: Message;
  readonly metadata: Buffer;
}

/** The sockets of one attempt: the TCP socket, and the one the library writes to, which may be TLS on it. */
interface Sockets {
  readonly tcp: Socket;
  readonly upper: Socket;
}

/** The library splits messages by content: leaves space for frame headers. */
const longestContent = maxFrame - 64;
/** Overhead of a frame with its length, and the length of its metadata. */
const maxHeader = 16;
const noAnswer = protocolFailure('RSOCKET_EMPTY', 'The answer was completed without a payload');

/** Overhead of a message in frames of the maximum size; releases slightly too much rather than too little. */
function octetsOnWire({ data, metadata }: Payload): number {
  const content = (data?.length ?? 0) + (metadata?.length ?? 0);
  return content + maxHeader * (1 + Math.ceil(content / longestContent));
}

export class RSocketLibraryConnection implements Connection {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #openSockets: () => Sockets;
  readonly #cancels = new Map<Sink, () => void>();
  #sockets: Sockets | null = null;
  #rsocket: RSocket | null = null;
  #broken: Failure = closedByPeer;
  #closed = false;
  readonly #memory: MemoryBudget | undefined;
  /** Received octets that are not yet part of a message: the library joins fragments without a limit. */
  readonly #unread: HeldOctets;

  constructor(openSockets: () => Sockets, memory?: MemoryBudget) {
    this.#openSockets = openSockets;
    this.#memory = memory;
    this.#unread = new HeldOctets(memory);
  }

  get usable(): boolean {
    return this.#rsocket !== null && !this.#closed;
  }

  connect(done: (failure: Failure | null) => void): void {
    this.#connect().then(
      () => done(null),
      (failure: Failure) => {
        this.#closed = true;
        this.#sockets?.tcp.destroy();
        done(failure);
      },
    );
  }

  /**
   * The library considers a TLS connection open once TCP is, so the handshake is awaited here. Rejects with
   * a {@link Failure}.
   */
  async #connect(): Promise<void> {
    const sockets = this.#openSockets();
    this.#sockets = sockets;
    const secured = this.#watch(sockets);
    const connector = new RSocketConnector({
      setup: {
        dataMimeType: jsonMime,
        metadataMimeType: compositeMime,
        keepAlive: keepaliveMs,
        lifetime: lifetimeMs,
      },
      fragmentation: { maxOutboundFragmentSize: longestContent },
      transport: new TcpClientTransport({
        connectionOptions: { port: 0 },
        socketCreator: () => sockets.upper,
      }),
    });
    // The sockets report the reason.
    const connected = connector.connect().catch(() => null);
    await secured;
    const rsocket = await connected;
    if (!rsocket) throw closedByUs;
    rsocket.onClose((error) => this.#lost(error));
    this.#rsocket = rsocket;
    // The library listens by now, so it misses nothing.
    sockets.upper.on('data', (octets: Buffer) => this.#received(octets.length));
    sockets.upper.once('close', () => this.#unread.clear());
  }

  #received(octets: number): void {
    const full = this.#unread.add(octets);
    if (!full) return;
    this.#broken = full;
    this.#sockets?.upper.destroy();
    this.#sockets?.tcp.destroy();
  }

  /** Records why the sockets fail. @returns when the handshake is complete; rejects with the failure of the attempt. */
  #watch({ tcp, upper }: Sockets): Promise<null> {
    const isSecure = upper !== tcp;
    let reached = false;
    tcp.once('connect', () => {
      reached = true;
    });
    return new Promise((resolve, reject) => {
      const failed = (error: Error) => {
        this.#broken = brokenFailure(error);
        reject(connectFailure(error, isSecure && reached));
      };
      // These listeners stay: the library detaches from the socket before it has ended.
      upper.on('error', failed);
      tcp.on('error', failed);
      upper.on('close', () => {
        // Before the library reports it: it would still accept requests, and lose them.
        this.#closed = true;
        reject({ ...closedByPeer, kind: isSecure && reached ? 'tls' : 'connect' });
      });
      upper.once(isSecure ? 'secureConnect' : 'connect', () => resolve(null));
    });
  }

  send(prepared: PreparedRequest, sink: Sink, wantReply: boolean): void {
    const rsocket = this.#rsocket;
    if (!rsocket || this.#closed) {
      sink.failed(closedByPeer);
      return;
    }
    const { operation, message, metadata } = prepared as LibraryRequest;
    const payload = { data: encodeJson(operation.request, message), metadata };
    const answer = new Answer(operation, wantReply, sink, {
      over: () => this.#cancels.delete(sink),
      giveUp: () => this.abort(sink),
      held: new HeldOctets(this.#memory),
    });
    const subscriber = {
      onNext: (each: Payload, isComplete: boolean) => {
        this.#unread.remove(octetsOnWire(each));
        answer.take(each, isComplete);
      },
      onComplete: () => answer.complete(),
      onError: (error: Error) => answer.fail(this.#failureOf(error)),
      onExtension: () => undefined,
    };
    // Before the request, which may fail immediately.
    this.#cancels.set(sink, () => undefined);
    const call =
      operation.stream === 'response'
        ? rsocket.requestStream(payload, maxRequestN, subscriber)
        : rsocket.requestResponse(payload, subscriber);
    if (this.#cancels.has(sink)) {
      this.#cancels.set(sink, () => {
        answer.forget();
        call.cancel();
      });
    }
  }

  abort(sink: Sink): void {
    const cancel = this.#cancels.get(sink);
    this.#cancels.delete(sink);
    cancel?.();
  }

  close(): void {
    if (this.#closed) return;
    this.#broken = closedByUs;
    this.#closed = true;
    this.#rsocket?.close();
    this.#sockets?.upper.destroy();
    this.#sockets?.tcp.destroy();
  }

  #lost(error: Error | undefined): void {
    const code = codeOfError(error);
    if (code !== null) this.#broken = connectionFailure(code, error?.message ?? '');
    this.#closed = true;
    this.#sockets?.upper.destroy();
  }

  /** The library reports a lost connection by its own error without a code. */
  #failureOf(error: Error): Failure {
    const code = codeOfError(error);
    if (code !== null) return streamFailure(code, error.message);
    this.#closed = true;
    if (this.#broken !== closedByPeer) return this.#broken;
    // Errors of its frame parser.
    if (/Original cause \[(Range|Type)Error/.test(error.message))
      return protocolFailure('RSOCKET_PROTOCOL', error.message);
    return { ...closedByPeer, message: error.message };
  }
}

/** Code of an ERROR frame; the library's error class gets lost, its code does not. */
function codeOfError(error: unknown): number | null {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'number' ? code : null;
}

/** Actions of an answer on its request. */
interface OfRequest {
  readonly over: () => void;
  /** Ends it without notifying its sink. */
  readonly giveUp: () => void;
  /** Memory of the answer. */
  readonly held: HeldOctets;
}

/** Collects the answer to one request, and notifies its sink once. */
class Answer {
  readonly #operation: OperationDescription;
  readonly #wantReply: boolean;
  readonly #request: OfRequest;
  readonly #items: Message[] = [];
  readonly #held: HeldOctets;
  #sink: Sink | null;

  constructor(operation: OperationDescription, wantReply: boolean, sink: Sink, request: OfRequest) {
    this.#operation = operation;
    this.#wantReply = wantReply;
    this.#sink = sink;
    this.#request = request;
    this.#held = request.held;
  }

  /** Decoded immediately, as by an application. */
  take({ data }: Payload, isComplete: boolean): void {
    const sink = this.#sink;
    if (!sink) return;
    const full = this.#held.addPiece(data?.length ?? 0);
    if (full) {
      this.forget();
      this.#request.giveUp();
      sink.failed(full);
      return;
    }
    try {
      this.#items.push(decodeJson(this.#operation.response, data ?? Buffer.alloc(0)));
    } catch (error) {
      this.fail(undecodableFailure(error));
      return;
    }
    if (isComplete) this.complete();
  }

  complete(): void {
    const reply = this.#reply();
    if (reply === null) {
      this.fail(noAnswer);
      return;
    }
    const sink = this.#end();
    sink?.succeeded(sizeOfTexts(reply), this.#wantReply ? () => reply : null);
  }

  fail(failure: Failure): void {
    this.#end()?.failed(failure);
  }

  forget(): void {
    this.#sink = null;
    this.#held.clear();
  }

  #reply(): Message | null {
    if (this.#operation.stream === 'response') return { items: this.#items };
    return this.#items[0] ?? null;
  }

  #end(): Sink | null {
    const sink = this.#sink;
    this.forget();
    if (sink) this.#request.over();
    return sink;
  }
}

/** RSocket through rsocket-core and its TCP transport, as an application would. */
export const openRSocketLibrary: DriverFactory = async ({ address, meter, resumption }) => {
  const secure = address.tls ? new TlsClient(address, null, resumption) : null;
  const openSockets = (): Sockets => {
    const tcp = openTcp(address, meter);
    return { tcp, upper: secure ? secure.connect(tcp) : tcp };
  };
  return {
    prepare: (operation, message): LibraryRequest => {
      if (operation.stream === 'request') throw new TypeError('RSocket is asked with one message');
      return { operation, message, metadata: compositeRoute(operation.field) };
    },
    open: () => new RSocketLibraryConnection(openSockets),
    close: () => undefined,
  };
};
