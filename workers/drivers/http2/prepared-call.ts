import {
  defaultMaxFrame,
  flags,
  frame,
  frameHeaderBytes,
  frameTypes,
  writeFrameHeader,
} from './frames.ts';
import {
  dynamicTableSize,
  type HeaderField,
  type PreparedHeaders,
  prepareHeaders,
} from './hpack.ts';

/** Frames that are ready to be sent but for the number of their stream. */
export interface CallTemplate {
  readonly bytes: Buffer;
  /** Where the stream's number belongs, four octets each. */
  readonly streamAt: readonly number[];
}

/** A header list in its forms, encoded once for all calls of an operation. See {@link prepareHeaders}. */
export interface PreparedHead {
  readonly blocks: PreparedHeaders;
  /** Octets that the headers take in the peer's dynamic table. */
  readonly tableSize: number;
}

/** One form of a call's header list. */
export interface CallForm {
  /** HEADERS, and CONTINUATIONs where the list is long. */
  readonly headers: CallTemplate;
  /** The same with the whole body in one DATA frame behind it; null when the body is too long for that. */
  readonly whole: CallTemplate | null;
}

/** A request, encoded once for all connections of its driver. */
export interface PreparedCall {
  readonly head: PreparedHead;
  readonly first: CallForm;
  readonly repeated: CallForm;
  readonly announcingNoTable: CallForm;
  readonly withoutTable: CallForm;
  readonly body: Buffer;
}

/** Bodies up to this size are copied beside their headers, so that one write sends the whole call. */
const oneWriteLimit = 8192;
const streamOffset = 5;

export function prepareHead(headers: readonly HeaderField[]): PreparedHead {
  return { blocks: prepareHeaders(headers), tableSize: dynamicTableSize(headers) };
}

/** @param body what is sent behind the headers, a length-prefixed message for gRPC. */
export function prepareCall(head: PreparedHead, body: Buffer): PreparedCall {
  const { blocks } = head;
  return {
    head,
    first: makeForm(blocks.first, body),
    repeated: makeForm(blocks.repeated, body),
    announcingNoTable: makeForm(blocks.withoutTable, body),
    withoutTable: makeForm(blocks.withoutTable.subarray(1), body),
    body,
  };
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
  const dataFlags = last ? flags.endStream : 0;
  writeFrameHeader(header, 0, { length, type: frameTypes.data, flags: dataFlags, stream });
  return header;
}

function makeForm(block: Buffer, body: Buffer): CallForm {
  const headers = blockFrames(block);
  return {
    headers: makeTemplate(headers),
    // A frame holds 16 MB at most; longer bodies are cut as they are sent.
    whole:
      body.length <= oneWriteLimit
        ? makeTemplate([...headers, frame(frameTypes.data, flags.endStream, 0, body)])
        : null,
  };
}

/** Cut at the frame size that every peer accepts (RFC 9113, 6.5.2). */
function blockFrames(block: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < block.length; at += defaultMaxFrame) {
    const part = block.subarray(at, at + defaultMaxFrame);
    const type = at === 0 ? frameTypes.headers : frameTypes.continuation;
    const last = at + part.length === block.length;
    frames.push(frame(type, last ? flags.endHeaders : 0, 0, part));
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
