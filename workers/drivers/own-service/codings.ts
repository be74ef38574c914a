import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { HeaderField } from '../../../protocols/http2/hpack.ts';
import { codingOf } from '../http/coding.ts';

/** Maximum length of a decoded body, in bytes: a short one may expand to a very long one. */
const maxBytes = 64 * 1024 * 1024;
const bound = { maxOutputLength: maxBytes };

const codings: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, bound),
  'x-gzip': (body) => gunzipSync(body, bound),
  // Some servers omit the zlib wrapper (RFC 9110, 8.4.1.2).
  deflate: (body) =>
    ((body[0] ?? 0) & 15) === 8 ? inflateSync(body, bound) : inflateRawSync(body, bound),
  br: (body) => brotliDecompressSync(body, bound),
  zstd: (body) => zstdDecompressSync(body, bound),
};

/** Whether an encoding of bodies, which users may request with their own header, can be decoded. */
export const undoes = (coding: string): boolean => Object.hasOwn(codings, coding);

/**
 * Decodes a body.
 * @param coding null for none.
 * @throws Error if it is not in this encoding, or too long.
 */
export function unencoded(body: Buffer, coding: string | null): Buffer {
  if (coding === null || body.length === 0) return body;
  const undo = undoes(coding) ? codings[coding] : undefined;
  if (!undo) throw new TypeError(`unknown encoding ${coding.slice(0, 100)}`);
  return undo(body);
}

/** Encoding of a body, from its header fields; null for none. */
export function codingIn(fields: readonly HeaderField[]): string | null {
  const values = fields.filter(([name]) => name === 'content-encoding').map(([, value]) => value);
  return codingOf(values.join(','));
}
