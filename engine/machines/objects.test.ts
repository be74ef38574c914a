import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeMessage,
  encodeMessage,
  fetchObject,
  ObjectShelf,
  objectName,
  pieceBytes,
} from './objects.ts';

describe('objects named by their content', () => {
  const offered = (content: Uint8Array) => {
    const shelf = new ObjectShelf();
    const name = shelf.put(content);
    return { name, get: async (from: number) => shelf.piece(name, from) ?? new Uint8Array() };
  };

  it.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1, 3 * pieceBytes])(
    'arrive whole: %i octets',
    async (length) => {
      const content = Buffer.alloc(length, 'Wirebench');
      const { name, get } = offered(content);
      expect((await fetchObject(name, get)).equals(content)).toBe(true);
    },
  );

  it('are refused when a piece is missing or changed', async () => {
    const { name, get } = offered(Buffer.alloc(2 * pieceBytes + 5, 'a'));
    const cut = async (from: number) => (from >= pieceBytes ? new Uint8Array() : get(from));
    await expect(fetchObject(name, cut)).rejects.toThrow('not what it had named');
    const other = async (from: number) => {
      const piece = Buffer.from(await get(from));
      if (from > 0) piece[0] = 0;
      return piece;
    };
    await expect(fetchObject(name, other)).rejects.toThrow('not what it had named');
    await expect(fetchObject(objectName(Buffer.from('x')), get)).rejects.toThrow('not what');
  });

  it('preserve JSON that contains octets', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue().filter((one) => one !== 0),
        fc.uint8Array().map((octets) => new Uint8Array(octets)),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.record({ a: tie('value'), b: tie('value') }),
      ),
    })).value;
    const withoutOctetsKey = (one: unknown) => !JSON.stringify(one)?.includes('$octets');
    const isPlain = (one: unknown) => JSON.stringify(one)?.includes('-0') !== true;
    fc.assert(
      fc.property(value.filter(withoutOctetsKey).filter(isPlain), (one) => {
        const back = decodeMessage(encodeMessage(one));
        expect(encodeMessage(back).equals(encodeMessage(one))).toBe(true);
      }),
    );
    expect(decodeMessage(encodeMessage({ body: [new Uint8Array([0, 255])] }))).toEqual({
      body: [new Uint8Array([0, 255])],
    });
  });
});
