import { createHash } from 'node:crypto';

/**
 * SHA-256, in hexadecimal, over a value written as JSON without spaces. Reading JSON and writing
 * it again gives the same text, so files that were only laid out anew keep their checksum.
 */
export function checksumOf(run: unknown): string {
  return createHash('sha256').update(JSON.stringify(run)).digest('hex');
}
