import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJoinToken, parseJoinToken } from './join-token.ts';
import { newSeed } from './keys.ts';

describe('a token to join with', () => {
  const fingerprint = 'qCjG4yfcAgtAThqKyo8hvujj2BMUy9CvNE5Ur7pBWSk';

  it('names a key and a certificate', () => {
    const seed = newSeed();
    const token = formatJoinToken({ seed, fingerprint });
    expect(parseJoinToken(` ${token}\n`)).toEqual({ seed, fingerprint });
    expect(parseJoinToken(seed)).toEqual({ seed, fingerprint: null });
  });

  it('is refused when anything of it is missing', () => {
    const token = formatJoinToken({ seed: newSeed(), fingerprint });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: token.length - 1 }), (at) => {
        const cut = token.slice(0, at) + token.slice(at + 1);
        // Without its dot and what follows it would be the token of another kind of server.
        if (cut.length === 58) return;
        expect(() => parseJoinToken(cut)).toThrow('no token of a Wirebench controller');
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseJoinToken(text)).toThrow('no token of a Wirebench controller');
      }),
    );
  });
});
