import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatJoinToken, parseJoinToken } from './join-token.ts';
import { newSeed } from './keys.ts';

describe('a token to join with', () => {
  const fingerprint = 'qCjG4yfcAgtAThqKyo8hvujj2BMUy9CvNE5Ur7pBWSk';

  it('names a key and certificates', () => {
    const seed = newSeed();
    const token = { seed, fingerprints: [fingerprint], isShared: false };
    expect(formatJoinToken(token)).toBe(`${seed}.${fingerprint}`);
    expect(parseJoinToken(` ${formatJoinToken(token)}\n`)).toEqual(token);
    const bare = { seed, fingerprints: [], isShared: false };
    expect(parseJoinToken(seed)).toEqual(bare);
    const shared = { seed, fingerprints: [fingerprint, fingerprint], isShared: true };
    expect(parseJoinToken(formatJoinToken(shared))).toEqual(shared);
  });

  it('is refused when a character of the key is changed', () => {
    const token = formatJoinToken({
      seed: newSeed(),
      fingerprints: [fingerprint],
      isShared: false,
    });
    // After the letters of the key's type; one of the last characters contains bits without meaning.
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 56 }), (at) => {
        const other = token[at] === 'A' ? 'B' : 'A';
        const wrong = `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
        expect(() => parseJoinToken(wrong)).toThrow('not a token of a Wirebench controller');
      }),
    );
  });

  it.each([true, false])('is refused when any part is missing', (isShared) => {
    const token = formatJoinToken({ seed: newSeed(), fingerprints: [fingerprint], isShared });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: token.length - 1 }), (at) => {
        const cut = token.slice(0, at) + token.slice(at + 1);
        expect(() => parseJoinToken(cut)).toThrow('not a token of a Wirebench controller');
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => parseJoinToken(text)).toThrow('not a token of a Wirebench controller');
      }),
    );
  });
});
