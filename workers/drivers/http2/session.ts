import { problemOfFrame } from '../../../protocols/http2/frame-rules.ts';
import {
  defaultMaxFrame,
  defaultWindow,
  frame,
  goawayFrame,
  http2ErrorCodes,
  http2ErrorName,
  http2Flags,
  http2FrameTypes,
  maxWindow,
  preface,
  readUint31,
  settingIds,
  settingsFrame,
  uint32Frame,
} from '../../../protocols/http2/frames.ts';
import { maxHeaderList } from '../../../protocols/http2/hpack.ts';
import type { SeenExchange } from '../../seen-exchange.ts';
import type { Failure, ReplySource, Sink } from '../driver.ts';
import { closedByPeer, protocolFailure } from '../failures.ts';
import type { Wire } from '../socket.ts';
import { CallTable, type PendingCall } from './call-table.ts';
import { Http2FrameReader } from './frame-reader.ts';
import { HeadReader } from './head-reader.ts';
import { HeaderBlock } from './header-block.ts';
import { Outlet } from './outlet.ts';
import { PeerSettings } from './peer-settings.ts';
import type { StreamReply } from './reply.ts';
import type { ReplyHead } from './reply-head.ts';
import type { Http2Request } from './request.ts';
import { RequestSender } from './request-sender.ts';
import { streamResetFailure } from './stream-reset.ts';

/** Notifications from a session to its connection. */
export interface SessionEvents {
  /** The peer's settings have arrived: requests may be sent. */
  ready(): void;
  /** There is room for more calls than before, or the session has become unusable. */
  changed(): void;
  /** The session has ended and its calls are about to fail: the wire is unusable. */
  ended(failure: Failure): void;
}

function sourceOf(request: Http2Request, { content, fields = [] }: StreamReply): ReplySource {
  return () => request.decode(content, fields);
}

const opening = Buffer.concat([
  preface,
  settingsFrame([
    [settingIds.enablePush, 0],
    [settingIds.initialWindowSize, maxWindow],
    [settingIds.maxHeaderListSize, maxHeaderList],
  ]),
  uint32Frame(http2FrameTypes.windowUpdate, 0, maxWindow - defaultWindow),
]);
const settingsAck = frame(http2FrameTypes.settings, http2Flags.ack, 0, Buffer.alloc(0));
const violation = goawayFrame(0, http2ErrorCodes.protocolError);
/** The connection window is replenished when this much of it has been used. */
const topUpAfter = 2 ** 29;
const lastStreamId = 2 ** 31 - 1;

/**
 * The client side of one HTTP/2 connection (RFC 9113), with concurrent requests if the peer allows them.
 * Independent of sockets: octets arrive through `receive`.
 */
export class Http2Session {
  readonly #events: SessionEvents;
  readonly #reader: Http2FrameReader;
  readonly #heads: HeadReader;
  readonly #block: HeaderBlock;
  readonly #peer = new PeerSettings();
  readonly #outlet = new Outlet();
  readonly #sender: RequestSender;
  readonly #calls = new CallTable();
  #state: 'opening' | 'open' | 'retired' | 'over' = 'opening';
  #nextStream: number;
  /** Octets of DATA since the connection's window was last replenished. */
  #unreturned = 0;
  #acknowledged = false;

  /**
   * @param firstStream an odd number; only tests start with a high one.
   * @param seen gets what the heads of answers say.
   */
  constructor(events: SessionEvents, firstStream = 1, seen: SeenExchange | null = null) {
    this.#events = events;
    this.#heads = new HeadReader(seen);
    this.#nextStream = firstStream;
    this.#sender = new RequestSender(this.#peer, this.#outlet);
    this.#block = new HeaderBlock((stream, bytes, start, end, endStream) =>
      this.#onHeaders(stream, bytes, start, end, endStream),
    );
    this.#reader = new Http2FrameReader(
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

  /** Whether calls can be made. Not after GOAWAY, nor when all stream numbers have been used. */
  get usable(): boolean {
    return this.#state === 'open';
  }

  /** Maximum concurrent calls allowed by the peer. */
  get capacity(): number {
    return this.#peer.maxConcurrentStreams;
  }

