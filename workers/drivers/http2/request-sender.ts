import { defaultWindow, maxWindow } from '../../../protocols/http2/frames.ts';
import type { Outlet } from './outlet.ts';
import type { PeerSettings } from './peer-settings.ts';
import { dataHeader, onceLength, type PreparedCall, type PreparedHead } from './prepared-call.ts';

/** A stream whose request may not be sent completely. */
export interface SendingStream {
  readonly id: number;
  /** Remaining window of this stream. */
  window: number;
  /** The current part of the body, or all of it. */
  part: Buffer;
  /** Sent octets of the part. */
  sent: number;
  /** The following parts; null if there are none. */
  more: Iterator<Buffer> | null;
}

/** Octets that may wait in the socket before the next part of a body is created. */
const maxBacklog = 512 * 1024;
/** Default size of a dynamic table (RFC 9113, 6.5.2). */
const defaultTableSize = 4096;

/** Sends prepared requests on stream after stream, within the peer's flow control and frame size. */
export class RequestSender {
  readonly #peer: PeerSettings;
  readonly #outlet: Outlet;
  /** Streams whose body waits for a window, oldest first. */
  readonly #waiting = new Set<SendingStream>();
  #window = defaultWindow;
  /** The first header list in the peer's dynamic table. */
  #oldest: PreparedHead | null = null;
  /** Number of table entries after the last of a list's own, for each list in it. */
  readonly #lists = new Map<PreparedHead, number>();
  #entries = 0;
  #tableSize = 0;
  #announcedNoTable = false;
  #awaitsDrain = false;

  constructor(peer: PeerSettings, outlet: Outlet) {
    this.#peer = peer;
    this.#outlet = outlet;
  }

  begin(stream: SendingStream, call: PreparedCall): void {
    const block = this.#nextBlock(call.head);
    const { length } = call.body;
    stream.part = call.body;
    stream.sent = 0;
    stream.more = call.parts?.() ?? null;
    const fits = length <= this.#window && length <= stream.window && this.#waiting.size === 0;
    if (!fits || !this.#sendWhole(call, block, stream.id)) {
      this.#outlet.call(call.form(block).headers(), stream.id);
      this.#waiting.add(stream);
      this.resume();
      return;
    }
    stream.sent = length;
    stream.window -= length;
    this.#window -= length;
  }

  /**
   * Sends headers and body immediately, if the body is short enough. Calls that are sent once are written
   * directly to the output; a template is kept only for a repeated one.
   */
  #sendWhole(call: PreparedCall, block: Buffer, stream: number): boolean {
    if (!call.wasSent && block !== call.head.announcingNoTable) {
      call.wasSent = true;
      const length = onceLength(call, block);
      if (length >= 0) {
        this.#outlet.once(call, block, stream, length);
        return true;
      }
    }
    const { whole } = call.form(block);
    if (whole === null) return false;
    this.#outlet.call(whole, stream);
    return true;
  }

  isUnfinished(stream: SendingStream): boolean {
    return stream.more !== null || stream.sent < stream.part.length;
  }

  cancel(stream: SendingStream): void {
    if (this.#waiting.size > 0) this.#waiting.delete(stream);
    stream.more?.return?.();
  }

  clear(): void {
    this.#waiting.clear();
  }

  /** Increases the connection's window. @returns what is wrong with that, or null. */
  enlarge(increment: number): string | null {
    this.#window += increment;
    if (this.#window > maxWindow) return 'a connection window of more than 2^31-1';
    this.resume();
    return null;
  }

  /** Sends as much of the waiting bodies as the windows allow, one frame per stream in turn. */
  resume(): void {
    if (this.#waiting.size === 0) return;
    const gathering = this.#outlet.gather();
    this.#sendParts();
    if (gathering) this.#outlet.release();
  }

  #sendParts(): void {
    let progress = true;
    while (progress && this.#waiting.size > 0) {
      progress = false;
      for (const stream of this.#waiting) {
        if (this.#sendPart(stream)) progress = true;
      }
    }
  }

  #sendPart(stream: SendingStream): boolean {
    if (stream.sent === stream.part.length && stream.more)
      return this.#nextPart(stream, stream.more);
    const { part } = stream;
    const left = part.length - stream.sent;
    const length = Math.min(left, this.#window, stream.window, this.#peer.maxFrame);
    if (length <= 0) return false;
    const last = length === left && stream.more === null;
    this.#outlet.write(dataHeader(stream.id, length, last));
    this.#outlet.write(part.subarray(stream.sent, stream.sent + length));
    stream.sent += length;
    stream.window -= length;
    this.#window -= length;
    if (last) this.#waiting.delete(stream);
    return true;
  }

  /**
   * Creates the next part of a body, unless much is queued: memory stays bounded, however long the body and
   * however large the windows.
   */
  #nextPart(stream: SendingStream, parts: Iterator<Buffer>): boolean {
    if (this.#outlet.backlog > maxBacklog) {
      this.#awaitDrain();
      return false;
    }
    const next = parts.next();
    if (next.done) {
      stream.more = null;
      this.#outlet.write(dataHeader(stream.id, 0, true));
      this.#waiting.delete(stream);
    } else {
      stream.part = next.value;
      stream.sent = 0;
    }
    return true;
  }

  #awaitDrain(): void {
    if (this.#awaitsDrain) return;
    this.#awaitsDrain = true;
    this.#outlet.whenDrained(() => {
      this.#awaitsDrain = false;
      this.resume();
    });
  }

  /** Records the insertion of a list into the table. @returns whether there is space for it beside the others. */
  #insert(head: PreparedHead): boolean {
    if (this.#tableSize + head.tableSize > defaultTableSize) return false;
    this.#tableSize += head.tableSize;
    this.#entries += head.entries;
    this.#oldest ??= head;
    this.#lists.set(head, this.#entries);
    return true;
  }

  /**
   * Once a peer has allowed less than the default table, no table is used any more: the block that declared
   * so has emptied it, and using it again would need another announcement.
   */
  #nextBlock(head: PreparedHead): Buffer {
    if (this.#announcedNoTable) return head.withoutTable;
    if (this.#peer.smallestTableSize < defaultTableSize) {
      this.#announcedNoTable = true;
      return head.announcingNoTable;
    }
    if (this.#oldest === head) return head.repeated(this.#entries - head.entries);
    const at = this.#lists.get(head);
    if (at !== undefined) return head.repeated(this.#entries - at);
    return this.#insert(head) ? head.first : head.withoutTable;
  }
}
