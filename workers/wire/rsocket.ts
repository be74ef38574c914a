import type { WireDirection, WireLayer, WireStage } from '../../contracts/wire.ts';
import { readUint24 } from '../../protocols/octets.ts';
import { FrameView, readFrame } from '../../protocols/rsocket/frame-view.ts';
import {
  frameName,
  headerBytes,
  isRequest,
  lengthBytes,
  rsocketErrorName,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../protocols/rsocket/frames.ts';
import { readCompositeRoute } from '../../protocols/rsocket/routes.ts';
import { readSetup } from '../../protocols/rsocket/setup.ts';
import { markBody } from './body.ts';
import type { Canvas } from './canvas.ts';
import type { StreamLog } from './http2.ts';
import { ByteStretch } from './stretch.ts';

/**
 * Annotates the frames of RSocket in one direction, including metadata, which is a call's envelope, and
 * JSON. The sent direction comes first, because it determines the streams.
 */
export function readRSocket(
  canvas: Canvas,
  stretch: ByteStretch,
  direction: WireDirection,
  streams: StreamLog,
): void {
  new RSocketReader(canvas, stretch, direction, streams).read();
}

interface ByteMark {
  readonly layer?: WireLayer;
  readonly label: string;
  readonly title?: string;
  readonly field?: { readonly name: string; readonly value: string };
}

class RSocketReader {
  readonly #canvas: Canvas;
  readonly #stretch: ByteStretch;
  readonly #direction: WireDirection;
  readonly #streams: StreamLog;
  /** Data of payloads whose last fragment has not been read. */
  readonly #data = new Map<number, ByteStretch>();
  readonly #frame = new FrameView();

  constructor(canvas: Canvas, stretch: ByteStretch, direction: WireDirection, streams: StreamLog) {
    this.#canvas = canvas;
    this.#stretch = stretch;
    this.#direction = direction;
    this.#streams = streams;
  }

  read(): void {
    const { bytes, length } = this.#stretch;
    let at = 0;
    while (at + lengthBytes <= length) {
      const from = at + lengthBytes;
      const to = from + readUint24(bytes, at);
      if (to > length || readFrame(bytes, from, to, this.#frame) !== null) break;
      this.#markFrame(at, from, to);
      at = to;
    }
    for (const [stream, data] of this.#data) this.#markData(data, this.#streams.stageOf(stream));
  }

  #markFrame(at: number, from: number, to: number): void {
    const frame = this.#frame;
    const { type, stream } = frame;
    if (this.#direction === 'sent' && isRequest(type)) {
      this.#streams.open(stream, this.#timeAt(at));
    }
    const stage = this.#stageOf(frame, at);
    const name = frameName(type);
    const where = stream === 0 ? 'the connection' : `stream ${stream}`;
    const label = `frame header: ${name}, ${where}, ${to - from - headerBytes} bytes follow`;
    this.#mark(at, from + headerBytes, stage, { label, title: name });
    if (type === rsocketFrameTypes.setup) this.#markSetup(from + headerBytes, to, stage);
    else if (type === rsocketFrameTypes.payload || isRequest(type)) this.#markContent(from, stage);
    else if (type === rsocketFrameTypes.error) this.#markError(from + headerBytes, to, stage);
    else this.#mark(from + headerBytes, to, stage, { label: contentLabel(frame) });
  }

  #stageOf({ stream, type }: FrameView, at: number): WireStage {
    if (type === rsocketFrameTypes.setup) return 'rsocket';
    return stream === 0 ? this.#streams.stageAt(this.#timeAt(at)) : this.#streams.stageOf(stream);
  }

  #timeAt(at: number): number {
    return this.#canvas.timeAt(this.#stretch.ranges(at, at + 1)[0]?.from ?? 0);
  }

  #markSetup(from: number, to: number, stage: WireStage): void {
    const setup = readSetup(this.#frame);
    if (typeof setup === 'string') {
      this.#mark(from, to, stage, { label: `content of SETUP: ${setup}` });
      return;
    }
    const { major, minor, keepaliveMs, lifetimeMs, metadataMime, dataMime } = setup;
    this.#mark(from, from + 4, stage, { label: `version ${major}.${minor}` });
    const times = `KEEPALIVE every ${keepaliveMs} ms, dead after ${lifetimeMs} ms`;
    this.#mark(from + 4, from + 12, stage, { label: times });
    const isPlain =
      !this.#frame.has(rsocketFlags.resume) && !this.#frame.has(rsocketFlags.metadata);
    const mimes = from + 12;
    const dataAt = mimes + 1 + metadataMime.length;
    const end = dataAt + 1 + dataMime.length;
    if (!isPlain || end > to) {
      this.#mark(mimes, to, stage, { label: 'rest of SETUP', layer: 'headers' });
      return;
    }
    this.#markMime(mimes, dataAt, stage, 'metadata MIME type', metadataMime);
    this.#markMime(dataAt, end, stage, 'data MIME type', dataMime);
    this.#mark(end, to, stage, { label: 'data of SETUP', layer: 'headers' });
  }

  #markMime(from: number, to: number, stage: WireStage, name: string, value: string): void {
    this.#mark(from, to, stage, { layer: 'headers', label: name, field: { name, value } });
  }

  #markError(from: number, to: number, stage: WireStage): void {
    const { number, text } = this.#frame;
    const name = rsocketErrorName(number);
    this.#mark(from, from + 4, stage, { label: `error ${name}`, title: name });
    const field = { name: 'error', value: text };
    this.#mark(from + 4, to, stage, { layer: 'envelope', label: 'reason', field });
  }

  /** Content of requests and payloads: a number, metadata with its length, data. */
  #markContent(frameFrom: number, stage: WireStage): void {
    const { metadataStart, metadataEnd, dataStart, dataEnd, number, stream, type } = this.#frame;
    const from = frameFrom + headerBytes;
    const hasMetadata = metadataStart >= 0;
    const numberEnd = hasMetadata ? metadataStart - 3 : dataStart;
    if (numberEnd > from) {
      const label = `asks for ${number === 0x7fff_ffff ? 'all' : number} payloads`;
      this.#mark(from, numberEnd, stage, { label });
    }
    if (hasMetadata) {
      const length = `length of the metadata: ${metadataEnd - metadataStart} bytes`;
      this.#mark(metadataStart - 3, metadataStart, stage, { label: length });
      this.#markMetadata(metadataStart, metadataEnd, stage);
    }
    const data = this.#data.get(stream) ?? new ByteStretch();
    data.take(this.#stretch, dataStart, dataEnd);
    if (this.#frame.has(rsocketFlags.follows)) {
      this.#data.set(stream, data);
      return;
    }
    this.#data.delete(stream);
    if (type === rsocketFrameTypes.payload || data.length > 0) this.#markData(data, stage);
  }

  #markMetadata(from: number, to: number, stage: WireStage): void {
    const value = readCompositeRoute(this.#stretch.bytes.subarray(from, to));
    const route = value === null ? {} : { title: value, field: { name: 'route', value } };
    this.#mark(from, to, stage, { layer: 'envelope', label: 'metadata', ...route });
  }

  #markData(data: ByteStretch, stage: WireStage): void {
    markBody(this.#canvas, data, 'json', stage, { type: null, at: [] });
  }

  #mark(
    from: number,
    to: number,
    stage: WireStage,
    { layer = 'framing', ...mark }: ByteMark,
  ): void {
    if (to > from) this.#canvas.mark(this.#stretch, from, to, { layer, stage, ...mark });
  }
}

function contentLabel({ type, number }: FrameView): string {
  if (type === rsocketFrameTypes.requestN) return `asks for ${number} more payloads`;
  return type === rsocketFrameTypes.keepalive
    ? 'position and data'
    : `content of ${frameName(type)}`;
}
