import { headerBytes, lengthBytes, maxFrame, rsocketFlags, rsocketFrameTypes } from './frames.ts';
import { writeHeader } from './write.ts';

/** A frame that is ready to send except for its stream number (four octets at {@link streamAt}). */
export interface FramePiece {
  /** Length prefix, header, number, and metadata with its length. */
  readonly head: Buffer;
  /** The data after it: a slice of the message, not a copy. */
  readonly data: Buffer;
}

/** Offset of the stream number in a piece's head. */
export const streamAt = lengthBytes;

/** A message to send on a stream. */
export interface Outgoing {
  readonly type: number;
  /** For the whole message: `next` and `complete` of a PAYLOAD. */
  readonly flags: number;
  readonly metadata: Buffer | null;
  readonly data: Buffer;
  /** Requested payloads, in REQUEST_STREAM. */
  readonly requestN?: number;
}

/**
 * Splits a message into frames of at most `limit` octets (without length prefix), metadata first. The first
 * frame has the type of the message, the others are PAYLOADs; all but the last are marked as followed by
 * more, and only the last completes the stream.
 */
export function piecesOf(message: Outgoing, limit = maxFrame): FramePiece[] {
  const pieces: FramePiece[] = [];
  let metadata = message.metadata;
  let { data } = message;
  do {
    const first = pieces.length === 0;
    const number = first && message.requestN !== undefined ? 4 : 0;
    const room = limit - headerBytes - number;
    if (room < 4) throw new RangeError(`no fragment fits into ${limit} octets`);
    const metadataPart = metadata === null ? null : metadata.subarray(0, room - 3);
    const left = metadataPart === null ? room : room - 3 - metadataPart.length;
    const rest = metadata === null ? null : metadata.subarray(metadataPart?.length ?? 0);
    const dataPart = rest?.length ? data.subarray(0, 0) : data.subarray(0, left);
    metadata = rest?.length ? rest : null;
    data = data.subarray(dataPart.length);
    const follows = metadata !== null || data.length > 0;
    pieces.push({ head: headOf(message, first, follows, metadataPart, dataPart), data: dataPart });
  } while (metadata !== null || data.length > 0);
  return pieces;
}

function headOf(
  message: Outgoing,
  first: boolean,
  follows: boolean,
  metadata: Buffer | null,
  data: Buffer,
): Buffer {
  const number = first ? message.requestN : undefined;
  const before = lengthBytes + headerBytes + (number === undefined ? 0 : 4);
  const head = Buffer.allocUnsafe(before + (metadata === null ? 0 : 3 + metadata.length));
  writeHeader(head, 0, {
    length: head.length - lengthBytes + data.length,
    stream: 0,
    type: first ? message.type : rsocketFrameTypes.payload,
    flags: flagsOf(message, first, follows, metadata !== null),
  });
  if (number !== undefined) head.writeUInt32BE(number, before - 4);
  if (metadata !== null) {
    head.writeUIntBE(metadata.length, before, 3);
    metadata.copy(head, before + 3);
  }
  return head;
}

function flagsOf(
  message: Outgoing,
  first: boolean,
  follows: boolean,
  hasMetadata: boolean,
): number {
  const lasting = follows ? message.flags & ~rsocketFlags.complete : message.flags;
  // Fragments after the first carry parts of a payload and are flagged so.
  const next = first ? 0 : rsocketFlags.next;
  return (
    lasting |
    next |
    (follows ? rsocketFlags.follows : 0) |
    (hasMetadata ? rsocketFlags.metadata : 0)
  );
}