  /** Sends the preface; `ready` or `ended` follows. */
  begin(wire: Wire): void {
    this.#outlet.open(wire);
    this.#outlet.write(opening);
  }

  /** Processes `bytes[start..end)`, which are not kept. Output triggered by them goes out in one write. */
  receive(bytes: Buffer, start: number, end: number): void {
    const gathering = this.#outlet.gather();
    try {
      this.#reader.execute(bytes, start, end);
    } finally {
      if (gathering) this.#outlet.release();
    }
  }

  /** One call. Fails immediately if no more calls can be made. */
  send(request: Http2Request, sink: Sink, wantReply: boolean): void {
    if (this.#state !== 'open') {
      sink.failed(closedByPeer);
      return;
    }
    const id = this.#nextStream;
    this.#nextStream += 2;
    if (this.#nextStream > lastStreamId) this.#state = 'retired';
    const call = this.#calls.begin(id, this.#peer.initialWindow, request, sink, wantReply);
    this.#sender.begin(call, request.call);
  }

  /** Abandons calls without notifying their sinks. */
  abort(sink: Sink): void {
    for (const call of this.#calls.all()) {
      if (call.sink !== sink) continue;
      this.#reset(call.id);
      this.#forget(call);
    }
  }

  /** Ends the session: everything in flight fails. */
  end(failure: Failure): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#reader.stop();
    this.#outlet.close();
    const calls = this.#calls.all();
    this.#sender.clear();
    this.#events.ended(failure);
    for (const call of calls) this.#conclude(call, failure);
    this.#events.changed();
  }

