import type { WireDirection, WireStage } from '../../contracts/wire.ts';
import { prefixBytes } from '../../protocols/grpc/messages.ts';
import {
  frameHeaderBytes,
  http2ErrorName,
  http2Flags,
  http2FrameTypes,
  preface,
  readUint31,
  settingIds,
} from '../../protocols/http2/frames.ts';
import { readUint24 } from '../../protocols/octets.ts';
import { formOf, type Messages, markBody } from './body.ts';
import type { Canvas } from './canvas.ts';
import { FieldReader } from './header-fields.ts';
import { ByteStretch } from './stretch.ts';

const frameNames = new Map<number, string>([
  [http2FrameTypes.data, 'DATA'],
  [http2FrameTypes.headers, 'HEADERS'],
  [http2FrameTypes.priority, 'PRIORITY'],
  [http2FrameTypes.rstStream, 'RST_STREAM'],
  [http2FrameTypes.settings, 'SETTINGS'],
  [http2FrameTypes.pushPromise, 'PUSH_PROMISE'],
  [http2FrameTypes.ping, 'PING'],
  [http2FrameTypes.goaway, 'GOAWAY'],
  [http2FrameTypes.windowUpdate, 'WINDOW_UPDATE'],
  [http2FrameTypes.continuation, 'CONTINUATION'],
]);
const settingNames = new Map<number, string>(
  Object.entries(settingIds).map(([name, id]) => [
    id,
    name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  ]),
);

/** The streams of a connection, as opened by its client. */
export class StreamLog {
  readonly #opened: { stream: number; atMs: number }[] = [];
  readonly #stageOf: (call: number) => WireStage;
  readonly #setUp: WireStage;

  /** @param stageOf names the stage of the nth call on this connection, from 1. @param setUp the stage before. */
  constructor(stageOf: (call: number) => WireStage, setUp: WireStage = 'http2') {
    this.#stageOf = stageOf;
    this.#setUp = setUp;
  }

  get calls(): number {
    return this.#opened.length;
  }

  open(stream: number, atMs: number): void {
    if (!this.#opened.some((each) => each.stream === stream)) this.#opened.push({ stream, atMs });
  }

  stageOf(stream: number): WireStage {
    const index = this.#opened.findIndex((each) => each.stream === stream);
    return index < 0 ? this.#setUp : this.#stageOf(index + 1);
  }

  /** Stage of frames without a stream: the call that had started by then, or the set-up. */
  stageAt(atMs: number): WireStage {
    const begun = this.#opened.filter((each) => each.atMs <= atMs).length;
    return begun === 0 ? this.#setUp : this.#stageOf(begun);
  }
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  /** Of its header. */
  readonly at: number;
  /** Of its payload. */
  readonly from: number;
  readonly to: number;
}

/**
 * Annotates the frames of HTTP/2 in one direction, including header fields, gRPC messages and bodies. The
 * sent direction comes first, because it determines the streams.
 */
export function readHttp2(
  canvas: Canvas,
  stretch: ByteStretch,
  direction: WireDirection,
  streams: StreamLog,
  messages: Messages,
): void {
  new Http2Reader(canvas, stretch, direction, streams, messages).read();
}

class Http2Reader {
  readonly #canvas: Canvas;
  readonly #stretch: ByteStretch;
  readonly #direction: WireDirection;
  readonly #streams: StreamLog;
  readonly #known: Messages;
  readonly #fields = new FieldReader();
  readonly #data = new Map<number, ByteStretch>();
  readonly #headed = new Set<number>();
  /** Content types of the streams' bodies. */
  readonly #types = new Map<number, string>();
  #block: { stream: number; stretch: ByteStretch } | null = null;

  constructor(
    canvas: Canvas,
    stretch: ByteStretch,
    direction: WireDirection,
    streams: StreamLog,
    messages: Messages,
  ) {
    this.#canvas = canvas;
    this.#stretch = stretch;
    this.#direction = direction;
    this.#streams = streams;
    this.#known = messages;
  }

