import {
  defaultWindow,
  flags,
  frameHeaderBytes,
  frameTypes,
  maxWindow,
  writeFrameHeader,
} from './frames.ts';
import type { PreparedHeaders } from './hpack.ts';
import type { PeerSettings } from './peer-settings.ts';

/** A stream whose request may still be on its way. */
export interface SendingStream {
  readonly id: number;
  /** Octets that the peer still takes on this stream. */
  window: number;
  /** Octets of the body that were sent. */
  sent: number;
}

/** Bodies up to this size are copied beside their headers, so that one write sends the whole call. */
const oneWriteLimit = 8192;
/** Size of a dynamic table that nobody has changed (RFC 9113, 6.5.2). */
const defaultTableSize = 4096;

/** Sends one prepared request on stream after stream, within the peer's flow control and frame size. */
export class RequestSender {
  readonly #peer: PeerSettings;
  readonly #headers: PreparedHeaders;
  readonly #tableSize: number;
  readonly #body: Buffer;
  readonly #write: (bytes: Buffer) => void;
  /** Streams whose body waits for a window, oldest first. */
  readonly #waiting = new Set<SendingStream>();
  #window = defaultWindow;
  #indexed = false;
  #announcedNoTable = false;

  constructor(
    peer: PeerSettings,
    prepared: { headers: PreparedHeaders; tableSize: number },
    body: Buffer,
    write: (bytes: Buffer) => void,
  ) {
    this.#peer = peer;
    this.#headers = prepared.headers;
    this.#tableSize = prepared.tableSize;
    this.#body = body;
    this.#write = write;
  }

  begin(stream: SendingStream): void {
    const block = this.#nextBlock();
    const length = this.#body.length;
    const atOnce = Math.min(this.#window, stream.window, this.#peer.maxFrame, oneWriteLimit);
    if (length > atOnce || this.#waiting.size > 0) {
      this.#write(this.#headersFrame(stream.id, block, 0));
      this.#waiting.add(stream);
      this.resume();
      return;
    }
    const bytes = this.#headersFrame(stream.id, block, frameHeaderBytes + length);
    const at = frameHeaderBytes + block.length;
    writeFrameHeader(bytes, at, {
      length,
      type: frameTypes.data,
      flags: flags.endStream,
      stream: stream.id,
    });
    this.#body.copy(bytes, at + frameHeaderBytes);
    stream.sent = length;
    stream.window -= length;
    this.#window -= length;
    this.#write(bytes);
  }

  isUnfinished(stream: SendingStream): boolean {
    return this.#waiting.has(stream);
  }

  cancel(stream: SendingStream): void {
    this.#waiting.delete(stream);
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
    let progress = true;
    while (progress && this.#window > 0 && this.#waiting.size > 0) {
      progress = false;
      for (const stream of this.#waiting) {
        if (this.#sendPart(stream)) progress = true;
      }
    }
  }

  #sendPart(stream: SendingStream): boolean {
    const left = this.#body.length - stream.sent;
    const length = Math.min(left, this.#window, stream.window, this.#peer.maxFrame);
    if (length <= 0) return false;
    const last = length === left;
    const header = Buffer.allocUnsafe(frameHeaderBytes);
    writeFrameHeader(header, 0, {
      length,
      type: frameTypes.data,
      flags: last ? flags.endStream : 0,
      stream: stream.id,
    });
    this.#write(header);
    this.#write(this.#body.subarray(stream.sent, stream.sent + length));
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
  #nextBlock(): Buffer {
    if (this.#announcedNoTable) return this.#headers.withoutTable.subarray(1);
    if (this.#peer.headerTableSize < defaultTableSize || this.#tableSize > defaultTableSize) {
      this.#announcedNoTable = true;
      return this.#headers.withoutTable;
    }
    if (this.#indexed) return this.#headers.repeated;
    this.#indexed = true;
    return this.#headers.first;
  }

  /** A HEADERS frame, with `room` octets free behind it. */
  #headersFrame(id: number, block: Buffer, room: number): Buffer {
    const bytes = Buffer.allocUnsafe(frameHeaderBytes + block.length + room);
    writeFrameHeader(bytes, 0, {
      length: block.length,
      type: frameTypes.headers,
      flags: flags.endHeaders,
      stream: id,
    });
    block.copy(bytes, frameHeaderBytes);
    return bytes;
  }
}
