import { poolRefusal, refusalHeader } from '../../../workloads/interfaces/problem.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { codingOf } from '../http/coding.ts';
import { hasName, isTextOctet, isTokenOctet, octetsOf, trimBlanks } from './octets.ts';

/** How the end of a body is determined (RFC 9112, 6.3). */
type BodyFraming =
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' };

/** The parts of a response head needed for correctness. */
export interface Head {
  readonly status: number;
  readonly framing: BodyFraming;
  readonly keepAlive: boolean;
  /** Whether the connection persists if there is no body after all, as in answers to HEAD. */
  readonly staysWithoutBody?: true;
  /** The service names missing database connections as the reason of a refusal. */
  readonly pool?: true;
  /** Encoding of the body, if any. */
  readonly coding?: string;
  /** The whole head as received, if it is kept. */
  readonly text?: string;
}

const CR = 13;
const LF = 10;
const COLON = 58;
const SPACE = 32;
const versionPrefix = octetsOf('HTTP/1.');
const contentLength = octetsOf('content-length');
const transferEncoding = octetsOf('transfer-encoding');
const connection = octetsOf('connection');
const refusal = octetsOf(refusalHeader);
const contentEncoding = octetsOf('content-encoding');

interface Fields {
  length: number | null;
  chunked: boolean;
  transferEncoding: boolean;
  close: boolean;
  keepAlive: boolean;
  pool: boolean;
  coding: string | null;
}

/**
 * Parses the head of a response, from the status line to the empty line inclusive, which must be the last
 * four octets of `bytes[start..end)` and not occur before. Strict: bare LF, folded lines, white space before
 * a colon and conflicting lengths are errors.
 */
export function parseHead(bytes: Buffer, start: number, end: number): Head | Failure {
  const status = parseStatusLine(bytes, start, end);
  if (typeof status !== 'number') return status;
  const minor = (bytes[start + 7] ?? 0) - 48;
  const fields: Fields = {
    length: null,
    chunked: false,
    transferEncoding: false,
    close: false,
    keepAlive: false,
    pool: false,
    coding: null,
  };
  let line = bytes.indexOf(LF, start) + 1;
  while (line < end - 2) {
    const colon = endOfName(bytes, line);
    if (colon === line || bytes[colon] !== COLON)
      return malformed('a header line has no valid name');
    const lineEnd = endOfText(bytes, colon + 1);
    if (bytes[lineEnd] === LF) return malformed('a header line does not end in CRLF');
    if (bytes[lineEnd] !== CR || bytes[lineEnd + 1] !== LF)
      return malformed('a header value has a control character');
    const failure = takeField(bytes, line, colon, lineEnd, fields);
    if (failure) return failure;
    line = lineEnd + 2;
  }
  const head = conclude(status, minor, fields);
  const hasMore = fields.pool || fields.coding !== null;
  if (!hasMore || !('framing' in head)) return head;
  return {
    ...head,
    ...(fields.pool ? { pool: true } : {}),
    ...(fields.coding === null ? {} : { coding: fields.coding }),
  };
}

function malformed(message: string): Failure {
  return protocolFailure('HTTP_HEAD', `Malformed response: ${message}`);
}

/** The index of the first octet that is invalid in a name; the CR at the end of the head is one. */
function endOfName(bytes: Buffer, start: number): number {
  let at = start;
  while (isTokenOctet[bytes[at] ?? 0] === 1) at++;
  return at;
}

