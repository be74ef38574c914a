import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packData, relayedDataSchema, unpackData } from './relayed-data.ts';

/** As a channel between processes transfers it. */
function throughJson(data: unknown) {
  return relayedDataSchema.parse(JSON.parse(JSON.stringify(packData(data))));
}

it('is the same text afterwards', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(unpackData(throughJson(text))).toBe(text);
    }),
  );
});

it('is the same bytes afterwards, even from the middle of a buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat(20), (bytes, start) => {
      const part = bytes.subarray(Math.min(start, bytes.length));
      expect(unpackData(throughJson(part))).toEqual(new Uint8Array(part));
    }),
  );
});

it('is not a number, an object or undefined', () => {
  for (const data of [1, 10n, {}, null, undefined, new ArrayBuffer(2)]) {
    expect(packData(data)).toBeNull();
  }
});
