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

/** Texts of the library itself; those of a service start differently. */
type Reading = readonly [text: RegExp, failure: (details: string, part: string) => Failure];

/** The library reports everything as a gRPC status with a text, whatever the cause. */
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

/** The failure of a library call. */
export function classify(error: grpc.ServiceError): Failure {
  // A message in an unknown coding ends a call without a status.
  const status = error.code as number | undefined;
  if (status === undefined)
    return encoded('The message is compressed in a way that was not asked for');
  for (const [text, failure] of readings) {
    const match = text.exec(error.details);
    if (match) return failure(error.details, match[1] ?? '');
  }
  return grpcFailure(status, error.details);
}

/** An error with the system code found in a text. */
function codedError(text: string): Error {
  const code = /\b(E[A-Z]{3,})\b/.exec(text)?.[1];
  return Object.assign(new Error(text), code === undefined ? {} : { code });
}

/** @param reason why there is no connection. */
function attemptFailure(reason: string): Failure {
  // Connected, but closed before the service's settings arrived.
  if (reason.startsWith('Failed to connect')) return closedByPeer;
  if (reason.startsWith('Protocol error')) return violation(reason, reason);
  const tls = tlsFailureIn(reason);
  if (tls) return tls;
  const error = codedError(reason);
  if (/\b(?:ECONNRESET|EPIPE)\b/.test(reason)) return brokenFailure(error);
  // After the handshake OpenSSL reports errors, such as a refused client certificate.
  return connectFailure(error, reason.includes(':SSL routines:'));
}

/** Why this side ended a call: an error of its HTTP/2 reader, unless the answer exceeded the memory. */
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
