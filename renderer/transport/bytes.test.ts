import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from '../../contracts/base64.ts';
import { joinBytes } from './bytes.ts';

it('restores bytes unchanged', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes));
    }),
  );
  const large = Uint8Array.from({ length: 200_001 }, (_none, index) => index % 251);
  expect(fromBase64(toBase64(large))).toEqual(large);
});

it('joins parts in order', () => {
  expect([...joinBytes([Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)])]).toEqual([
    1, 2, 3,
  ]);
});
