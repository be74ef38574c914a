import {
  defaultMaxFrame,
  frame,
  frameHeaderBytes,
  http2Flags,
  http2FrameTypes,
  writeFrameHeader,
} from '../../../protocols/http2/frames.ts';
import {
  dynamicTableSize,
  encodeUnindexed,
  type HeaderField,
  insertedFields,
  prepareHeaders,
  repeatedBlock,
} from '../../../protocols/http2/hpack.ts';

/** Frames that are ready to send except for their stream number. */
export interface CallTemplate {
  readonly bytes: Buffer;
  /** Offsets of the stream number, four octets each. */
  readonly streamAt: readonly number[];
}

/** A call with one of the encoded forms of its head. */
export interface CallForm {
  /** HEADERS, and CONTINUATIONs if the list is long. */
  headers(): CallTemplate;
  /** The same followed by the whole body in one DATA frame; null if the body is too long for that. */
  readonly whole: CallTemplate | null;
}

/** The header fields common to all calls of an operation, encoded once. */
export class PreparedHead {
  /** Inserts the fields into the peer's dynamic table. */
  readonly first: Buffer;
  /** Uses no dynamic table, and declares so; for the first call of a connection whose peer allows none. */
  readonly announcingNoTable: Buffer;
  readonly withoutTable: Buffer;
  /** Octets and entries of the fields in the peer's dynamic table. */
  readonly tableSize: number;
  readonly entries: number;
  readonly #fields: readonly HeaderField[];
  readonly #repeated: Buffer[] = [];

  constructor(fields: readonly HeaderField[]) {
    const { first, withoutTable } = prepareHeaders(fields);
    this.#fields = fields;
    this.first = first;
    this.announcingNoTable = withoutTable;
    this.withoutTable = withoutTable.subarray(announcement);
    this.tableSize = dynamicTableSize(fields);
    this.entries = insertedFields(fields).length;
  }

  /** References the fields in the table. @param younger entries inserted after this list's own. */
  repeated(younger: number): Buffer {
    const block = this.#repeated[younger] ?? repeatedBlock(this.#fields, younger);
    this.#repeated[younger] = block;
    return block;
  }
}

/** Bodies up to this size are copied next to their headers, so that one write sends the whole call. */
const oneWriteLimit = 8192;
const streamOffset = 5;
const noOctets = Buffer.alloc(0);
/** The announcement of an empty table, with which {@link PreparedHead.announcingNoTable} begins. */
const announcement = 1;

/**
 * A request, encoded once for all connections of its driver. Its forms, of which a connection needs one or
 * two, are created on demand. See {@link prepareHeaders}.
 */
export class PreparedCall {
  readonly head: PreparedHead;
  /** Octets after the headers; a call without any ends with them. Empty if {@link parts} follow. */
  readonly body: Buffer;
  /** The parts of a body created while sending, anew for each call; null for others. */
  readonly parts: (() => Iterator<Buffer>) | null;
  /** Fields, or their block, of this call only, which precede the others and are in no table. */
  readonly own: Buffer;
  /** Whether it has been sent; its first sending needs no template. */
  wasSent = false;
  /** The last requested form, and its head block. */
  #block: Buffer | null = null;
  #form: CallForm | null = null;
  /** All of them, once there are several. */
  #forms: Map<Buffer, CallForm> | null = null;

  /** @param own see {@link own}; only pseudo-headers fit there. */
  constructor(
    head: PreparedHead,
    body: Buffer | (() => Iterator<Buffer>),
    own: readonly HeaderField[] | Buffer = noOctets,
  ) {
    this.head = head;
    this.body = typeof body === 'function' ? noOctets : body;
    this.parts = typeof body === 'function' ? body : null;
    this.own = own instanceof Uint8Array ? own : encodeUnindexed(own);
  }