  read(): void {
    let at = this.#direction === 'sent' ? this.#preface() : 0;
    while (at + frameHeaderBytes <= this.#stretch.length) {
      const frame = this.#frameAt(at);
      if (!frame || frame.to > this.#stretch.length) break;
      this.#frame(frame);
      at = frame.to;
    }
    for (const [stream, data] of this.#data) this.#body(stream, data);
  }

  #preface(): number {
    const { bytes } = this.#stretch;
    if (!bytes.subarray(0, preface.length).equals(preface)) return 0;
    const label = 'connection preface';
    this.#mark(0, preface.length, 'http2', label, 'preface');
    return preface.length;
  }

  #frameAt(at: number): Frame | null {
    const { bytes } = this.#stretch;
    const from = at + frameHeaderBytes;
    const to = from + readUint24(bytes, at);
    const stream = readUint31(bytes, at + 5);
    return { type: bytes[at + 3] ?? 0, flags: bytes[at + 4] ?? 0, stream, at, from, to };
  }

  #frame(frame: Frame): void {
    const { type, at, from, to, stream } = frame;
    const isRequest = this.#direction === 'sent' && type === http2FrameTypes.headers;
    if (isRequest) this.#streams.open(stream, this.#timeAt(at));
    const stage = this.#stageOf(frame);
    const title = this.#titleOf(frame);
    this.#mark(at, from, stage, `frame header: ${describe(frame, title)}`, title);
    if (type === http2FrameTypes.headers || type === http2FrameTypes.continuation)
      this.#headerFrame(frame, stage);
    else if (type === http2FrameTypes.data) this.#dataFrame(frame, stage);
    else if (type === http2FrameTypes.settings) this.#settings(frame, stage);
    else if (to > from) this.#mark(from, to, stage, this.#payloadLabel(frame));
  }

