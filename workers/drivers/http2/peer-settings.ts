import {
  defaultMaxFrame,
  defaultWindow,
  maxWindow,
  settingIds,
} from '../../../protocols/http2/frames.ts';

/** Limits set by the peer (RFC 9113, 6.5.2). */
export class PeerSettings {
  /** Minimum of all limits so far: even a temporary one counts (RFC 7541, 4.2). */
  smallestTableSize = 4096;
  maxConcurrentStreams = Number.POSITIVE_INFINITY;
  initialWindow = defaultWindow;
  maxFrame = defaultMaxFrame;

  /** Applies a SETTINGS payload. @returns what is wrong with it, or null. */
  apply(bytes: Buffer, start: number, end: number): string | null {
    if ((end - start) % 6 !== 0) return 'a SETTINGS frame whose length is not a multiple of 6';
    for (let at = start; at < end; at += 6) {
      const problem = this.#set(bytes.readUInt16BE(at), bytes.readUInt32BE(at + 2));
      if (problem) return problem;
    }
    return null;
  }

  #set(id: number, value: number): string | null {
    switch (id) {
      case settingIds.headerTableSize:
        this.smallestTableSize = Math.min(this.smallestTableSize, value);
        return null;
      case settingIds.enablePush:
        return value === 0 ? null : 'a server that wants to be pushed to';
      case settingIds.maxConcurrentStreams:
        this.maxConcurrentStreams = value;
        return null;
      case settingIds.initialWindowSize:
        if (value > maxWindow) return 'an initial window of more than 2^31-1';
        this.initialWindow = value;
        return null;
      case settingIds.maxFrameSize:
        if (value < defaultMaxFrame || value > 16_777_215)
          return `a maximum frame size of ${value}`;
        this.maxFrame = value;
        return null;
      default:
        return null;
    }
  }
}
