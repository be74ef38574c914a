import { flags, frameTypes } from './frames.ts';

/**
 * Checks a frame by its header alone (RFC 9113, 6), as far as that can be done without knowing
 * the state of the connection.
 * @param length octets of its payload.
 * @returns what is wrong with it, or null. Unknown types are never wrong.
 */
export function problemOfFrame(
  type: number,
  frameFlags: number,
  stream: number,
  length: number,
): string | null {
  switch (type) {
    case frameTypes.settings:
      if (stream !== 0) return 'SETTINGS on a stream';
      return frameFlags & flags.ack && length > 0
        ? 'a SETTINGS acknowledgement with content'
        : null;
    case frameTypes.ping:
      return length === 8 && stream === 0 ? null : 'a malformed PING';
    case frameTypes.goaway:
      return length >= 8 && stream === 0 ? null : 'a malformed GOAWAY';
    case frameTypes.priority:
      return length === 5 && stream !== 0 ? null : 'a malformed PRIORITY';
    case frameTypes.rstStream:
      return length === 4 ? null : 'a RST_STREAM that is not 4 octets long';
    case frameTypes.windowUpdate:
      return length === 4 ? null : 'a WINDOW_UPDATE that is not 4 octets long';
    case frameTypes.pushPromise:
      return 'PUSH_PROMISE, though push is disabled';
    default:
      return null;
  }
}
