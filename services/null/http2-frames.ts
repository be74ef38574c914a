import {
  defaultWindow,
  frame,
  http2Flags,
  http2FrameTypes,
  maxWindow,
  settingIds,
  settingsFrame,
  uint32Frame,
} from '../../protocols/http2/frames.ts';

/** Our settings, with windows so large that requests rarely wait for an update. */
export const serverOpening = Buffer.concat([
  settingsFrame([
    [settingIds.maxConcurrentStreams, 2 ** 31 - 1],
    [settingIds.initialWindowSize, maxWindow],
    [settingIds.maxHeaderListSize, 2 ** 20],
  ]),
  windowUpdate(maxWindow - defaultWindow),
]);
export const settingsAck = frame(http2FrameTypes.settings, http2Flags.ack, 0, Buffer.alloc(0));

/** Enlarges the connection's window. */
export function windowUpdate(increment: number): Buffer {
  return uint32Frame(http2FrameTypes.windowUpdate, 0, increment);
}
