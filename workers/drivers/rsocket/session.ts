import { RsocketFrameReader } from '../../../protocols/rsocket/frame-reader.ts';
import type { FrameView } from '../../../protocols/rsocket/frame-view.ts';
import {
  frameName,
  isRequest,
  maxStream,
  rsocketErrorCodes,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../../protocols/rsocket/frames.ts';
import { compositeMime, jsonMime } from '../../../protocols/rsocket/routes.ts';
import {
  cancelFrame,
  errorFrame,
  keepaliveFrame,
  setupFrame,
} from '../../../protocols/rsocket/write.ts';
import type { Failure, Sink } from '../driver.ts';
import { closedByPeer, protocolFailure } from '../failures.ts';
import { Outlet } from '../http2/outlet.ts';
import type { Wire } from '../socket.ts';
import { connectionFailure, streamFailure } from './errors.ts';
import type { RSocketRequest } from './prepared-request.ts';
import { RSocketReply } from './reply.ts';

/** Interval of KEEPALIVEs, and the silence after which the peer is considered dead. */
export const keepaliveMs = 20_000;
const silentBeats = 4;
/** The timeout announced to the peer: one interval more than the real one. */
export const lifetimeMs = (silentBeats + 1) * keepaliveMs;

const opening = setupFrame({
  major: 1,
  minor: 0,
  keepaliveMs,
  lifetimeMs,
  metadataMime: compositeMime,
  dataMime: jsonMime,
});
const heartbeat = keepaliveFrame(true);
const noSink: Sink = { succeeded: () => undefined, failed: () => undefined };
const silent: Failure = {
  kind: 'reset',
  code: 'KEEPALIVE',
  message: 'The service answered no KEEPALIVE for as long as it may',
};

/** A request in flight. Reused for others after its release. */
class Call {
  id = 0;
  sink = noSink;
  request: RSocketRequest | null = null;
  wantReply = false;
  readonly reply = new RSocketReply();
}

/**
 * The client side of one RSocket connection, with any number of concurrent requests. Independent of sockets:
 * octets arrive through {@link receive} and leave through an outlet.
 */
export class RSocketSession {
  readonly #ended: (failure: Failure) => void;
  readonly #reader: RsocketFrameReader;
  readonly #outlet = new Outlet();
  readonly #calls = new Map<number, Call>();
  readonly #spare: Call[] = [];
  #state: 'closed' | 'open' | 'retired' | 'over' = 'closed';
  #nextStream: number;
  /** KEEPALIVE intervals since the last received octets. */
  #silentFor = 0;

  /**
   * @param ended called once: the wire is unusable, and requests in flight are about to fail.
   * @param firstStream an odd number; only tests start with a high one.
   */
  constructor(ended: (failure: Failure) => void, firstStream = 1) {
    this.#ended = ended;
    this.#nextStream = firstStream;
    this.#reader = new RsocketFrameReader({
      onFrame: (frame) => {
        const problem = this.#take(frame);
        if (problem) this.#violated(problem);
      },
      onMalformed: (message) => this.#violated(message),
    });
  }

  /** Whether requests can be sent. Not when all stream numbers have been used. */
  get usable(): boolean {
    return this.#state === 'open';
  }

  /** Sends SETUP; requests may follow immediately, because acceptance is implicit. */
  begin(wire: Wire): void {
    this.#outlet.open(wire);
    this.#state = 'open';
    this.#outlet.write(opening);
  }

  /** Call it every {@link keepaliveMs}. */
  beat(): void {
    this.#silentFor++;
    if (this.#silentFor > silentBeats) this.end(silent);
    else this.#outlet.write(heartbeat);
  }

  /** Processes `bytes[start..end)`, which are not kept. Output triggered by them goes out in one write. */
  receive(bytes: Buffer, start: number, end: number): void {
    this.#silentFor = 0;
    const gathering = this.#outlet.gather();
    try {
      this.#reader.execute(bytes, start, end);
    } finally {
      if (gathering) this.#outlet.release();
    }
  }

  /** One request. Fails immediately if no more can be sent. */
  send(request: RSocketRequest, sink: Sink, wantReply: boolean): void {
    if (this.#state !== 'open') {
      sink.failed(closedByPeer);
      return;
    }
    const call = this.#begin(request, sink, wantReply);
    if (request.whole) this.#outlet.call(request.whole, call.id);
    else this.#sendFrames(request, call.id);
  }

  /** Abandons requests without notifying their sinks. */
  abort(sink: Sink): void {
    for (const call of [...this.#calls.values()]) {
      if (call.sink !== sink) continue;
      this.#outlet.write(cancelFrame(call.id));
      this.#release(call);
    }
  }

  /** Ends the session: everything in flight fails. */
  end(failure: Failure): void {
    if (this.#state === 'over') return;
    this.#state = 'over';
    this.#reader.stop();
    this.#outlet.close();
    this.#ended(failure);
    for (const call of [...this.#calls.values()]) this.#fail(call, failure);
  }

  #begin(request: RSocketRequest, sink: Sink, wantReply: boolean): Call {
    const call = this.#spare.pop() ?? new Call();
    call.id = this.#nextStream;
    call.sink = sink;
    call.request = request;
    call.wantReply = wantReply;
    call.reply.reset(request.streams, wantReply);
    this.#calls.set(call.id, call);
    this.#nextStream += 2;
    if (this.#nextStream > maxStream) this.#state = 'retired';
    return call;
  }

  #sendFrames({ frames }: RSocketRequest, stream: number): void {
    const gathering = this.#outlet.gather();
    for (const { head, data } of frames) {
      this.#outlet.call(head, stream);
      this.#outlet.write(data);
    }
    if (gathering) this.#outlet.release();
  }

  /** The object may serve another request immediately. */
  #release(call: Call): void {
    this.#calls.delete(call.id);
    call.sink = noSink;
    call.request = null;
    call.reply.clear();
    this.#spare.push(call);
  }

  /** The call is released before its sink is notified, because the sink may send the next one. */
  #fail(call: Call, failure: Failure): void {
    const { sink } = call;
    this.#release(call);
    sink.failed(failure);
  }

  #succeed(call: Call): void {
    const { sink, request, wantReply, reply } = call;
    const { size, payloads } = reply;
    this.#release(call);
    sink.succeeded(size, wantReply && request ? () => request.decode(payloads) : null);
  }

  #violated(message: string): void {
    this.#outlet.write(errorFrame(0, rsocketErrorCodes.connectionError, message));
    this.end(protocolFailure('RSOCKET_PROTOCOL', `The service broke RSocket: ${message}`));
  }

  /** @returns what is wrong with the frame, or null. */
  #take(frame: FrameView): string | null {
    if (frame.stream === 0) return this.#takeForConnection(frame);
    const call = this.#calls.get(frame.stream);
    if (!call) return this.#takeUnassigned(frame);
    if (frame.type === rsocketFrameTypes.payload) this.#takePayload(call, frame);
    else if (frame.type === rsocketFrameTypes.error)
      this.#fail(call, streamFailure(frame.number, frame.text));
    else if (!this.#mayIgnore(frame)) return `${frameName(frame.type)} on a stream of ours`;
    return null;
  }

  #takePayload(call: Call, frame: FrameView): void {
    const result = call.reply.take(frame);
    if (result === true) this.#succeed(call);
    else if (result !== false) {
      this.#outlet.write(cancelFrame(call.id));
      this.#fail(call, result);
    }
  }

  /** Ignorable extensions, and frames about payloads that we do not send. */
  #mayIgnore(frame: FrameView): boolean {
    if (frame.type === rsocketFrameTypes.extension) return frame.has(rsocketFlags.ignore);
    return frame.type === rsocketFrameTypes.requestN || frame.type === rsocketFrameTypes.cancel;
  }

  #takeForConnection(frame: FrameView): string | null {
    switch (frame.type) {
      case rsocketFrameTypes.keepalive:
        if (frame.has(rsocketFlags.respond)) this.#answerKeepalive(frame);
        return null;
      case rsocketFrameTypes.error:
        this.end(connectionFailure(frame.number, frame.text));
        return null;
      case rsocketFrameTypes.metadataPush:
        return null;
      default:
        return this.#mayIgnore(frame) ? null : `${frameName(frame.type)}, unasked`;
    }
  }

  #answerKeepalive({ bytes, dataStart, dataEnd }: FrameView): void {
    this.#outlet.write(keepaliveFrame(false, Buffer.from(bytes.subarray(dataStart, dataEnd))));
  }

  /** On a stream that has ended, or that the service wants to open. */
  #takeUnassigned(frame: FrameView): string | null {
    const isOurs = frame.stream % 2 === 1;
    if (isRequest(frame.type)) {
      if (isOurs) return 'a request on a stream with an odd number';
      if (frame.type !== rsocketFrameTypes.requestFireAndForget) this.#refuse(frame.stream);
      return null;
    }
    // Answers may cross a CANCEL; frames after a refused request belong to it.
    if (!isOurs || frame.stream < this.#nextStream) return null;
    return `${frameName(frame.type)} on stream ${frame.stream}, which was never opened`;
  }

  #refuse(stream: number): void {
    this.#outlet.write(
      errorFrame(stream, rsocketErrorCodes.rejected, 'This client answers no requests'),
    );
  }
}
