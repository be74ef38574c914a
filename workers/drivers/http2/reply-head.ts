import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { poolRefusal, refusalHeader } from '../../../workloads/interfaces/problem.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import { codingOf } from '../http/coding.ts';

/** The parts of a header block, headers or trailers, that a client needs. */
export interface ReplyHead {
  /** How the block violates the rules of HTTP/2 fields (RFC 9113, 8.2 and 8.3.2), or null. */
  readonly problem: Failure | null;
  /** Null if the block has no `:status`. */
  readonly httpStatus: number | null;
  /** Null if the block has no `grpc-status`; 2 (UNKNOWN) if it is not a number. */
  readonly grpcStatus: number | null;
  readonly grpcMessage: string;
  /** Whether the content type is one of gRPC's. */
  readonly isGrpc: boolean;
  /** Null if the block has no `content-length`. */
  readonly contentLength: number | null;
  /** Whether the service names missing database connections as the reason of a refusal. */
  readonly pool: boolean;
  /** Encoding of the body; null for none. */
  readonly coding: string | null;
  /** All of them. */
  readonly fields: readonly HeaderField[];
}

const unknownStatus = 2;
const connectionFields = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);

/** Reads the fields of one block. */
export function readHead(fields: readonly HeaderField[]): ReplyHead {
  const last = new Map(fields);
  const grpcStatus = last.get('grpc-status');
  const length = last.get('content-length');
  return {
    problem: problemOf(fields),
    httpStatus: last.has(':status') ? Number(last.get(':status')) : null,
    grpcStatus: grpcStatus === undefined ? null : parseGrpcStatus(grpcStatus),
    grpcMessage: decodePercent(last.get('grpc-message') ?? ''),
    isGrpc: /^application\/grpc($|[+;])/i.test(last.get('content-type') ?? ''),
    contentLength: length === undefined ? null : Number(length),
    pool: last.get(refusalHeader) === poolRefusal,
    coding: codingOf(last.get('content-encoding') ?? ''),
    fields,
  };
}

function problemOf(fields: readonly HeaderField[]): Failure | null {
  let regular = false;
  let statuses = 0;
  for (const [name, value] of fields) {
    if (name.startsWith(':')) {
      if (name !== ':status') return malformed(`an unknown pseudo-header, ${name}`);
      if (regular) return malformed('a pseudo-header after the other fields');
      if (++statuses > 1) return malformed('a second :status');
      if (!/^[1-9]\d\d$/.test(value)) return malformed('a :status that is not an HTTP status');
    } else {
      regular = true;
      if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name)) return malformed('a field with a bad name');
      if (connectionFields.has(name)) return malformed(`a field of HTTP/1.1, ${name}`);
      if (hasForbiddenOctet(value)) return malformed(`forbidden octets in ${name}`);
      if (name === 'content-length' && !/^\d{1,15}$/.test(value))
        return malformed('a content-length that is not a number');
    }
  }
  return null;
}

function hasForbiddenOctet(value: string): boolean {
  return value.includes('\0') || value.includes('\r') || value.includes('\n');
}

function malformed(what: string): Failure {
  return protocolFailure('H2_HEADERS', `The answer has ${what}`);
}

function parseGrpcStatus(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : unknownStatus;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Invalid percent-encoding is shown as received.
    return text;
  }
}
