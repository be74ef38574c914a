import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { serverIdentity } from '../platform/tls/identity.ts';
import { parseAuthority, parseFingerprint, readTrust } from './trust.ts';

const digest = Buffer.alloc(32, 0xa5);

describe('trust in servers', () => {
  it('is a fingerprint in any common form', () => {
    const wanted = digest.toString('base64url');
    const pairs = digest.toString('hex').toUpperCase().match(/../g) ?? [];
    for (const text of [
      wanted,
      digest.toString('hex'),
      pairs.join(':'),
      `sha256 Fingerprint=${pairs.join(':')}\n`,
    ]) {
      expect(parseFingerprint(text)).toBe(wanted);
    }
  });

  it('is no other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\w-]{43}$/.test(text.trim()));
        expect(() => parseFingerprint(text)).toThrow(WirebenchError);
        expect(() => parseAuthority(text, 'file')).toThrow('not a certificate in PEM');
      }),
    );
  });

  it('is the authority in a file, or a fingerprint, but not both', async () => {
    const home = temporaryFolder();
    const { ca } = await serverIdentity(home);
    expect(await readTrust({ authority: `${home}/tls/ca.pem` })).toEqual({
      by: 'authority',
      pem: ca,
    });
    expect(await readTrust({})).toEqual({ by: 'system' });
    await expect(readTrust({ authority: 'a', fingerprint: 'b' })).rejects.toThrow('not both');
    await expect(readTrust({ authority: `${home}/none` })).rejects.toThrow('--nats-ca');
  });
});
