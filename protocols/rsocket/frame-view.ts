import { readUint24 } from '../octets.ts';
import { headerBytes, isRequest, readUint32, rsocketFlags, rsocketFrameTypes } from './frames.ts';

/**
 * A frame within the octets it arrived in; one view is reused for all frames. Its offsets are valid as long
 * as `bytes` is.
 */
export class FrameView {
  bytes: Buffer = Buffer.alloc(0);
  type = 0;
  flags = 0;
  stream = 0;
  /** REQUEST_STREAM, REQUEST_CHANNEL and REQUEST_N: requested payloads. ERROR: its code. */
  number = 0;
  /** Start of the metadata; -1 without any. */
  metadataStart = -1;
  metadataEnd = -1;
  dataStart = 0;
  dataEnd = 0;

  has(flag: number): boolean {
    return (this.flags & flag) !== 0;
  }

  /** The data as text. */
  get text(): string {
    return this.bytes.toString('utf8', this.dataStart, this.dataEnd);
  }
}

/** Frames for the whole connection; ERROR may be for either. */
function belongsToConnection(type: number): boolean {
  return (
    type <= rsocketFrameTypes.keepalive ||
    (type >= rsocketFrameTypes.metadataPush && type <= rsocketFrameTypes.resumeOk)
  );
}

/**
 * Parses the frame `bytes[start..end)`, without its length prefix, into `view`.
 * @returns what is wrong with the frame itself, or null.
 */
export function readFrame(
  bytes: Buffer,
  start: number,
  end: number,
  view: FrameView,
): string | null {
  if (end - start < headerBytes) return 'a frame shorter than its header';
  const stream = readUint32(bytes, start);
  if (stream > 0x7fff_ffff) return 'a stream number of more than 31 bits';
  const typeAndFlags = ((bytes[start + 4] ?? 0) << 8) | (bytes[start + 5] ?? 0);
  view.bytes = bytes;
  view.type = typeAndFlags >>> 10;
  view.flags = typeAndFlags & 0x3ff;
  view.stream = stream;
  view.number = 0;
  view.metadataStart = -1;
  view.metadataEnd = -1;
  view.dataStart = start + headerBytes;
  view.dataEnd = end;
  return problemOfPlace(view) ?? readContent(view);
}

function problemOfPlace({ type, stream }: FrameView): string | null {
  if (type === 0) return 'a frame of the reserved type 0';
  if (belongsToConnection(type))
    return stream === 0 ? null : 'a frame of the connection on a stream';
  const either = type === rsocketFrameTypes.error || type === rsocketFrameTypes.extension;
  return stream === 0 && !either ? 'a frame of a stream on stream 0' : null;
}

function readContent(view: FrameView): string | null {
  const { type } = view;
  if (type === rsocketFrameTypes.payload || isRequest(type)) {
    if (type === rsocketFrameTypes.requestStream || type === rsocketFrameTypes.requestChannel) {
      return readCount(view) ?? readMetadata(view);
    }
    return readMetadata(view);
  }
  if (type === rsocketFrameTypes.requestN) return readCount(view);
  if (type === rsocketFrameTypes.error) return readNumber(view);
  if (type === rsocketFrameTypes.keepalive) return skipPosition(view);
  if (type === rsocketFrameTypes.metadataPush) return wholeAsMetadata(view);
  return null;
}

function readNumber(view: FrameView): string | null {
  if (view.dataEnd - view.dataStart < 4) return 'a frame that ends within a number';
  view.number = readUint32(view.bytes, view.dataStart);
  view.dataStart += 4;
  return null;
}

/** Requested payloads: from 1 to 2^31-1. */
function readCount(view: FrameView): string | null {
  const problem = readNumber(view);
  if (problem) return problem;
  return view.number === 0 || view.number > 0x7fff_ffff
    ? `a request for ${view.number} payloads`
    : null;
}

function readMetadata(view: FrameView): string | null {
  if (!view.has(rsocketFlags.metadata)) return null;
  if (view.dataEnd - view.dataStart < 3)
    return 'a frame that ends within the length of its metadata';
  view.metadataStart = view.dataStart + 3;
  view.metadataEnd = view.metadataStart + readUint24(view.bytes, view.dataStart);
  if (view.metadataEnd > view.dataEnd) return 'metadata that goes on beyond its frame';
  view.dataStart = view.metadataEnd;
  return null;
}

function wholeAsMetadata(view: FrameView): null {
  view.metadataStart = view.dataStart;
  view.metadataEnd = view.dataEnd;
  view.dataStart = view.dataEnd;
  return null;
}

/** The last received position, used by resumption only. */
function skipPosition(view: FrameView): string | null {
  if (view.dataEnd - view.dataStart < 8) return 'a KEEPALIVE without a position';
  view.dataStart += 8;
  return null;
}
