import type { Address } from '../../../contracts/worker-messages.ts';
import type { ByteMeter } from '../../byte-meter.ts';
import type { Connection, Failure, ReplySource, Sink } from '../driver.ts';
import { brokenFailure, closedByPeer, closedByUs, protocolFailure } from '../failures.ts';
import { openWire, type Wire } from '../socket.ts';
import { FrameReader } from './frame-reader.ts';
import {
  defaultMaxFrame,
  defaultWindow,
  errorName,
  flags,
  frame,
  frameTypes,
  maxWindow,
  preface,
  settingIds,
  settingsFrame,
  uint32Frame,
} from './frames.ts';
import { HeaderBlock } from './header-block.ts';
import {
  dynamicTableSize,
  type HeaderField,
  HpackDecoder,
  type PreparedHeaders,
  prepareHeaders,
} from './hpack.ts';
import { PeerSettings } from './peer-settings.ts';
import { RequestSender, type SendingStream } from './request-sender.ts';
import { UnaryReply } from './unary-reply.ts';

/** What gRPC makes of the transport. */
export interface UnaryExchange {
  readonly headers: readonly HeaderField[];
  /** Length-prefixed message. */
  readonly body: Buffer;
  /** Decodes an answer's message. @throws when it cannot be decoded. */
  decode(message: Buffer): ReturnType<ReplySource>;
}

interface Stream extends SendingStream {
  readonly sink: Sink;
  readonly reply: UnaryReply;
  readonly wantReply: boolean;
}

const opening = Buffer.concat([
  preface,
  settingsFrame([
    [settingIds.enablePush, 0],
    [settingIds.initialWindowSize, maxWindow],
  ]),
  uint32Frame(frameTypes.windowUpdate, 0, maxWindow - defaultWindow),
]);
/** The connection window is topped up when this much of it has been used. */
const topUpAfter = 2 ** 29;
const lastStreamId = 2 ** 31 - 1;

/** The prepared header list of a driver's requests, encoded once for all its connections. */
export function prepareExchange(exchange: UnaryExchange): {
  headers: PreparedHeaders;
  tableSize: number;
} {
  return {
    headers: prepareHeaders(exchange.headers),
    tableSize: dynamicTableSize(exchange.headers),
  };
}

/** One HTTP/2 connection (RFC 9113) that makes unary gRPC calls, several at once where the peer allows it. */
export class Http2Connection implements Connection {
  readonly #address: Address;
  readonly #meter: ByteMeter;
  readonly #exchange: UnaryExchange;
  readonly #reader: FrameReader;
  readonly #decoder = new HpackDecoder();
  readonly #block: HeaderBlock;
  readonly #peer = new PeerSettings();
  readonly #sender: RequestSender;
  readonly #streams = new Map<number, Stream>();
  #wire: Wire | null = null;
  #connected: ((failure: Failure | null) => void) | null = null;
  #usable = false;
  #nextStream = 1;
  #unacknowledged = 0;

