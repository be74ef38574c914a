import type { Duplex } from 'node:stream';
import { maxMessageBytes } from '../../contracts/service-messages.ts';
import { Assembly } from '../../protocols/rsocket/assembly.ts';
import { RsocketFrameReader } from '../../protocols/rsocket/frame-reader.ts';
import type { FrameView } from '../../protocols/rsocket/frame-view.ts';
import {
  frameName,
  isRequest,
  rsocketErrorCodes,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../protocols/rsocket/frames.ts';
import { routeIn } from '../../protocols/rsocket/routes.ts';
import { errorFrame, keepaliveFrame } from '../../protocols/rsocket/write.ts';
import { type BodiesTooLarge, countedBytes, HeldBody } from '../body-memory.ts';
import type { ServiceOptions } from '../service.ts';
import { Answering, OpenRequest } from './answering.ts';
import { type ConnectionTerms, judgeSetup } from './handshake.ts';
import type { RsocketRoute } from './routes.ts';

/** A request whose last fragment has not arrived. */
interface PartialRequest {
  readonly type: number;
  readonly wanted: number;
  readonly assembly: Assembly;
  readonly held: HeldBody;
}

const noBytes = Buffer.alloc(0);
/** Overhead of an open request besides its content. */
const partialBytes = 4096;
/** Shorter incomplete frames do not count: the system's buffers of a connection are as large. */
const countedFrameBytes = 131_072;
/** Request type of each interaction. */
const interactions: Readonly<Record<number, RsocketRoute['interaction']>> = {
  [rsocketFrameTypes.requestResponse]: 'request-response',
  [rsocketFrameTypes.requestStream]: 'request-stream',
};

/** One client: reads its frames, and answers its requests. */
export class RSocketServiceConnection {
  readonly #socket: Duplex;
  readonly #routes: ReadonlyMap<string, RsocketRoute>;
  readonly #options: ServiceOptions;
  readonly #answering: Answering;
  readonly #reader: RsocketFrameReader;
  readonly #partial = new Map<number, PartialRequest>();
  readonly #open = new Map<number, OpenRequest>();
  /** Of an incomplete frame. */
  readonly #heldFrame = new HeldBody();
  #agreement: ConnectionTerms | null = null;
  #isEnded = false;

  constructor(socket: Duplex, routes: ReadonlyMap<string, RsocketRoute>, options: ServiceOptions) {
    this.#socket = socket;
    this.#routes = routes;
    this.#options = options;
    this.#answering = new Answering(socket, options, ({ stream, held }) => {
      this.#open.delete(stream);
      held?.clear();
    });
    this.#reader = new RsocketFrameReader({
      onFrame: (frame) => {
        // The frame is complete.
        this.#heldFrame.clear();
        this.#take(frame);
      },
      onMalformed: (message) => this.#end(rsocketErrorCodes.connectionError, message),
    });
  }

  /** Processes the octets of one read; immediate answers go out in one write. */
  take(chunk: Buffer): void {
    this.#socket.cork();
    this.#reader.execute(chunk, 0, chunk.length);
    this.#countFrame();
    if (this.#isEnded) this.closed();
    this.#socket.uncork();
  }

  #countFrame(): void {
    this.#heldFrame.clear();
    const { pending } = this.#reader;
    if (pending <= countedFrameBytes) return;
    const error = this.#heldFrame.add(pending);
    if (error !== null) this.#end(rsocketErrorCodes.connectionError, error.message);
  }

  /**
   * The client has disconnected or is ignored from now on: incomplete frames are discarded, and answer
   * streams may stop.
   */
  closed(): void {
    this.#reader.drop();
    this.#heldFrame.clear();
    for (const stream of [...this.#partial.keys()]) this.#forget(stream);
    for (const request of this.#open.values()) request.cancel();
  }

  /** Sends the reason, and ends the connection. */
  #end(code: number, message: string): void {
    this.#complain(`Not understood as RSocket: ${message}`);
    this.#isEnded = true;
    this.#reader.stop();
    this.#socket.end(errorFrame(0, code, message));
  }

  #complain(message: string): void {
    this.#options.onClientError(message);
  }

  #take(frame: FrameView): void {
    if (this.#agreement === null) this.#setUp(frame);
    else {
      const problem = this.#takeKnown(frame);
      if (problem) this.#end(rsocketErrorCodes.connectionError, problem);
    }
  }

  #setUp(frame: FrameView): void {
    const judged = judgeSetup(frame);
    if ('metadataMime' in judged) this.#agreement = judged;
    else this.#end(judged.code, judged.message);
  }

  /** @returns what is wrong with the frame, or null. */
  #takeKnown(frame: FrameView): string | null {
    if (isRequest(frame.type)) return this.#takeRequest(frame);
    switch (frame.type) {
      case rsocketFrameTypes.keepalive:
        if (frame.has(rsocketFlags.respond)) this.#answerKeepalive(frame);
        return null;
      case rsocketFrameTypes.payload:
        return this.#takeFragment(frame);
      case rsocketFrameTypes.requestN:
        this.#open.get(frame.stream)?.want(frame.number);
        return null;
      case rsocketFrameTypes.cancel:
        this.#forget(frame.stream);
        this.#open.get(frame.stream)?.cancel();
        return null;
      case rsocketFrameTypes.error:
        return frame.stream === 0 ? this.#clientEnds(frame) : null;
      case rsocketFrameTypes.metadataPush:
        return null;
      default:
        return frame.has(rsocketFlags.ignore) ? null : `${frameName(frame.type)}, unasked`;
    }
  }

  #clientEnds(frame: FrameView): null {
    this.#complain(`A client ended its connection: ${frame.text}`);
    this.#socket.end();
    return null;
  }

  #answerKeepalive({ bytes, dataStart, dataEnd }: FrameView): void {
    this.#socket.write(keepaliveFrame(false, Buffer.from(bytes.subarray(dataStart, dataEnd))));
  }

  #takeRequest(frame: FrameView): string | null {
    const { stream, type } = frame;
    if (stream % 2 === 0) return `a request on stream ${stream}, whose number is even`;
    if (this.#open.has(stream) || this.#partial.has(stream)) {
      return `a second request on stream ${stream}`;
    }
    if (frame.has(rsocketFlags.follows)) {
      const assembly = new Assembly(maxMessageBytes);
      const partial = { type, wanted: frame.number, assembly, held: new HeldBody() };
      this.#partial.set(stream, partial);
      const error = partial.held.add(partialBytes);
      return error === null ? this.#assemble(partial, frame) : this.#reject(stream, type, error);
    }
    const { bytes, metadataStart: start, metadataEnd, dataStart, dataEnd } = frame;
    const metadata = start < 0 ? noBytes : bytes.subarray(start, metadataEnd);
    const data = bytes.subarray(dataStart, dataEnd);
    const held = data.length > countedBytes ? new HeldBody() : null;
    const error = held?.add(data.length) ?? null;
    if (error !== null) return this.#reject(stream, type, error);
    this.#begin(type, new OpenRequest(stream, frame.number, held), metadata, data);
    return null;
  }

  /** Payloads without a request are ignored: they may follow a refused one. */
  #takeFragment(frame: FrameView): string | null {
    const partial = this.#partial.get(frame.stream);
    if (!partial) return null;
    const { assembly, type, wanted, held } = partial;
    const problem = this.#assemble(partial, frame);
    if (problem || assembly.isOpen || !this.#partial.has(frame.stream)) return problem;
    this.#partial.delete(frame.stream);
    const { metadata, data } = assembly.take();
    this.#begin(type, new OpenRequest(frame.stream, wanted, held), metadata, data);
    return null;
  }

  #assemble({ type, assembly, held }: PartialRequest, frame: FrameView): string | null {
    const { stream, metadataStart, dataStart, dataEnd } = frame;
    const error = held.add(dataEnd - (metadataStart < 0 ? dataStart : metadataStart));
    return error === null ? assembly.add(frame) : this.#reject(stream, type, error);
  }

  #forget(stream: number): void {
    this.#partial.get(stream)?.held.clear();
    this.#partial.delete(stream);
  }

  /** Discards a request that exceeds the memory; its remaining fragments are ignored. */
  #reject(stream: number, type: number, { message }: BodiesTooLarge): null {
    this.#forget(stream);
    this.#complain(`stream ${stream}: ${message}`);
    if (type === rsocketFrameTypes.requestFireAndForget) return null;
    this.#options.countAnswer();
    this.#socket.write(errorFrame(stream, rsocketErrorCodes.rejected, message));
    return null;
  }

  #begin(type: number, request: OpenRequest, metadata: Buffer, data: Buffer): void {
    const { stream, held } = request;
    if (type === rsocketFrameTypes.requestFireAndForget) {
      held?.clear();
      this.#complain(`stream ${stream}: REQUEST_FNF, which asks for nothing, is not answered`);
      return;
    }
    this.#open.set(stream, request);
    const name = routeIn(this.#agreement?.metadataMime ?? '', metadata);
    const route = name === null ? undefined : this.#routes.get(name);
    if (!route) this.#answering.refuse(request, noRouteText(name));
    else if (route.interaction !== interactions[type]) {
      const text = `invalid: ${name} is asked for by ${route.interaction}, and not ${frameName(type)}`;
      this.#answering.refuse(request, text);
    } else this.#answering.answer(request, route, data, 0, data.length);
  }
}

function noRouteText(name: string | null): string {
  return name === null
    ? 'invalid: the metadata has no route'
    : `not-found: there is no route ${JSON.stringify(name)}`;
}
