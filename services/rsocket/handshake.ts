import type { FrameView } from '../../protocols/rsocket/frame-view.ts';
import {
  frameName,
  rsocketErrorCodes,
  rsocketFlags,
  rsocketFrameTypes,
} from '../../protocols/rsocket/frames.ts';
import { compositeMime, jsonMime, routingMime } from '../../protocols/rsocket/routes.ts';
import { readSetup } from '../../protocols/rsocket/setup.ts';

/** Negotiated parameters of a connection. */
export interface ConnectionTerms {
  /** MIME type of the metadata: composite, or a plain route. */
  readonly metadataMime: string;
}

/** Why a connection is not accepted, for an ERROR on stream 0. */
export interface SetupRefusal {
  readonly code: number;
  readonly message: string;
}

const isAny = (mime: string) => mime === '' || mime === 'application/octet-stream';

/** Checks the first frame of a connection. */
export function judgeSetup(frame: FrameView): ConnectionTerms | SetupRefusal {
  if (frame.type === rsocketFrameTypes.resume) {
    return { code: rsocketErrorCodes.rejectedResume, message: 'Connections are not resumed here' };
  }
  if (frame.type !== rsocketFrameTypes.setup) {
    const message = `The first frame must be SETUP, and not ${frameName(frame.type)}`;
    return { code: rsocketErrorCodes.invalidSetup, message };
  }
  const setup = readSetup(frame);
  if (typeof setup === 'string') return { code: rsocketErrorCodes.invalidSetup, message: setup };
  const unsupported = (message: string) => ({ code: rsocketErrorCodes.unsupportedSetup, message });
  const { major, minor, metadataMime, dataMime } = setup;
  if (major !== 1) return unsupported(`Version ${major}.${minor} is not supported here, only 1.0`);
  if (frame.has(rsocketFlags.resume)) return unsupported('Resumption is not supported');
  if (frame.has(rsocketFlags.lease)) return unsupported('Leases are not supported');
  if (metadataMime !== compositeMime && metadataMime !== routingMime) {
    return unsupported(`The MIME type of metadata must be ${compositeMime} or ${routingMime}`);
  }
  if (dataMime !== jsonMime && !isAny(dataMime)) {
    return unsupported(`The MIME type of data must be ${jsonMime}`);
  }
  return { metadataMime };
}
