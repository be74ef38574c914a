import type { IncomingMessage, ServerResponse } from 'node:http';
import { countBody, mayBeLarge } from '../http-bodies.ts';

/** The body exceeds the service's limit. */
export class BodyTooLong extends Error {
  override readonly name = 'BodyTooLong';
}

/**
 * Reads a request's body as UTF-8.
 * @throws BodyTooLong beyond `limit` bytes, BodiesTooLarge if all bodies together are; the remainder is
 * discarded.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const refuse = (error: Error): void => {
      request.off('data', keep);
      chunks = [];
      request.resume();
      reject(error);
    };
    const keep = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else refuse(new BodyTooLong(`The request is longer than ${limit} bytes`));
    };
    if (mayBeLarge(request)) countBody(request, response, refuse);
    request.on('data', keep);
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', reject);
  });
}
