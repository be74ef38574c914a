import type { Failure } from '../driver.ts';
import { poolFailure, protocolFailure } from '../failures.ts';
import type { ReplyHead } from './reply-head.ts';

/** Names of gRPC status codes, in order of their numbers. */
export const grpcStatusNames = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;

const prefixBytes = 5;
export const maxMessageBytes = 256 * 1024 * 1024;

const noStatus = protocolFailure('H2_HEADERS', 'The response has no valid :status');
const noResponse = protocolFailure('H2_HEADERS', 'The answer does not begin with headers');
const lateStatus = protocolFailure('H2_HEADERS', 'The trailers have a :status');
const openTrailers = protocolFailure('H2_HEADERS', 'The trailers do not end the stream');
const noGrpcStatus = protocolFailure('GRPC_STATUS', 'The answer ended without a grpc-status');
const notGrpc = protocolFailure('GRPC_CONTENT_TYPE', 'The content type of the answer is not gRPC');
const compressed = protocolFailure('GRPC_COMPRESSED', 'The message is compressed, unasked');
const badFlag = protocolFailure('GRPC_PREFIX', 'The message begins with neither 0 nor 1');
const tooLong = protocolFailure(
  'GRPC_LENGTH',
  'The answer is longer than its length prefix says, or has a second message',
);
const tooShort = protocolFailure('GRPC_LENGTH', 'The answer ended before its message was complete');

/** Collects the answer of one unary gRPC call from the frames of its stream; used again for the next. */
export class UnaryReply {
  #keep = false;
  /** 0 until the headers of the real response are in: informational ones (1xx) may come before it. */
  #httpStatus = 0;
  #grpcStatus = -1;
  #grpcMessage = '';
  #isGrpc = false;
  #prefixRead = 0;
  #expected = 0;
  #received = 0;
  #kept: Buffer[] = [];

  /** Forgets the last answer. @param keep whether the message will be wanted. */
  reset(keep: boolean): void {
    this.#keep = keep;
    this.#httpStatus = 0;
    this.#grpcStatus = -1;
    this.#prefixRead = 0;
    this.#expected = 0;
    this.#received = 0;
    if (this.#kept.length > 0) this.#kept = [];
  }

  /** Octets of the message, without its prefix. */
  get size(): number {
    return this.#received;
  }

  /** A copy of the message; empty unless it was to be kept. */
  get message(): Buffer {
    return Buffer.concat(this.#kept);
  }

  /** Takes headers or trailers. @returns the failure that they reveal, or null. */
  takeHead(head: ReplyHead, endStream: boolean): Failure | null {
    if (head.problem) return head.problem;
    const failure =
      this.#httpStatus === 0 ? this.#begin(head, endStream) : this.#end(head, endStream);
    if (failure === null && endStream && head.grpcStatus !== null) {
      this.#grpcStatus = head.grpcStatus;
      this.#grpcMessage = head.grpcMessage;
    }
    return failure;
  }

  #begin({ httpStatus, isGrpc }: ReplyHead, endStream: boolean): Failure | null {
    if (httpStatus === null) return noStatus;
    if (httpStatus < 200) return null;
    this.#httpStatus = httpStatus;
    this.#isGrpc = isGrpc;
    if (endStream) return null;
    // What follows is somebody's error page, and no message of gRPC.
    if (httpStatus !== 200) return httpFailure(httpStatus);
    return isGrpc ? null : notGrpc;
  }

  #end({ httpStatus }: ReplyHead, endStream: boolean): Failure | null {
    if (httpStatus !== null) return lateStatus;
    return endStream ? null : openTrailers;
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    if (this.#httpStatus === 0) return noResponse;
    let at = start;
    while (this.#prefixRead < prefixBytes && at < end) {
      const failure = this.#takePrefix(bytes[at++] ?? 0);
      if (failure) return failure;
    }
    if (at === end) return null;
    this.#received += end - at;
    if (this.#received > this.#expected) return tooLong;
    if (this.#keep) this.#kept.push(Buffer.from(bytes.subarray(at, end)));
    return null;
  }

  /** One octet of the prefix: a flag, then four of length, the most significant first. */
  #takePrefix(octet: number): Failure | null {
    const place = this.#prefixRead++;
    if (place === 0) return octet === 0 ? null : octet === 1 ? compressed : badFlag;
    this.#expected = this.#expected * 256 + octet;
    if (place < prefixBytes - 1 || this.#expected <= maxMessageBytes) return null;
    return protocolFailure('GRPC_LENGTH', `A message of ${this.#expected} bytes is too long`);
  }

  /** The stream has ended. @returns why the call failed, or null when it succeeded. */
  conclude(): Failure | null {
    if (this.#httpStatus === 0) return noResponse;
    if (this.#grpcStatus < 0) {
      if (this.#httpStatus !== 200) return httpFailure(this.#httpStatus);
      return this.#isGrpc ? noGrpcStatus : notGrpc;
    }
    if (this.#grpcStatus !== 0) return grpcFailure(this.#grpcStatus, this.#grpcMessage);
    return this.#prefixRead < prefixBytes || this.#received !== this.#expected ? tooShort : null;
  }
}

function httpFailure(status: number): Failure {
  return { kind: 'status', code: String(status), message: `HTTP ${status}` };
}

/** The failure of a gRPC status. A bundled service begins its message with `pool:` where no database connection was free in time. */
export function grpcFailure(status: number, message: string): Failure {
  const code = grpcStatusNames[status] ?? `STATUS_${status}`;
  if (code === 'RESOURCE_EXHAUSTED' && message.startsWith('pool:')) {
    return poolFailure(`gRPC ${code}: ${message}`);
  }
  return { kind: 'status', code, message: `gRPC ${code}: ${message}` };
}