  /** @param block of the {@link head}: one of its forms for a connection's table. */
  form(block: Buffer): CallForm {
    if (this.#form !== null && this.#block === block) return this.#form;
    const known = this.#forms?.get(block);
    const form = known ?? makeForm(this.#blockWith(block), this);
    if (this.#block !== null && this.#form !== null && !known) {
      this.#forms ??= new Map([[this.#block, this.#form]]);
      this.#forms.set(block, form);
    }
    this.#block = block;
    this.#form = form;
    return form;
  }

  #blockWith(block: Buffer): Buffer {
    const { own } = this;
    if (own.length === 0) return block;
    // Table size updates precede all fields.
    const before = block === this.head.announcingNoTable ? announcement : 0;
    return Buffer.concat([block.subarray(0, before), own, block.subarray(before)]);
  }
}

/** Copies a call to `into[at…]` with its stream number. */
export function writeCall(template: CallTemplate, stream: number, into: Buffer, at: number): void {
  const { bytes, streamAt } = template;
  into.set(bytes, at);
  for (let i = 0; i < streamAt.length; i++) {
    const place = at + (streamAt[i] ?? 0);
    into[place] = stream >>> 24;
    into[place + 1] = stream >>> 16;
    into[place + 2] = stream >>> 8;
    into[place + 3] = stream;
  }
}

/** Octets of a call written by {@link writeOnce}; -1 if it does not fit into a HEADERS and a DATA frame. */
export function onceLength({ own, body, parts }: PreparedCall, block: Buffer): number {
  const length = own.length + block.length;
  if (parts !== null || body.length > oneWriteLimit || length > defaultMaxFrame) return -1;
  const head = frameHeaderBytes + length;
  return body.length === 0 ? head : head + frameHeaderBytes + body.length;
}

/**
 * Writes a call to `into[at…]` without a template, which would not be reused: the same octets.
 * @param block of its head; not the one that announces no table.
 */
export function writeOnce(
  { own, body }: PreparedCall,
  block: Buffer,
  stream: number,
  into: Buffer,
  at: number,
): void {
  const { endHeaders, endStream } = http2Flags;
  const length = own.length + block.length;
  const isWhole = body.length === 0;
  const { headers, data } = http2FrameTypes;
  writeFrameHeader(into, at, {
    length,
    type: headers,
    flags: isWhole ? endHeaders | endStream : endHeaders,
    stream,
  });
  const ownAt = at + frameHeaderBytes;
  if (own.length > 0) into.set(own, ownAt);
  into.set(block, ownAt + own.length);
  if (isWhole) return;
  const dataAt = ownAt + length;
  writeFrameHeader(into, dataAt, { length: body.length, type: data, flags: endStream, stream });
  into.set(body, dataAt + frameHeaderBytes);
}

/** Header of a DATA frame. */
export function dataHeader(stream: number, length: number, last: boolean): Buffer {
  const header = Buffer.allocUnsafe(frameHeaderBytes);
  const dataFlags = last ? http2Flags.endStream : 0;
  writeFrameHeader(header, 0, { length, type: http2FrameTypes.data, flags: dataFlags, stream });
  return header;
}

function makeForm(block: Buffer, { body, parts }: PreparedCall): CallForm {
  const isWhole = parts === null && body.length === 0;
  const headers = () => makeTemplate(blockFrames(block, isWhole ? http2Flags.endStream : 0));
  if (isWhole) {
    const whole = headers();
    return { headers: () => whole, whole };
  }
  // A frame contains at most 16 MB; longer bodies are split while sending.
  const fits = parts === null && body.length <= oneWriteLimit;
  if (fits) return { headers, whole: wholeCall(block, body) };
  const made = headers();
  return { headers: () => made, whole: null };
}

/** Headers and body, in one allocation if the headers fit into a frame. */
function wholeCall(block: Buffer, body: Buffer): CallTemplate {
  if (block.length > defaultMaxFrame) {
    const data = frame(http2FrameTypes.data, http2Flags.endStream, 0, body);
    return makeTemplate([...blockFrames(block, 0), data]);
  }
  const dataAt = frameHeaderBytes + block.length;
  const bytes = Buffer.allocUnsafe(dataAt + frameHeaderBytes + body.length);
  const { headers, data } = http2FrameTypes;
  const { endHeaders, endStream } = http2Flags;
  const head = { length: block.length, type: headers, flags: endHeaders, stream: 0 };
  writeFrameHeader(bytes, 0, head);
  bytes.set(block, frameHeaderBytes);
  const tail = { length: body.length, type: data, flags: endStream, stream: 0 };
  writeFrameHeader(bytes, dataAt, tail);
  bytes.set(body, dataAt + frameHeaderBytes);
  return { bytes, streamAt: [streamOffset, dataAt + streamOffset] };
}

/** Split at the frame size that every peer accepts (RFC 9113, 6.5.2). */
function blockFrames(block: Buffer, headersFlags: number): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < block.length; at += defaultMaxFrame) {
    const part = block.subarray(at, at + defaultMaxFrame);
    const type = at === 0 ? http2FrameTypes.headers : http2FrameTypes.continuation;
    const last = at + part.length === block.length ? http2Flags.endHeaders : 0;
    frames.push(frame(type, at === 0 ? last | headersFlags : last, 0, part));
  }
  return frames;
}

function makeTemplate(frames: readonly Buffer[]): CallTemplate {
  const streamAt: number[] = [];
  let at = 0;
  for (const { length } of frames) {
    streamAt.push(at + streamOffset);
    at += length;
  }
  return { bytes: Buffer.concat(frames), streamAt };
}
