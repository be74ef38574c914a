import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteStretch } from './stretch.ts';

/** Pieces on a wire with gaps between them. */
const scattered = fc.array(fc.tuple(fc.nat(5), fc.uint8Array({ maxLength: 9 })), { maxLength: 8 });

it('maps every byte to the wire, through two layers', () => {
  fc.assert(
    fc.property(scattered, fc.nat(60), fc.nat(60), (pieces, a, b) => {
      const outer = new ByteStretch();
      const wire: number[] = [];
      for (const [gap, bytes] of pieces) {
        wire.push(...new Array<number>(gap).fill(-1));
        outer.append(Buffer.from(bytes), wire.length);
        wire.push(...bytes);
      }
      const [from, to] = [a, b].map((at) => Math.min(at, outer.length)).sort((x, y) => x - y);
      const inner = new ByteStretch();
      inner.take(outer, from ?? 0, to ?? 0);
      expect([...inner.bytes]).toEqual([...outer.bytes.subarray(from, to)]);
      const found = inner
        .ranges(0, inner.length)
        .flatMap((range) => wire.slice(range.from, range.to));
      expect(found).toEqual([...inner.bytes]);
    }),
  );
});