/** The index of the first control character; the CR at the end of the head is one. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (isTextOctet(bytes[at] ?? 0)) at++;
  return at;
}

function parseStatusLine(bytes: Buffer, start: number, end: number): number | Failure {
  const lineEnd = bytes.indexOf(LF, start);
  if (lineEnd < 0 || lineEnd >= end || bytes[lineEnd - 1] !== CR) {
    return malformed('the status line does not end in CRLF');
  }
  // Some services omit the space before an empty reason phrase; every client tolerates it.
  const noReason = lineEnd - start === 13;
  if (lineEnd - start < 13 || versionPrefix.some((octet, i) => bytes[start + i] !== octet)) {
    return malformed('expected a status line with HTTP/1.0 or HTTP/1.1');
  }
  const minor = bytes[start + 7];
  const separator = bytes[start + 12];
  if (
    (minor !== 48 && minor !== 49) ||
    bytes[start + 8] !== SPACE ||
    separator !== (noReason ? CR : SPACE)
  ) {
    return malformed('expected a status line with HTTP/1.0 or HTTP/1.1');
  }
  if (endOfText(bytes, start + 13) < lineEnd - 1)
    return malformed('the reason has a control character');
  return parseStatus(bytes, start + 9);
}

function parseStatus(bytes: Buffer, start: number): number | Failure {
  let status = 0;
  for (let i = start; i < start + 3; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return malformed('the status code is not a number of three digits');
    status = status * 10 + digit;
  }
  return status >= 100 ? status : malformed(`the status code is ${status}`);
}

/** Processes one field line; only fields that frame the message, or give a reason, are kept. */
function takeField(
  bytes: Buffer,
  start: number,
  colon: number,
  end: number,
  fields: Fields,
): Failure | null {
  if (hasName(bytes, start, colon, contentLength)) return takeLength(bytes, colon + 1, end, fields);
  if (hasName(bytes, start, colon, transferEncoding))
    return takeTransferEncoding(bytes.toString('latin1', colon + 1, end), fields);
  if (hasName(bytes, start, colon, connection))
    takeConnection(bytes.toString('latin1', colon + 1, end), fields);
  if (hasName(bytes, start, colon, refusal))
    fields.pool = trimBlanks(bytes.toString('latin1', colon + 1, end)) === poolRefusal;
  if (hasName(bytes, start, colon, contentEncoding))
    fields.coding = codingOf(bytes.toString('latin1', colon + 1, end));
  return null;
}

function takeLength(bytes: Buffer, start: number, end: number, fields: Fields): Failure | null {
  for (const part of bytes.toString('latin1', start, end).split(',')) {
    const text = trimBlanks(part);
    if (!/^\d{1,15}$/.test(text)) return malformed('Content-Length is not a number');
    const length = Number(text);
    if (fields.length !== null && fields.length !== length)
      return malformed('two different Content-Lengths');
    fields.length = length;
  }
  return null;
}

function takeTransferEncoding(value: string, fields: Fields): Failure | null {
  const codings = value.split(',').map(trimBlanks);
  if (codings.includes('')) return malformed('Transfer-Encoding names no coding');
  fields.transferEncoding = true;
  fields.chunked = codings.at(-1)?.toLowerCase() === 'chunked';
  return null;
}

function takeConnection(value: string, fields: Fields): void {
  for (const option of value.toLowerCase().split(',')) {
    if (trimBlanks(option) === 'close') fields.close = true;
    if (trimBlanks(option) === 'keep-alive') fields.keepAlive = true;
  }
}

function conclude(status: number, minor: number, fields: Fields): Head | Failure {
  const keepAlive = !fields.close && (minor === 1 || fields.keepAlive);
  if (status < 200 && !keepAlive) return malformed('an interim response ends the connection');
  if (status < 200 || status === 204 || status === 304) {
    return { status, framing: { kind: 'length', length: 0 }, keepAlive };
  }
  const untilClose: Head = {
    status,
    framing: { kind: 'until-close' },
    keepAlive: false,
    ...(keepAlive ? { staysWithoutBody: true } : {}),
  };
  if (fields.transferEncoding) {
    if (fields.length !== null) return malformed('both Transfer-Encoding and Content-Length');
    if (!fields.chunked) return untilClose;
    return { status, framing: { kind: 'chunked' }, keepAlive };
  }
  if (fields.length !== null) {
    return { status, framing: { kind: 'length', length: fields.length }, keepAlive };
  }
  return untilClose;
}