  #titleOf({ type, flags: frameFlags, stream }: Frame): string {
    const name = frameNames.get(type) ?? `frame type ${type}`;
    if (type === http2FrameTypes.settings && frameFlags & http2Flags.ack) return 'SETTINGS ACK';
    if (type === http2FrameTypes.ping && frameFlags & http2Flags.ack) return 'PING ACK';
    const isTrailer = type === http2FrameTypes.headers && this.#headed.has(stream);
    return isTrailer ? 'HEADERS (trailers)' : name;
  }

  #stageOf({ type, stream, at }: Frame): WireStage {
    if (type === http2FrameTypes.goaway) return 'close';
    if (type === http2FrameTypes.settings) return 'http2';
    return stream === 0 ? this.#streams.stageAt(this.#timeAt(at)) : this.#streams.stageOf(stream);
  }

  #timeAt(at: number): number {
    return this.#canvas.timeAt(this.#stretch.ranges(at, at + 1)[0]?.from ?? 0);
  }

  #payloadLabel({ type, from, to }: Frame): string {
    const { bytes } = this.#stretch;
    if (type === http2FrameTypes.windowUpdate && to - from >= 4)
      return `window grows by ${readUint31(bytes, from)} bytes`;
    if (type === http2FrameTypes.goaway && to - from >= 8)
      return `last stream ${readUint31(bytes, from)}, ${http2ErrorName(bytes.readUInt32BE(from + 4))}`;
    if (type === http2FrameTypes.rstStream && to - from >= 4)
      return `error ${http2ErrorName(bytes.readUInt32BE(from))}`;
    return `content of ${frameNames.get(type) ?? `frame type ${type}`}`;
  }

  #settings({ from, to }: Frame, stage: WireStage): void {
    const { bytes } = this.#stretch;
    let at = from;
    for (; at + 6 <= to; at += 6) {
      const id = bytes.readUInt16BE(at);
      const name = settingNames.get(id) ?? `SETTING_${id}`;
      const value = String(bytes.readUInt32BE(at + 2));
      this.#mark(at, at + 6, stage, `setting ${name}`, undefined, { name, value });
    }
    if (at < to) this.#mark(at, to, stage, 'part of a setting');
  }

  /** Annotates padding and priority. @returns the range between them. */
  #inside(frame: Frame, stage: WireStage): { from: number; to: number } {
    let { from, to } = frame;
    const { bytes } = this.#stretch;
    const isContinuation = frame.type === http2FrameTypes.continuation;
    const before = from;
    if (!isContinuation && frame.flags & http2Flags.padded && to > from) {
      to = Math.max(from + 1, to - (bytes[from] ?? 0));
      from++;
    }
    if (frame.type === http2FrameTypes.headers && frame.flags & http2Flags.priority)
      from = Math.min(to, from + 5);
    if (from > before) this.#mark(before, from, stage, 'padding length, priority');
    if (to < frame.to) this.#mark(to, frame.to, stage, 'padding');
    return { from, to };
  }

  #headerFrame(frame: Frame, stage: WireStage): void {
    const { from, to } = this.#inside(frame, stage);
    if (frame.type === http2FrameTypes.headers)
      this.#block = { stream: frame.stream, stretch: new ByteStretch() };
    const block = this.#block;
    if (!block || block.stream !== frame.stream) {
      if (to > from) this.#mark(from, to, stage, 'header block without a beginning');
      return;
    }
    block.stretch.take(this.#stretch, from, to);
    if (frame.flags & http2Flags.endHeaders) this.#endBlock(block.stretch, frame.stream, stage);
  }

  #endBlock(block: ByteStretch, stream: number, stage: WireStage): void {
    this.#block = null;
    this.#headed.add(stream);
    const fields = this.#fields.read(block.bytes);
    if (!fields) {
      const label = 'header block, not decoded';
      this.#canvas.mark(block, 0, block.length, { layer: 'headers', stage, label });
      return;
    }
    for (const { from, to, field, how } of fields) {
      if (field?.[0] === 'content-type') this.#types.set(stream, field[1]);
      const [name, value] = field ?? ['table size', ''];
      const label = field ? `header ${name} (HPACK, ${how})` : 'change of the table size';
      const mark = { layer: 'headers', stage, label } as const;
      const important = name === ':path' || name === ':status' || name === 'grpc-status';
      const title = name === ':path' ? value : `${name.replace(/^:/, '')} ${value}`;
      this.#canvas.mark(block, from, to, {
        ...mark,
        ...(field ? { field: { name, value } } : {}),
        ...(important ? { title } : {}),
      });
    }
  }

  #dataFrame(frame: Frame, stage: WireStage): void {
    const { from, to } = this.#inside(frame, stage);
    const data = this.#data.get(frame.stream) ?? new ByteStretch();
    data.take(this.#stretch, from, to);
    this.#data.set(frame.stream, data);
  }

  #body(stream: number, data: ByteStretch): void {
    const form = this.#types.get(stream);
    if (form === undefined || /^application\/grpc/i.test(form)) this.#messages(stream, data);
    else markBody(this.#canvas, data, formOf(form), this.#streams.stageOf(stream), this.#known);
  }

  /** The length-prefixed messages in the frames of a stream. */
  #messages(stream: number, data: ByteStretch): void {
    const stage = this.#streams.stageOf(stream);
    let at = 0;
    while (at + prefixBytes <= data.length) {
      const from = at + prefixBytes;
      const length = data.bytes.readUInt32BE(at + 1);
      const label = `gRPC message prefix: ${data.bytes[at] ? 'compressed, ' : ''}${length} bytes follow`;
      this.#canvas.mark(data, at, from, { layer: 'envelope', stage, label });
      const message = new ByteStretch();
      const to = Math.min(data.length, from + length);
      message.take(data, from, to);
      markBody(this.#canvas, message, 'protobuf', stage, this.#known);
      at = to;
    }
  }

  #mark(
    from: number,
    to: number,
    stage: WireStage,
    label: string,
    title?: string,
    field?: { name: string; value: string },
  ): void {
    this.#canvas.mark(this.#stretch, from, to, {
      layer: 'framing',
      stage,
      label,
      ...(title === undefined ? {} : { title }),
      ...(field ? { field } : {}),
    });
  }
}

/** For example `HEADERS, stream 1, END_HEADERS, 30 bytes follow`. */
function describe({ type, flags: set, stream, from, to }: Frame, title: string): string {
  const hasEnd = type === http2FrameTypes.data || type === http2FrameTypes.headers;
  const hasBlock = type === http2FrameTypes.headers || type === http2FrameTypes.continuation;
  const words = [
    title,
    stream === 0 ? 'connection' : `stream ${stream}`,
    hasBlock && set & http2Flags.endHeaders ? 'END_HEADERS' : '',
    hasEnd && set & http2Flags.endStream ? 'END_STREAM' : '',
    `${to - from} bytes follow`,
  ];
  return words.filter((word) => word !== '').join(', ');
}
