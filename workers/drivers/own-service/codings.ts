import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { codingOf } from '../http/status.ts';

/** Longest body once it is no longer encoded, in bytes: a short one may stand for a very long one. */
const maxBytes = 64 * 1024 * 1024;
const bound = { maxOutputLength: maxBytes };

const codings: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, bound),
  'x-gzip': (body) => gunzipSync(body, bound),
  // Some servers leave out what zlib puts around the data (RFC 9110, 8.4.1.2).
  deflate: (body) =>
    ((body[0] ?? 0) & 15) === 8 ? inflateSync(body, bound) : inflateRawSync(body, bound),
  br: (body) => brotliDecompressSync(body, bound),
  zstd: (body) => zstdDecompressSync(body, bound),
};

/** Whether an encoding of bodies, for which users may ask by a header of their own, can be unencoded. */
export const undoes = (coding: string): boolean => Object.hasOwn(codings, coding);

/**
 * A body as it was before it was encoded.
 * @param coding null for none. @throws Error when it is not so encoded, or too long.
 */
export function unencoded(body: Buffer, coding: string | null): Buffer {
  if (coding === null || body.length === 0) return body;
  const undo = undoes(coding) ? codings[coding] : undefined;
  if (!undo) throw new TypeError(`nobody knows the encoding ${coding.slice(0, 100)}`);
  return undo(body);
}

/** How a body is encoded, by its header fields; null for not at all. */
export function codingIn(fields: readonly HeaderField[]): string | null {
  const values = fields.filter(([name]) => name === 'content-encoding').map(([, value]) => value);
  return codingOf(values.join(','));
}