  constructor(
    address: Address,
    meter: ByteMeter,
    exchange: UnaryExchange,
    prepared: { headers: PreparedHeaders; tableSize: number },
  ) {
    this.#address = address;
    this.#meter = meter;
    this.#exchange = exchange;
    this.#sender = new RequestSender(this.#peer, prepared, exchange.body, (bytes) =>
      this.#wire?.write(bytes),
    );
    this.#block = new HeaderBlock((stream, bytes, start, end, endStream) =>
      this.#onHeaders(stream, bytes, start, end, endStream),
    );
    this.#reader = new FrameReader(
      {
        onData: (stream, bytes, start, end) => this.#onData(stream, bytes, start, end),
        onDataEnd: (stream, flow, endStream) => this.#onDataEnd(stream, flow, endStream),
        onFrame: (type, frameFlags, stream, bytes, start, end) =>
          this.#onFrame(type, frameFlags, stream, bytes, start, end),
        onMalformed: (message) => this.#violated(message),
      },
      defaultMaxFrame,
    );
  }

  get usable(): boolean {
    return this.#usable;
  }
  get capacity(): number {
    return this.#peer.maxConcurrentStreams;
  }

  /** Ready when the peer's settings have arrived. */
  connect(done: (failure: Failure | null) => void): void {
    this.#connected = done;
    this.#wire = openWire(
      this.#address,
      this.#meter,
      'h2',
      {
        onBytes: (chunk, start, end) => this.#reader.execute(chunk, start, end),
        onEnd: (error) => this.#lost(error ? brokenFailure(error) : closedByPeer),
      },
      (failure) => {
        if (failure) this.#settled(failure);
        else this.#wire?.write(opening);
      },
    );
  }

  send(sink: Sink, wantReply: boolean): void {
    const id = this.#nextStream;
    this.#nextStream += 2;
    if (this.#nextStream >= lastStreamId) this.#usable = false;
    const stream: Stream = {
      id,
      sink,
      wantReply,
      reply: new UnaryReply(wantReply),
      window: this.#peer.initialWindow,
      sent: 0,
    };
    this.#streams.set(id, stream);
    this.#sender.begin(stream);
  }

  abort(sink: Sink): void {
    for (const stream of this.#streams.values()) {
      if (stream.sink !== sink) continue;
      this.#forget(stream);
      this.#reset(stream.id, 8);
    }
  }

  close(): void {
    this.#lost(closedByUs);
  }

  #settled(failure: Failure | null): void {
    const connected = this.#connected;
    this.#connected = null;
    this.#usable = failure === null;
    connected?.(failure);
  }

  #forget(stream: Stream): void {
    this.#streams.delete(stream.id);
    this.#sender.cancel(stream);
  }

  #reset(id: number, code: number): void {
    this.#wire?.write(uint32Frame(frameTypes.rstStream, id, code));
  }

  /** The connection is of no more use: everything in flight fails. */
  #lost(failure: Failure): void {
    this.#usable = false;
    this.#reader.stop();
    this.#wire?.destroy();
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    this.#sender.clear();
    if (this.#connected) this.#settled(failure);
    for (const stream of streams) stream.sink.failed(failure);
  }

  #violated(message: string): void {
    this.#lost(protocolFailure('H2_PROTOCOL', `The service broke HTTP/2: ${message}`));
  }

  #fail(stream: Stream, failure: Failure): void {
    this.#forget(stream);
    this.#reset(stream.id, 8);
    stream.sink.failed(failure);
  }

  #onData(id: number, bytes: Buffer, start: number, end: number): void {
    if (this.#block.expectsContinuation) return;
    const stream = this.#streams.get(id);
    const failure = stream?.reply.takeData(bytes, start, end);
    if (stream && failure) this.#fail(stream, failure);
  }

  #onDataEnd(id: number, flow: number, endStream: boolean): void {
    if (this.#block.expectsContinuation) {
      this.#violated('DATA in the middle of a header block');
      return;
    }
    if (!this.#mayExist(id)) {
      this.#violated(`DATA on stream ${id}, which was never opened`);
      return;
    }
    this.#unacknowledged += flow;
    if (this.#unacknowledged >= topUpAfter) {
      this.#wire?.write(uint32Frame(frameTypes.windowUpdate, 0, this.#unacknowledged));
      this.#unacknowledged = 0;
    }
    const stream = this.#streams.get(id);
    if (stream && endStream) this.#conclude(stream);
  }

  #mayExist(id: number): boolean {
    return id % 2 === 1 && id < this.#nextStream;
  }

  #onFrame(
    type: number,
    frameFlags: number,
    id: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): void {
    if (this.#block.expectsContinuation && type !== frameTypes.continuation) {
      this.#violated('a frame in the middle of a header block');
      return;
    }
    if (this.#connected && type !== frameTypes.settings) {
      this.#violated('the first frame is not SETTINGS');
      return;
    }
    const problem = this.#dispatch(type, frameFlags, id, bytes, start, end);
    if (problem) this.#violated(problem);
  }

  /** @returns what is wrong with the frame, or null. Unknown types are ignored (RFC 9113, 4.1). */
  #dispatch(
    type: number,
    frameFlags: number,
    id: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): string | null {
    switch (type) {
      case frameTypes.headers:
        if (!this.#mayExist(id)) return `HEADERS on stream ${id}, which was never opened`;
        return this.#block.begin(id, frameFlags, bytes, start, end);
      case frameTypes.continuation:
        return this.#block.continue(id, frameFlags, bytes, start, end);
      case frameTypes.settings:
        return this.#onSettings(frameFlags, id, bytes, start, end);
      case frameTypes.windowUpdate:
        return this.#onWindowUpdate(id, bytes, start, end);
      case frameTypes.ping:
        return this.#onPing(frameFlags, id, bytes, start, end);
      case frameTypes.rstStream:
        return this.#onReset(id, bytes, start, end);
      case frameTypes.goaway:
        return this.#onGoaway(bytes, start, end);
      case frameTypes.pushPromise:
        return 'PUSH_PROMISE, though push is disabled';
      default:
        return null;
    }
  }

  #onHeaders(
    id: number,
    bytes: Buffer,
    start: number,
    end: number,
    endStream: boolean,
  ): string | null {
    let fields: HeaderField[];
    try {
      // Decoded even for a forgotten stream: the table is the connection's.
      fields = this.#decoder.decode(bytes, start, end);
    } catch (error) {
      return `a header block that cannot be decoded (${error instanceof Error ? error.message : error})`;
    }
    const stream = this.#streams.get(id);
    if (!stream) return null;
    const failure = stream.reply.takeHeaders(fields);
    if (failure) this.#fail(stream, failure);
    else if (endStream) this.#conclude(stream);
    return null;
  }

  #conclude(stream: Stream): void {
    const unfinished = this.#sender.isUnfinished(stream);
    this.#forget(stream);
    if (unfinished) this.#reset(stream.id, 8);
    const failure = stream.reply.conclude();
    if (failure) {
      stream.sink.failed(failure);
      return;
    }
    const { reply } = stream;
    stream.sink.succeeded(
      reply.size,
      stream.wantReply ? () => this.#exchange.decode(reply.message) : null,
    );
  }

  #onSettings(
    frameFlags: number,
    id: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): string | null {
    if (id !== 0) return 'SETTINGS on a stream';
    if (frameFlags & flags.ack)
      return end === start ? null : 'a SETTINGS acknowledgement with content';
    const windowBefore = this.#peer.initialWindow;
    const problem = this.#peer.apply(bytes, start, end);
    if (problem) return problem;
    const growth = this.#peer.initialWindow - windowBefore;
    for (const stream of this.#streams.values()) stream.window += growth;
    this.#wire?.write(frame(frameTypes.settings, flags.ack, 0, Buffer.alloc(0)));
    if (this.#connected) this.#settled(null);
    this.#sender.resume();
    return null;
  }

  #onWindowUpdate(id: number, bytes: Buffer, start: number, end: number): string | null {
    if (end - start !== 4) return 'a WINDOW_UPDATE that is not 4 octets long';
    const increment = bytes.readUInt32BE(start) & 0x7fffffff;
    if (increment === 0) return 'a WINDOW_UPDATE of 0';
    if (id === 0) return this.#sender.enlarge(increment);
    const stream = this.#streams.get(id);
    if (!stream) return null;
    stream.window += increment;
    if (stream.window > maxWindow) return 'a stream window of more than 2^31-1';
    this.#sender.resume();
    return null;
  }

  #onPing(
    frameFlags: number,
    id: number,
    bytes: Buffer,
    start: number,
    end: number,
  ): string | null {
    if (end - start !== 8 || id !== 0) return 'a malformed PING';
    if (!(frameFlags & flags.ack)) {
      this.#wire?.write(frame(frameTypes.ping, flags.ack, 0, bytes.subarray(start, end)));
    }
    return null;
  }

  #onReset(id: number, bytes: Buffer, start: number, end: number): string | null {
    if (end - start !== 4) return 'a RST_STREAM that is not 4 octets long';
    if (!this.#mayExist(id)) return `RST_STREAM on stream ${id}, which was never opened`;
    const stream = this.#streams.get(id);
    if (!stream) return null;
    this.#forget(stream);
    const code = errorName(bytes.readUInt32BE(start));
    stream.sink.failed({ kind: 'reset', code, message: `The service reset the stream: ${code}` });
    return null;
  }

  #onGoaway(bytes: Buffer, start: number, end: number): string | null {
    if (end - start < 8) return 'a malformed GOAWAY';
    this.#usable = false;
    const last = bytes.readUInt32BE(start) & 0x7fffffff;
    const code = errorName(bytes.readUInt32BE(start + 4));
    for (const stream of [...this.#streams.values()]) {
      if (stream.id <= last) continue;
      this.#forget(stream);
      stream.sink.failed({
        kind: 'reset',
        code: 'GOAWAY',
        message: `The service is going away: ${code}`,
      });
    }
    return null;
  }
}
