import type http from 'node:http';
import type { Address } from '../../../contracts/worker-messages.ts';
import type { MemoryBudget } from '../../../protocols/memory-budget.ts';
import type { Message } from '../../../workloads/description.ts';
import type { Connection, Failure, PreparedRequest, Sink } from '../driver.ts';
import { brokenFailure, closedByUs, connectFailure } from '../failures.ts';
import { hostHeader } from '../http1/request.ts';
import { HeldOctets } from '../kept-body.ts';
import type { SocketWatch } from './agents.ts';
import { type AnswerSize, sizeOfTexts } from './texts.ts';

/** Thrown by a {@link LibraryCall} for an unsuccessful answer. */
export class CallFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Scheme, host, port and base path of an address, in the form of libraries. */
export function addressOrigin(address: Address): string {
  const scheme = address.tls ? 'https' : 'http';
  return `${scheme}://${hostHeader(address.host, address.port)}${address.basePath}`;
}

/** A library's transport with one connection, and its state. */
export interface OneConnection<Transport> {
  readonly transport: Transport;
  readonly watch: SocketWatch;
}

/** One call through a library. Rejects with a {@link CallFailure} or an error of the library. */
export type LibraryCall<Transport = http.Agent> = (
  transport: Transport,
  signal: AbortSignal,
) => Promise<Message>;

/** A repeatable call of a library. */
export interface LibraryRequest<Transport = http.Agent> extends PreparedRequest {
  readonly call: LibraryCall<Transport>;
}

/**
 * The connection of an HTTP library: an agent, or its like, with one socket. The socket is opened by the
 * first request, because these libraries have no other way.
 */
export class LibraryHttpConnection<Transport extends { destroy(): unknown }> implements Connection {
  readonly capacity = 1;
  readonly #transport: Transport;
  readonly #watch: SocketWatch;
  readonly #sizeOf: AnswerSize;
  #usable = false;
  #sink: Sink | null = null;
  /** Number of the current request: an aborted one's late outcome must not reach its successor. */
  #turn = 0;
  #abort = new AbortController();
  readonly #held: HeldOctets;

  constructor(
    { transport, watch }: OneConnection<Transport>,
    sizeOf: AnswerSize = sizeOfTexts,
    memory?: MemoryBudget,
  ) {
    this.#transport = transport;
    this.#watch = watch;
    this.#sizeOf = sizeOf;
    this.#held = new HeldOctets(memory);
    watch.received = (octets) => this.#received(octets);
  }

  get usable(): boolean {
    return this.#usable;
  }

  connect(done: (failure: Failure | null) => void): void {
    this.#usable = true;
    queueMicrotask(() => done(null));
  }

  send({ call }: LibraryRequest<Transport>, sink: Sink, wantReply: boolean): void {
    this.#sink = sink;
    const turn = ++this.#turn;
    call(this.#transport, this.#abort.signal).then(
      (answer) =>
        this.#take(turn)?.succeeded(this.#sizeOf(answer), wantReply ? () => answer : null),
      (error: unknown) => this.#take(turn)?.failed(this.#classify(error)),
    );
  }

  abort(sink: Sink): void {
    if (this.#sink === sink) this.#giveUp();
  }

  close(): void {
    this.#usable = false;
    const sink = this.#giveUp();
    this.#transport.destroy();
    sink?.failed(closedByUs);
  }

  #received(octets: number): void {
    // Late events of an abandoned request are ignored.
    const full = this.#sink && this.#held.addPiece(octets);
    if (full) this.#giveUp()?.failed(full);
  }

  /** Ends the request in flight. @returns its sink. */
  #giveUp(): Sink | null {
    const sink = this.#end();
    const abort = this.#abort;
    this.#abort = new AbortController();
    abort.abort();
    return sink;
  }

  /** @returns the sink of the request in flight, which has ended. */
  #end(): Sink | null {
    const sink = this.#sink;
    this.#sink = null;
    this.#held.clear();
    return sink;
  }

  /** The sink waiting for the outcome of this request, if any. */
  #take(turn: number): Sink | null {
    return this.#turn === turn ? this.#end() : null;
  }

  #classify(error: unknown): Failure {
    if (error instanceof CallFailure) return error.failure;
    if (this.#watch.ready) return brokenFailure(error);
    return connectFailure(error, this.#watch.connected);
  }
}
