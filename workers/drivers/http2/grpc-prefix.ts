import type { Failure } from '../driver.ts';
import { protocolFailure } from '../failures.ts';

export const prefixBytes = 5;
export const maxMessageBytes = 256 * 1024 * 1024;

const compressed = protocolFailure('GRPC_COMPRESSED', 'The message is compressed, unasked');
const badFlag = protocolFailure('GRPC_PREFIX', 'The message begins with neither 0 nor 1');

/** What stands before each message of gRPC: a flag, then four octets of length, the most significant first. */
export class GrpcPrefix {
  /** Octets that have been read. */
  read = 0;
  /** Of the message, once the prefix is whole. */
  length = 0;

  reset(): void {
    this.read = 0;
    this.length = 0;
  }

  /** Takes one octet. @returns what is wrong with it, or null. */
  take(octet: number): Failure | null {
    const place = this.read++;
    if (place === 0) return octet === 0 ? null : octet === 1 ? compressed : badFlag;
    this.length = this.length * 256 + octet;
    if (place < prefixBytes - 1 || this.length <= maxMessageBytes) return null;
    return protocolFailure('GRPC_LENGTH', `A message of ${this.length} bytes is too long`);
  }
}

/** A message behind its prefix: not compressed, four octets of length. */
export function prefixMessage(message: Buffer): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** The messages of a whole stream, without their prefixes. */
export function splitMessages(content: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < content.length; ) {
    const end = at + prefixBytes + content.readUInt32BE(at + 1);
    messages.push(content.subarray(at + prefixBytes, end));
    at = end;
  }
  return messages;
}
