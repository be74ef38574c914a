import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sealBy, sealBytes } from './seal.ts';

describe('a seal', () => {
  const seal = sealBy('secret');
  const octets = fc.uint8Array({ maxLength: 2000 });

  it('opens what it sealed, in the same context', () => {
    fc.assert(
      fc.property(octets, fc.string(), (content, context) => {
        const sealed = seal.close(content, context);
        expect(sealed.length).toBe(content.length + sealBytes);
        expect(Buffer.from(seal.open(sealed, context) ?? [0])).toEqual(Buffer.from(content));
        expect(seal.open(sealed, `${context}.`)).toBeNull();
        expect(sealBy('another').open(sealed, context)).toBeNull();
      }),
    );
  });

  it('does not open changed messages', () => {
    fc.assert(
      fc.property(octets, fc.nat(), fc.integer({ min: 1, max: 255 }), (content, at, change) => {
        const sealed = seal.close(content, 'context');
        const place = at % sealed.length;
        sealed[place] = (sealed[place] ?? 0) ^ change;
        expect(seal.open(sealed, 'context')).toBeNull();
      }),
    );
  });

  it('does not open messages of others', () => {
    fc.assert(
      fc.property(octets, (content) => {
        expect(seal.open(content, 'c')).toBeNull();
      }),
    );
  });
});
