import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';
import type { HeaderField } from './hpack.ts';

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

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded as the specification wants; shown as it came.
    return text;
  }
}

/** Collects the answer of one unary gRPC call from the frames of its stream. */
export class UnaryReply {
  readonly #keep: boolean;
  #httpStatus = 0;
  #grpcStatus: number | null = null;
  #grpcMessage = '';
  #prefix = Buffer.alloc(prefixBytes);
  #prefixRead = 0;
  #expected = 0;
  #received = 0;
  #kept: Buffer[] = [];

  constructor(keep: boolean) {
    this.#keep = keep;
  }

  /** Octets of the message, without its prefix. */
  get size(): number {
    return this.#received;
  }

  get message(): Buffer {
    return Buffer.concat(this.#kept);
  }

  /** False until the headers of the real response are in: informational ones (1xx) may come before it. */
  get #begun(): boolean {
    return this.#httpStatus >= 200;
  }

  /** @returns the failure that the fields reveal, or null. */
  takeHeaders(fields: readonly HeaderField[]): Failure | null {
    for (const [name, value] of fields) {
      if (name === ':status') this.#httpStatus = /^[1-9]\d\d$/.test(value) ? Number(value) : 0;
      else if (name === 'grpc-status')
        this.#grpcStatus = /^\d{1,3}$/.test(value) ? Number(value) : 2;
      else if (name === 'grpc-message') this.#grpcMessage = decodePercent(value);
    }
    return this.#httpStatus === 0 ? noStatus : null;
  }

  takeData(bytes: Buffer, start: number, end: number): Failure | null {
    if (!this.#begun) return noResponse;
    let at = start;
    while (this.#prefixRead < prefixBytes && at < end) {
      this.#prefix[this.#prefixRead++] = bytes[at++] ?? 0;
      if (this.#prefixRead === prefixBytes) {
        if (this.#prefix[0] !== 0)
          return protocolFailure('GRPC_COMPRESSED', 'The message is compressed, unasked');
        this.#expected = this.#prefix.readUInt32BE(1);
        if (this.#expected > maxMessageBytes) {
          return protocolFailure('GRPC_LENGTH', `A message of ${this.#expected} bytes is too long`);
        }
      }
    }
    if (at === end) return null;
    this.#received += end - at;
    if (this.#received > this.#expected) {
      return protocolFailure('GRPC_LENGTH', 'The answer is longer than its length prefix says');
    }
    if (this.#keep) this.#kept.push(Buffer.from(bytes.subarray(at, end)));
    return null;
  }

  /** The stream has ended. @returns why the call failed, or null when it succeeded. */
  conclude(): Failure | null {
    if (!this.#begun) return noResponse;
    if (this.#grpcStatus === null) {
      return this.#httpStatus === 200
        ? protocolFailure('GRPC_STATUS', 'The answer ended without a grpc-status')
        : { kind: 'status', code: String(this.#httpStatus), message: `HTTP ${this.#httpStatus}` };
    }
    if (this.#grpcStatus !== 0) {
      const code = grpcStatusNames[this.#grpcStatus] ?? `STATUS_${this.#grpcStatus}`;
      return { kind: 'status', code, message: `gRPC ${code}: ${this.#grpcMessage}` };
    }
    if (this.#prefixRead < prefixBytes || this.#received !== this.#expected) {
      return protocolFailure('GRPC_LENGTH', 'The answer ended before its message was complete');
    }
    return null;
  }
}
