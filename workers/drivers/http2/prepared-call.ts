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

/** Frames that are ready to be sent but for the number of their stream. */
export interface CallTemplate {
  readonly bytes: Buffer;
  /** Where the stream's number belongs, four octets each. */
  readonly streamAt: readonly number[];
}

/** One form of a call's header list. */
export interface CallForm {
  /** HEADERS, and CONTINUATIONs where the list is long. */
  headers(): CallTemplate;
  /** The same with the whole body in one DATA frame behind it; null when the body is too long for that. */
  readonly whole: CallTemplate | null;
}

/** The header fields that all calls of an operation share, encoded once. */
export class PreparedHead {
  readonly first: Buffer;
  readonly withoutTable: Buffer;
  /** Octets that the fields take in the peer's dynamic table, and entries. */
  readonly tableSize: number;
  readonly entries: number;
  readonly #fields: readonly HeaderField[];
  readonly #repeated: Buffer[] = [];

  constructor(fields: readonly HeaderField[]) {
    const { first, withoutTable } = prepareHeaders(fields);
    this.#fields = fields;
    this.first = first;
    this.withoutTable = withoutTable;
    this.tableSize = dynamicTableSize(fields);
    this.entries = insertedFields(fields).length;
  }

  /** @param younger entries that were put into the table after this list's own. */
  repeated(younger: number): Buffer {
    const block = this.#repeated[younger] ?? repeatedBlock(this.#fields, younger);
    this.#repeated[younger] = block;
    return block;
  }
}

/** Bodies up to this size are copied beside their headers, so that one write sends the whole call. */
const oneWriteLimit = 8192;
const streamOffset = 5;
const noOctets = Buffer.alloc(0);
/** The announcement of an empty table, with which {@link PreparedHead.withoutTable} begins. */
const announcement = 1;

/**
 * A request, encoded once for all connections of its driver. Its forms, of which a connection needs
 * one or two, are made when they are first asked for. See {@link prepareHeaders} for what they are.
 */
export class PreparedCall {
  readonly head: PreparedHead;
  /** Octets behind the headers; a call without any ends with them. Empty where {@link parts} follow. */
  readonly body: Buffer;
  /** The parts of a body that is sent as they are made, anew for each call; null for others. */
  readonly parts: (() => Iterator<Buffer>) | null;
  readonly #own: Buffer;
  readonly #repeated: CallForm[] = [];
  #first: CallForm | null = null;
  #announcingNoTable: CallForm | null = null;
  #withoutTable: CallForm | null = null;

  /** @param own fields, or their block, of this call alone, which stand before the others and in no table; only pseudo-headers fit there. */
  constructor(
    head: PreparedHead,
    body: Buffer | (() => Iterator<Buffer>),
    own: readonly HeaderField[] | Buffer = noOctets,
  ) {
    this.head = head;
    this.body = typeof body === 'function' ? noOctets : body;
    this.parts = typeof body === 'function' ? body : null;
    this.#own = Buffer.isBuffer(own) ? own : encodeUnindexed(own);
  }

  /** Puts the head's fields into the peer's dynamic table. */
  get first(): CallForm {
    this.#first ??= this.#form(this.head.first);
    return this.#first;
  }

  /** Refers to them where they have `younger` entries above them. */
  repeated(younger: number): CallForm {
    const form = this.#repeated[younger] ?? this.#form(this.head.repeated(younger));
    this.#repeated[younger] = form;
    return form;
  }

  /** Uses no dynamic table, and says so; for the first call of a connection whose peer allows none. */
  get announcingNoTable(): CallForm {
    const { withoutTable } = this.head;
    this.#announcingNoTable ??= makeForm(
      Buffer.concat([
        withoutTable.subarray(0, announcement),
        this.#own,
        withoutTable.subarray(announcement),
      ]),
      this,
    );
    return this.#announcingNoTable;
  }

  get withoutTable(): CallForm {
    this.#withoutTable ??= this.#form(this.head.withoutTable.subarray(announcement));
    return this.#withoutTable;
  }

  #form(block: Buffer): CallForm {
    return makeForm(this.#own.length > 0 ? Buffer.concat([this.#own, block]) : block, this);
  }
}

/** Copies a call to `into[at…]` with its stream's number. */
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
  // A frame holds 16 MB at most; longer bodies are cut as they are sent.
  const fits = parts === null && body.length <= oneWriteLimit;
  if (fits) return { headers, whole: wholeCall(block, body) };
  const made = headers();
  return { headers: () => made, whole: null };
}

/** Headers and body, in one allocation where the headers fit into a frame. */
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

/** Cut at the frame size that every peer accepts (RFC 9113, 6.5.2). */
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
