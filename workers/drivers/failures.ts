import type { Failure } from './driver.ts';

const connectCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRINUSE',
]);
const resetCodes = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** The code of a system or TLS error; `ERROR` without one. */
export function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : 'ERROR';
}

export function shortMessageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}

/** Parser errors: the answer violates the protocol. Some of undici's have a name but no code. */
function isProtocolError(error: unknown, code: string): boolean {
  const isParsers = /^(HPE_|ERR_HTTP2_ERROR$|UND_ERR_HEADERS_OVERFLOW$)/.test(code);
  return isParsers || (error instanceof Error && error.name === 'HTTPParserError');
}

const isTlsCode = (code: string) =>
  /^(ERR_(SSL|TLS)|CERT_|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|EPROTO|ERR_OSSL|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );

/** The failure of a connection attempt. `secured`: it happened during the TLS handshake. */
export function connectFailure(error: unknown, secured: boolean): Failure {
  const code = codeOf(error);
  if (isProtocolError(error, code)) return protocolFailure(code, shortMessageOf(error));
  const tls = secured || isTlsCode(code);
  return { kind: tls ? 'tls' : 'connect', code, message: shortMessageOf(error) };
}

/** The failure of a request whose connection broke. */
export function brokenFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (connectCodes.has(code)) return { kind: 'connect', code, message: shortMessageOf(error) };
  if (resetCodes.has(code)) return { kind: 'reset', code, message: shortMessageOf(error) };
  if (isTlsCode(code)) return { kind: 'tls', code, message: shortMessageOf(error) };
  if (isProtocolError(error, code)) return protocolFailure(code, shortMessageOf(error));
  return { kind: 'reset', code, message: shortMessageOf(error) };
}

export const closedByPeer: Failure = {
  kind: 'reset',
  code: 'CLOSED',
  message: 'The connection was closed before the answer was complete',
};

export const closedByUs: Failure = {
  kind: 'reset',
  code: 'CLOSED_LOCALLY',
  message: 'The connection was closed while the request was in flight',
};

/** The service had no database connection free in time. @param message from the service. */
export function poolFailure(message: string): Failure {
  return { kind: 'pool', code: 'POOL', message };
}

/** A successful answer with wrong content. */
export function mismatchFailure(code: string, message: string): Failure {
  return { kind: 'mismatch', code, message };
}

/** The content of a successful answer cannot be decoded. @param reason as thrown. */
export function undecodableFailure(reason: unknown): Failure {
  const message = `The answer cannot be decoded: ${shortMessageOf(reason)}`;
  return mismatchFailure('UNDECODABLE', message);
}

/** TLS was established, but not the protocol above it. */
export function alpnFailure(alpn: string | null): Failure {
  return { kind: 'tls', code: 'ALPN', message: `The service did not agree on ${alpn}` };
}

export function protocolFailure(code: string, message: string): Failure {
  return { kind: 'protocol', code, message };
}
