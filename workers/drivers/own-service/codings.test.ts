import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codingIn, undoes, unencoded } from './codings.ts';

describe('an encoded body', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('is read: %s', (coding, encode) => {
    fc.assert(
      fc.property(fc.uint8Array(), (body) => {
        expect(unencoded(encode(body), coding)).toEqual(Buffer.from(body));
      }),
    );
    expect(unencoded(Buffer.alloc(0), coding)).toHaveLength(0);
    const bomb = encode(Buffer.alloc(65 * 1024 * 1024));
    expect(() => unencoded(bomb, coding)).toThrow(/larger than/);
  });

  it('is refused if invalid, or in another encoding', () => {
    expect(() => unencoded(Buffer.from('x'), 'gzip')).toThrow();
    expect(['gzip, br', 'compress', '__proto__', 'toString'].some(undoes)).toBe(false);
    expect(() => unencoded(Buffer.from('x'), 'toString')).toThrow(/encoding/);
    const body = Buffer.from('x');
    expect(unencoded(body, null)).toBe(body);
    expect(codingIn([['content-encoding', 'GZIP']])).toBe('gzip');
    expect(codingIn([['content-encoding', 'identity']])).toBeNull();
    expect(codingIn([])).toBeNull();
  });
});