  #forget(call: PendingCall): void {
    this.#sender.cancel(call);
    this.#calls.release(call);
  }

  #reset(id: number): void {
    this.#outlet.write(uint32Frame(http2FrameTypes.rstStream, id, http2ErrorCodes.cancel));
  }

  #violated(message: string): void {
    this.#outlet.write(violation);
    this.end(protocolFailure('H2_PROTOCOL', `The service broke HTTP/2: ${message}`));
  }

  /** Ends a call that the peer may not have ended. */
  #giveUp(call: PendingCall, failure: Failure): void {
    this.#reset(call.id);
    this.#conclude(call, failure);
  }

  /** The peer has ended the stream. */
  #complete(call: PendingCall): void {
    // An answer to a partial request: the peer does not need the remainder.
    if (this.#sender.isUnfinished(call)) this.#reset(call.id);
    this.#conclude(call, call.reply.conclude());
  }

  /** The call is released before its sink is notified, because the sink may make the next one. */
  #conclude(call: PendingCall, failure: Failure | null): void {
    const { sink, reply, request } = call;
    const { size } = reply;
    const source = failure === null && call.wantReply && request ? sourceOf(request, reply) : null;
    this.#forget(call);
    if (failure) sink.failed(failure);
    else sink.succeeded(size, source);
  }

  #onData(id: number, bytes: Buffer, start: number, end: number): void {
    if (this.#block.expectsContinuation) return;
    const call = this.#calls.get(id);
    if (call === undefined) return;
    const failure = call.reply.takeData(bytes, start, end);
    if (failure) this.#giveUp(call, failure);
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
    this.#unreturned += flow;
    if (this.#unreturned >= topUpAfter) this.#topUp();
    if (!endStream) return;
    const call = this.#calls.get(id);
    if (call) this.#complete(call);
  }

  #topUp(): void {
    this.#outlet.write(uint32Frame(http2FrameTypes.windowUpdate, 0, this.#unreturned));
    this.#unreturned = 0;
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
    const problem =
      this.#problemOfOrder(type) ??
      problemOfFrame(type, frameFlags, id, end - start) ??
      this.#dispatch(type, frameFlags, id, bytes, start, end);
    if (problem) this.#violated(problem);
  }

  #problemOfOrder(type: number): string | null {
    if (this.#block.expectsContinuation && type !== http2FrameTypes.continuation)
      return 'a frame in the middle of a header block';
    if (this.#state === 'opening' && type !== http2FrameTypes.settings)
      return 'the first frame is not SETTINGS';
    return null;
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
      case http2FrameTypes.headers:
        if (!this.#mayExist(id)) return `HEADERS on stream ${id}, which was never opened`;
        return this.#block.begin(id, frameFlags, bytes, start, end);
      case http2FrameTypes.continuation:
        return this.#block.continue(id, frameFlags, bytes, start, end);
      case http2FrameTypes.settings:
        return frameFlags & http2Flags.ack
          ? this.#onAcknowledged()
          : this.#onSettings(bytes, start, end);
      case http2FrameTypes.windowUpdate:
        return this.#onWindowUpdate(id, readUint31(bytes, start));
      case http2FrameTypes.ping:
        return frameFlags & http2Flags.ack ? null : this.#onPing(bytes.subarray(start, end));
      case http2FrameTypes.rstStream:
        return this.#onReset(id, http2ErrorName(bytes.readUInt32BE(start)));
      case http2FrameTypes.goaway:
        return this.#onGoaway(
          readUint31(bytes, start),
          http2ErrorName(bytes.readUInt32BE(start + 4)),
        );
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
    let head: ReplyHead;
    try {
      // Decoded even for a forgotten stream: the table belongs to the connection.
      head = this.#heads.read(bytes, start, end, endStream);
    } catch (error) {
      return `a header block that cannot be decoded (${error instanceof Error ? error.message : error})`;
    }
    const call = this.#calls.get(id);
    if (call === undefined) return null;
    const failure = call.reply.takeHead(head, endStream);
    if (failure) this.#giveUp(call, failure);
    else if (endStream) this.#complete(call);
    return null;
  }

  #onSettings(bytes: Buffer, start: number, end: number): string | null {
    const { capacity } = this;
    const problem = this.#applySettings(bytes, start, end);
    if (problem) return problem;
    this.#outlet.write(settingsAck);
    this.#sender.resume();
    if (this.#state === 'opening') {
      this.#state = 'open';
      this.#events.ready();
    } else if (this.capacity > capacity) this.#events.changed();
    return null;
  }

  #onAcknowledged(): string | null {
    if (this.#state === 'opening') return 'the first frame is not SETTINGS';
    if (this.#acknowledged) return 'a second acknowledgement of our one SETTINGS';
    this.#acknowledged = true;
    return null;
  }

  #applySettings(bytes: Buffer, start: number, end: number): string | null {
    const windowBefore = this.#peer.initialWindow;
    const problem = this.#peer.apply(bytes, start, end);
    const growth = this.#peer.initialWindow - windowBefore;
    if (problem || growth === 0) return problem;
    for (const call of this.#calls.all()) {
      call.window += growth;
      if (call.window > maxWindow) return 'an initial window that makes one of more than 2^31-1';
    }
    return null;
  }

  #onWindowUpdate(id: number, increment: number): string | null {
    if (increment === 0) return 'a WINDOW_UPDATE of 0';
    if (id === 0) return this.#sender.enlarge(increment);
    if (!this.#mayExist(id)) return `WINDOW_UPDATE on stream ${id}, which was never opened`;
    const call = this.#calls.get(id);
    if (call === undefined) return null;
    call.window += increment;
    if (call.window > maxWindow) return 'a stream window of more than 2^31-1';
    this.#sender.resume();
    return null;
  }

  #onPing(payload: Buffer): null {
    this.#outlet.write(frame(http2FrameTypes.ping, http2Flags.ack, 0, payload));
    return null;
  }

  #onReset(id: number, code: string): string | null {
    if (!this.#mayExist(id)) return `RST_STREAM on stream ${id}, which was never opened`;
    const call = this.#calls.get(id);
    if (call === undefined) return null;
    this.#conclude(call, streamResetFailure(code));
    return null;
  }

  /** @param last the highest of our streams that the peer may have processed. */
  #onGoaway(last: number, code: string): null {
    this.#state = 'retired';
    const message = `The service is going away: ${code}`;
    for (const call of this.#calls.all()) {
      if (call.id > last) this.#conclude(call, { kind: 'reset', code: 'GOAWAY', message });
    }
    this.#events.changed();
    return null;
  }
}
