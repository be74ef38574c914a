import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

describe('SHA-256', () => {
  it('matches the test vectors of the standard', () => {
    const of = (text: string) => new Sha256().update(new TextEncoder().encode(text)).digest();
    expect(of('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(of('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });

  it("matches Node's own, however the bytes are split", () => {
    const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (pieces) => {
        const ours = new Sha256();
        const nodes = createHash('sha256');
        for (const piece of pieces) {
          ours.update(piece);
          nodes.update(piece);
        }
        expect(ours.digest()).toBe(nodes.digest('hex'));
      }),
    );
  });
});
