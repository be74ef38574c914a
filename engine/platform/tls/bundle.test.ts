import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, formatBundle, isUsable, parseBundle } from './bundle.ts';
import { authorityDays, issueAuthority } from './issue.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
let authority: Bundle;
let other: Bundle;

beforeAll(async () => {
  [authority, other] = await Promise.all([issueAuthority(), issueAuthority()]);
});

describe('parseBundle', () => {
  it('reads what formatBundle writes', () => {
    expect(parseBundle(formatBundle(authority))).toEqual(authority);
  });

  it('finds nothing in other texts, and never throws', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (text, cut) => {
        expect(parseBundle(text)).toBeUndefined();
        parseBundle(formatBundle(authority).slice(cut % 3000));
      }),
    );
  });
});

describe('isUsable', () => {
  it('is usable while the reserve of days remains', () => {
    expect(isUsable(authority, 30)).toBe(true);
    expect(isUsable(authority, 30, inDays(authorityDays - 31))).toBe(true);
    expect(isUsable(authority, 30, inDays(authorityDays - 29))).toBe(false);
    expect(isUsable(authority, 0, inDays(authorityDays + 1))).toBe(false);
  });

  it('is unusable before the certificate is valid', () => {
    expect(isUsable(authority, 30, inDays(-2))).toBe(false);
  });

  it('is unusable with another key, or with rubbish', () => {
    expect(isUsable({ cert: authority.cert, key: other.key }, 30)).toBe(false);
    expect(isUsable({ cert: 'x', key: 'y' }, 30)).toBe(false);
  });
});
