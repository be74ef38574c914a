import { http2Flags, http2FrameTypes } from './frames.ts';

/**
 * Checks a frame by its header alone (RFC 9113, 6), as far as possible without the state of the connection.
 * @param length octets of its payload.
 * @returns what is wrong with it, or null. Unknown types are always valid.
 */
export function problemOfFrame(
  type: number,
  frameFlags: number,
  stream: number,
  length: number,
): string | null {
  switch (type) {
    case http2FrameTypes.settings:
      if (stream !== 0) return 'SETTINGS on a stream';
      return frameFlags & http2Flags.ack && length > 0
        ? 'a SETTINGS acknowledgement with content'
        : null;
    case http2FrameTypes.ping:
      return length === 8 && stream === 0 ? null : 'a malformed PING';
    case http2FrameTypes.goaway:
      return length >= 8 && stream === 0 ? null : 'a malformed GOAWAY';
    case http2FrameTypes.priority:
      return length === 5 && stream !== 0 ? null : 'a malformed PRIORITY';
    case http2FrameTypes.rstStream:
      return length === 4 ? null : 'a RST_STREAM that is not 4 octets long';
    case http2FrameTypes.windowUpdate:
      return length === 4 ? null : 'a WINDOW_UPDATE that is not 4 octets long';
    case http2FrameTypes.pushPromise:
      return 'PUSH_PROMISE, though push is disabled';
    default:
      return null;
  }
}
