import { defaultWindow, maxWindow } from './frames.ts';
import type { Outlet } from './outlet.ts';
import type { PeerSettings } from './peer-settings.ts';
import {
  type CallForm,
  dataHeader,
  type PreparedCall,
  type PreparedHead,
} from './prepared-call.ts';

/** A stream whose request may still be on its way. */
export interface SendingStream {
  readonly id: number;
  /** Null once the call is over. */
  readonly request: { readonly call: PreparedCall } | null;
  /** Octets that the peer still takes on this stream. */
  window: number;
  /** Octets of the body that were sent. */
  sent: number;
}

/** Size of a dynamic table that nobody has changed (RFC 9113, 6.5.2). */
const defaultTableSize = 4096;

/** Sends prepared requests on stream after stream, within the peer's flow control and frame size. */
export class RequestSender {
  readonly #peer: PeerSettings;
  readonly #outlet: Outlet;
  /** Streams whose body waits for a window, oldest first. */
  readonly #waiting = new Set<SendingStream>();
  #window = defaultWindow;
  /** The one header list that the peer's dynamic table holds. */
  #indexed: PreparedHead | null = null;
  #announcedNoTable = false;

  constructor(peer: PeerSettings, outlet: Outlet) {
    this.#peer = peer;
    this.#outlet = outlet;
  }

  begin(stream: SendingStream, call: PreparedCall): void {
    const { whole, headers } = this.#nextForm(call);
    const { length } = call.body;
    const fits = length <= this.#window && length <= stream.window;
    if (whole === null || !fits || this.#waiting.size > 0) {
      this.#outlet.call(headers, stream.id);
      this.#waiting.add(stream);
      this.resume();
      return;
    }
    stream.sent = length;
    stream.window -= length;
    this.#window -= length;
    this.#outlet.call(whole, stream.id);
  }

  isUnfinished(stream: SendingStream): boolean {
    return stream.request !== null && stream.sent < stream.request.call.body.length;
  }

  cancel(stream: SendingStream): void {
    if (this.#waiting.size > 0) this.#waiting.delete(stream);
  }

  clear(): void {
    this.#waiting.clear();
  }

  /** Adds to the connection's window. @returns what is wrong with that, or null. */
  enlarge(increment: number): string | null {
    this.#window += increment;
    if (this.#window > maxWindow) return 'a connection window of more than 2^31-1';
    this.resume();
    return null;
  }

  /** Sends as much of the waiting bodies as the windows allow, one frame a stream in turn. */
  resume(): void {
    if (this.#waiting.size === 0) return;
    const gathering = this.#outlet.gather();
    this.#sendParts();
    if (gathering) this.#outlet.release();
  }

  #sendParts(): void {
    let progress = true;
    while (progress && this.#window > 0 && this.#waiting.size > 0) {
      progress = false;
      for (const stream of this.#waiting) {
        if (this.#sendPart(stream)) progress = true;
      }
    }
  }

  #sendPart(stream: SendingStream): boolean {
    const body = stream.request?.call.body;
    if (!body) return false;
    const left = body.length - stream.sent;
    const length = Math.min(left, this.#window, stream.window, this.#peer.maxFrame);
    if (length <= 0) return false;
    const last = length === left;
    this.#outlet.write(dataHeader(stream.id, length, last));
    this.#outlet.write(body.subarray(stream.sent, stream.sent + length));
    stream.sent += length;
    stream.window -= length;
    this.#window -= length;
    if (last) this.#waiting.delete(stream);
    return true;
  }

  /**
   * Once a peer has allowed less than the default table, no table is used any more: the block that
   * said so has emptied it, and using it again would need another announcement.
   */
  #nextForm(call: PreparedCall): CallForm {
    const { head } = call;
    if (this.#announcedNoTable) return call.withoutTable;
    if (this.#peer.smallestTableSize < defaultTableSize || head.tableSize > defaultTableSize) {
      this.#announcedNoTable = true;
      return call.announcingNoTable;
    }
    if (this.#indexed === head) return call.repeated;
    // Another list would push the first one's entries to other places.
    if (this.#indexed) return call.withoutTable;
    this.#indexed = head;
    return call.first;
  }
}
