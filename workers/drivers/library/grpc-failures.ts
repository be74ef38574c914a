import type grpc from '@grpc/grpc-js';
import { http2ErrorName } from '../../../protocols/http2/frames.ts';
import type { Failure } from '../driver.ts';
import {
  brokenFailure,
  closedByPeer,
  connectFailure,
  protocolFailure,
  undecodableFailure,
} from '../failures.ts';
import { grpcFailure, httpFailure } from '../http2/grpc-head.ts';
import { streamResetFailure } from '../http2/stream-reset.ts';
import { roomFailure } from '../kept-body.ts';
import { tlsFailureIn } from './grpc-credentials.ts';

/** What a text of the library's own says; a service's words begin otherwise. */
type Reading = readonly [text: RegExp, failure: (details: string, part: string) => Failure];

/** The library tells everything by a gRPC status with a text, whoever was to blame. */
const readings: readonly Reading[] = [
  [/^No connection established\. Last error: (.*)$/s, (_details, reason) => attemptFailure(reason)],
  [/^Name resolution failed/, (details) => connectFailure(codedError(details), false)],
  [/^Connection dropped$/, () => closedByPeer],
  [/^(?:read|write) E[A-Z]+$/, (details) => brokenFailure(codedError(details))],
  [/^Received HTTP status code (\d+)$/, (_details, status) => httpFailure(Number(status))],
  [/^Received RST_STREAM with code \d+ triggered by internal client error: (.*)$/s, ownEnd],
  [/^Received RST_STREAM with code 0 /, (details) => protocolFailure('GRPC_STATUS', details)],
  [
    /^Received RST_STREAM with code (\d+)/,
    (_details, code) => streamResetFailure(http2ErrorName(Number(code))),
  ],
  [/^Stream refused by server$/, () => streamResetFailure('REFUSED_STREAM')],
  [/^Call cancelled$/, () => streamResetFailure('CANCEL')],
  [/^Bandwidth exhausted or memory limit/, () => streamResetFailure('ENHANCE_YOUR_CALM')],
  [/^Protocol not secure enough$/, () => streamResetFailure('INADEQUATE_SECURITY')],
  [/^(?:No message|Too many responses) received$/, wrongLength],
  [/^Received message larger than max/, wrongLength],
  [/^(?:Failed to decompress|Received message that decompresses) /, encoded],
  [
    /^Response message parsing error: (.*)$/s,
    (_details, reason) => undecodableFailure(new Error(reason)),
  ],
];

/** What a call of the library failed with. */
export function classify(error: grpc.ServiceError): Failure {
  // A message in a coding that the library does not know ends a call without a status.
  const status = error.code as number | undefined;
  if (status === undefined)
    return encoded('The message is compressed in a way that was not asked for');
  for (const [text, failure] of readings) {
    const match = text.exec(error.details);
    if (match) return failure(error.details, match[1] ?? '');
  }
  return grpcFailure(status, error.details);
}

/** An error with the system's code that a text names. */
function codedError(text: string): Error {
  const code = /\b(E[A-Z]{3,})\b/.exec(text)?.[1];
  return Object.assign(new Error(text), code === undefined ? {} : { code });
}

/** @param reason why there is no connection. */
function attemptFailure(reason: string): Failure {
  // The connection stood, and ended before the service's settings came.
  if (reason.startsWith('Failed to connect')) return closedByPeer;
  if (reason.startsWith('Protocol error')) return violation(reason, reason);
  const tls = tlsFailureIn(reason);
  if (tls) return tls;
  const error = codedError(reason);
  if (/\b(?:ECONNRESET|EPIPE)\b/.test(reason)) return brokenFailure(error);
  // After the handshake OpenSSL speaks, as when a certificate of the client is refused.
  return connectFailure(error, reason.includes(':SSL routines:'));
}

/** What this side ended a call for: an error of its reader of HTTP/2, unless the answer found no room. */
function ownEnd(_details: string, reason: string): Failure {
  return roomFailure(reason) ?? violation(reason, reason);
}

function violation(_details: string, reason: string): Failure {
  return protocolFailure('H2_PROTOCOL', `The service broke HTTP/2: ${reason}`);
}

function wrongLength(details: string): Failure {
  return protocolFailure('GRPC_LENGTH', details);
}

function encoded(details: string): Failure {
  return protocolFailure('GRPC_COMPRESSED', details);
}
