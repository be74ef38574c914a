import { grpcStatusNames } from '../../../protocols/grpc/status.ts';
import type { Failure } from '../driver.ts';
import { poolFailure, protocolFailure } from '../failures.ts';
import type { ReplyHead } from './reply-head.ts';

export const noResponse = protocolFailure('H2_HEADERS', 'The answer does not begin with headers');
export const noStatus = protocolFailure('H2_HEADERS', 'The response has no valid :status');
export const lateStatus = protocolFailure('H2_HEADERS', 'The trailers have a :status');
export const openTrailers = protocolFailure('H2_HEADERS', 'The trailers do not end the stream');
const noGrpcStatus = protocolFailure('GRPC_STATUS', 'The answer ended without a grpc-status');
const notGrpc = protocolFailure('GRPC_CONTENT_TYPE', 'The content type of the answer is not gRPC');

/** Headers and trailers of one gRPC answer; reused for the next. */
export class GrpcHead {
  /** 0 until the headers of the final response have arrived: informational ones (1xx) may precede it. */
  #httpStatus = 0;
  #grpcStatus = -1;
  #grpcMessage = '';
  #isGrpc = false;

  reset(): void {
    this.#httpStatus = 0;
    this.#grpcStatus = -1;
  }

  /** Whether content may follow. */
  get begun(): boolean {
    return this.#httpStatus !== 0;
  }

  take(head: ReplyHead, endStream: boolean): Failure | null {
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
    // The content is an error page, not a gRPC message.
    if (httpStatus !== 200) return httpFailure(httpStatus);
    return isGrpc ? null : notGrpc;
  }

  #end({ httpStatus }: ReplyHead, endStream: boolean): Failure | null {
    if (httpStatus !== null) return lateStatus;
    return endStream ? null : openTrailers;
  }

  /** @returns why the call failed, or null if its status is OK. */
  conclude(): Failure | null {
    if (this.#httpStatus === 0) return noResponse;
    if (this.#grpcStatus < 0) {
      if (this.#httpStatus !== 200) return httpFailure(this.#httpStatus);
      return this.#isGrpc ? noGrpcStatus : notGrpc;
    }
    return this.#grpcStatus === 0 ? null : grpcFailure(this.#grpcStatus, this.#grpcMessage);
  }
}

export function httpFailure(status: number): Failure {
  return { kind: 'status', code: String(status), message: `HTTP ${status}` };
}

/**
 * The failure for a gRPC status. A bundled service starts its message with `pool:` if no database connection
 * was free in time.
 */
export function grpcFailure(status: number, message: string): Failure {
  const code = grpcStatusNames[status] ?? `STATUS_${status}`;
  if (code === 'RESOURCE_EXHAUSTED' && message.startsWith('pool:')) {
    return poolFailure(`gRPC ${code}: ${message}`);
  }
  return { kind: 'status', code, message: `gRPC ${code}: ${message}` };
}
