import { joinBytes } from '../transport/bytes.ts';
import { crc32 } from '../transport/zip.ts';

/** End of a PNG's header: its signature of 8 bytes, and a chunk of 25. */
const headerEnd = 33;

/**
 * Adds texts to a PNG, as international text chunks (`iTXt`) that image programs show under their names.
 * @param texts by keyword: 1–79 Latin letters, such as `Title`.
 */
export function withPngTexts(
  png: Uint8Array,
  texts: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const chunks = Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text));
  return joinBytes([png.subarray(0, headerEnd), ...chunks, png.subarray(headerEnd)]);
}

function textChunk(keyword: string, text: string): Uint8Array {
  // After the keyword: not compressed, no language, no translated keyword.
  const body = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  return chunk;
}
