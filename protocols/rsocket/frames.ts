import { readUint24 } from '../octets.ts';

/** Frame types, flags, error codes and limits of RSocket 1.0 over TCP. */
export const rsocketFrameTypes = {
  setup: 0x01,
  lease: 0x02,
  keepalive: 0x03,
  requestResponse: 0x04,
  requestFireAndForget: 0x05,
  requestStream: 0x06,
  requestChannel: 0x07,
  requestN: 0x08,
  cancel: 0x09,
  payload: 0x0a,
  error: 0x0b,
  metadataPush: 0x0c,
  resume: 0x0d,
  resumeOk: 0x0e,
  extension: 0x3f,
} as const;

/** Ten bits. Some have different meanings in different frames. */
export const rsocketFlags = {
  /** Receivers that do not understand the frame may ignore it. */
  ignore: 0x200,
  metadata: 0x100,
  /** Requests and PAYLOAD: more fragments follow. */
  follows: 0x80,
  /** SETUP. */
  resume: 0x80,
  /** KEEPALIVE: requests an answer. */
  respond: 0x80,
  complete: 0x40,
  /** SETUP. */
  lease: 0x40,
  next: 0x20,
} as const;

export const rsocketErrorCodes = {
  invalidSetup: 0x001,
  unsupportedSetup: 0x002,
  rejectedSetup: 0x003,
  rejectedResume: 0x004,
  connectionError: 0x101,
  connectionClose: 0x102,
  applicationError: 0x201,
  rejected: 0x202,
  canceled: 0x203,
  invalid: 0x204,
} as const;

const errorNames = new Map<number, string>([
  [rsocketErrorCodes.invalidSetup, 'INVALID_SETUP'],
  [rsocketErrorCodes.unsupportedSetup, 'UNSUPPORTED_SETUP'],
  [rsocketErrorCodes.rejectedSetup, 'REJECTED_SETUP'],
  [rsocketErrorCodes.rejectedResume, 'REJECTED_RESUME'],
  [rsocketErrorCodes.connectionError, 'CONNECTION_ERROR'],
  [rsocketErrorCodes.connectionClose, 'CONNECTION_CLOSE'],
  [rsocketErrorCodes.applicationError, 'APPLICATION_ERROR'],
  [rsocketErrorCodes.rejected, 'REJECTED'],
  [rsocketErrorCodes.canceled, 'CANCELED'],
  [rsocketErrorCodes.invalid, 'INVALID'],
]);

const frameNames = new Map<number, string>([
  [rsocketFrameTypes.setup, 'SETUP'],
  [rsocketFrameTypes.lease, 'LEASE'],
  [rsocketFrameTypes.keepalive, 'KEEPALIVE'],
  [rsocketFrameTypes.requestResponse, 'REQUEST_RESPONSE'],
  [rsocketFrameTypes.requestFireAndForget, 'REQUEST_FNF'],
  [rsocketFrameTypes.requestStream, 'REQUEST_STREAM'],
  [rsocketFrameTypes.requestChannel, 'REQUEST_CHANNEL'],
  [rsocketFrameTypes.requestN, 'REQUEST_N'],
  [rsocketFrameTypes.cancel, 'CANCEL'],
  [rsocketFrameTypes.payload, 'PAYLOAD'],
  [rsocketFrameTypes.error, 'ERROR'],
  [rsocketFrameTypes.metadataPush, 'METADATA_PUSH'],
  [rsocketFrameTypes.resume, 'RESUME'],
  [rsocketFrameTypes.resumeOk, 'RESUME_OK'],
  [rsocketFrameTypes.extension, 'EXT'],
]);

/** Octets of the length prefix of each frame over TCP, which does not count itself. */
export const lengthBytes = 3;
/** Octets of stream, type and flags. */
export const headerBytes = 6;
/** Maximum frame length without its prefix: 24 bits. */
export const maxFrame = 0xff_ffff;
export const maxStream = 0x7fff_ffff;
/** The largest number of payloads that can be requested; means unlimited. */
export const maxRequestN = 0x7fff_ffff;

export function frameName(type: number): string {
  return frameNames.get(type) ?? `frame type 0x${type.toString(16)}`;
}

export function rsocketErrorName(code: number): string {
  return errorNames.get(code) ?? `ERROR_0x${code.toString(16)}`;
}

/** Whether a frame of this type is a request and so opens a stream. */
export function isRequest(type: number): boolean {
  return type >= rsocketFrameTypes.requestResponse && type <= rsocketFrameTypes.requestChannel;
}

/** Four octets as an unsigned number. */
export function readUint32(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) * 0x100_0000 + readUint24(bytes, at + 1)) >>> 0;
}
