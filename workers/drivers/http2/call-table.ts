import type { Sink } from '../driver.ts';
import type { NewReply, StreamReply } from './reply.ts';
import type { Http2Request } from './request.ts';
import type { SendingStream } from './request-sender.ts';

const noOctets: Buffer = Buffer.alloc(0);
const noSink: Sink = { succeeded: () => undefined, failed: () => undefined };

/** A call in flight. Reused for others after its release. */
export class PendingCall implements SendingStream {
  id = 0;
  window = 0;
  part = noOctets;
  sent = 0;
  more: Iterator<Buffer> | null = null;
  /** The request, and how its answer is decoded; null while the object serves no call. */
  request: Http2Request | null = null;
  sink = noSink;
  wantReply = false;
  reply: StreamReply;
  /** Function that created {@link reply}. */
  newReply: NewReply;

  constructor(newReply: NewReply) {
    this.newReply = newReply;
    this.reply = newReply();
  }
}

/** The calls in flight of one connection, by stream. A single call is found without a lookup. */
export class CallTable {
  #single: PendingCall | null = null;
  readonly #others = new Map<number, PendingCall>();
  readonly #spare: PendingCall[] = [];

  get size(): number {
    return this.#others.size + (this.#single ? 1 : 0);
  }

  /** @param window initial window of a stream. */
  begin(
    id: number,
    window: number,
    request: Http2Request,
    sink: Sink,
    wantReply: boolean,
  ): PendingCall {
    const call = this.#take(request.newReply);
    call.id = id;
    call.window = window;
    call.request = request;
    call.sink = sink;
    call.wantReply = wantReply;
    call.reply.reset(wantReply);
    if (this.#single === null) this.#single = call;
    else this.#others.set(id, call);
    return call;
  }

  #take(newReply: NewReply): PendingCall {
    const call = this.#spare.pop() ?? new PendingCall(newReply);
    if (call.newReply !== newReply) {
      call.newReply = newReply;
      call.reply = newReply();
    }
    return call;
  }

  get(id: number): PendingCall | undefined {
    if (this.#single !== null && this.#single.id === id) return this.#single;
    return this.#others.size > 0 ? this.#others.get(id) : undefined;
  }

  /** The call has ended; the object may serve another immediately. */
  release(call: PendingCall): void {
    if (this.#single === call) this.#single = null;
    else this.#others.delete(call.id);
    call.reply.clear();
    call.sink = noSink;
    call.request = null;
    call.part = noOctets;
    call.more = null;
    this.#spare.push(call);
  }

  /** A copy of the list, so that calls may end during iteration. */
  all(): PendingCall[] {
    const others = [...this.#others.values()];
    return this.#single ? [this.#single, ...others] : others;
  }
}
