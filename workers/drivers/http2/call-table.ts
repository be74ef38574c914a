import type { Sink } from '../driver.ts';
import type { NewReply, Reply } from './reply.ts';
import type { Http2Request } from './request.ts';
import type { SendingStream } from './request-sender.ts';

const noOctets: Buffer = Buffer.alloc(0);
const nobody: Sink = { succeeded: () => undefined, failed: () => undefined };

/** A call in flight. Used again for others once it has been released. */
export class Call implements SendingStream {
  id = 0;
  window = 0;
  part = noOctets;
  sent = 0;
  more: Iterator<Buffer> | null = null;
  /** What is sent, and how the answer is read; null while the object serves no call. */
  request: Http2Request | null = null;
  sink = nobody;
  wantReply = false;
  reply: Reply;
  /** What {@link reply} was made by. */
  newReply: NewReply;

  constructor(newReply: NewReply) {
    this.newReply = newReply;
    this.reply = newReply();
  }
}

/** The calls in flight of one connection, by stream. Finding the only one costs no look-up. */
export class CallTable {
  #single: Call | null = null;
  readonly #others = new Map<number, Call>();
  readonly #spare: Call[] = [];

  get size(): number {
    return this.#others.size + (this.#single ? 1 : 0);
  }

  /** @param window octets that the peer takes on a new stream. */
  begin(id: number, window: number, request: Http2Request, sink: Sink, wantReply: boolean): Call {
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

  #take(newReply: NewReply): Call {
    const call = this.#spare.pop() ?? new Call(newReply);
    if (call.newReply !== newReply) {
      call.newReply = newReply;
      call.reply = newReply();
    }
    return call;
  }

  get(id: number): Call | undefined {
    if (this.#single !== null && this.#single.id === id) return this.#single;
    return this.#others.size > 0 ? this.#others.get(id) : undefined;
  }

  /** The call is over; the object may serve another at once. */
  release(call: Call): void {
    if (this.#single === call) this.#single = null;
    else this.#others.delete(call.id);
    call.sink = nobody;
    call.request = null;
    call.part = noOctets;
    call.more = null;
    this.#spare.push(call);
  }

  /** A copy of the list, so that calls may end while it is walked. */
  all(): Call[] {
    const others = [...this.#others.values()];
    return this.#single ? [this.#single, ...others] : others;
  }
}
