import type { Sink } from '../driver.ts';
import type { NewReply, StreamReply } from './reply.ts';
import type { Http2Request } from './request.ts';
import type { SendingStream } from './request-sender.ts';

const noOctets: Buffer = Buffer.alloc(0);
const nobody: Sink = { succeeded: () => undefined, failed: () => undefined };

/** A call in flight. Used again for others once it has been released. */
export class PendingCall implements SendingStream {
  id = 0;
  window = 0;
  part = noOctets;
  sent = 0;
  more: Iterator<Buffer> | null = null;
  /** What is sent, and how the answer is read; null while the object serves no call. */
  request: Http2Request | null = null;
  sink = nobody;
  wantReply = false;
  reply: StreamReply;
  /** What {@link reply} was made by. */
  newReply: NewReply;

  constructor(newReply: NewReply) {
    this.newReply = newReply;
    this.reply = newReply();
  }
}

/** The calls in flight of one connection, by stream. Finding the only one costs no look-up. */
export class CallTable {
  #single: PendingCall | null = null;
  readonly #others = new Map<number, PendingCall>();
  readonly #spare: PendingCall[] = [];

  get size(): number {
    return this.#others.size + (this.#single ? 1 : 0);
  }

  /** @param window octets that the peer takes on a new stream. */
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

  /** The call is over; the object may serve another at once. */
  release(call: PendingCall): void {
    if (this.#single === call) this.#single = null;
    else this.#others.delete(call.id);
    call.reply.clear();
    call.sink = nobody;
    call.request = null;
    call.part = noOctets;
    call.more = null;
    this.#spare.push(call);
  }

  /** A copy of the list, so that calls may end while it is walked. */
  all(): PendingCall[] {
    const others = [...this.#others.values()];
    return this.#single ? [this.#single, ...others] : others;
  }
}
