import { prefixBytes } from '../../../protocols/grpc/messages.ts';
import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';

export const maxGrpcMessageBytes = 256 * 1024 * 1024;

const compressed = protocolFailure(
  'GRPC_COMPRESSED',
  'The message is compressed without being asked for',
);
const badFlag = protocolFailure('GRPC_PREFIX', 'The message begins with neither 0 nor 1');

/** Prefix of each gRPC message: a flag, then four octets of length, most significant first. */
export class GrpcPrefix {
  /** Number of octets read. */
  read = 0;
  /** Length of the message, once the prefix is complete. */
  length = 0;

  reset(): void {
    this.read = 0;
    this.length = 0;
  }

  /** Consumes one octet. @returns what is wrong with it, or null. */
  take(octet: number): Failure | null {
    const place = this.read++;
    if (place === 0) return octet === 0 ? null : octet === 1 ? compressed : badFlag;
    this.length = this.length * 256 + octet;
    if (place < prefixBytes - 1 || this.length <= maxGrpcMessageBytes) return null;
    return protocolFailure('GRPC_LENGTH', `A message of ${this.length} bytes is too long`);
  }
}
