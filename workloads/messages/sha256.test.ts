import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

describe('SHA-256', () => {
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
