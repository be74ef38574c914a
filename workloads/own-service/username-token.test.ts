import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha1 } from './sha1.ts';
import { passwordDigest } from './username-token.ts';

it('SHA-1 is that of others', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (message) => {
      expect(Buffer.from(sha1(message)).toString('hex')).toBe(
        createHash('sha1').update(message).digest('hex'),
      );
    }),
  );
});

it('a digest covers nonce, time and password, and no two are equal', () => {
  const nonce = Buffer.from('a nonce');
  const made = passwordDigest({ password: 'pässword' }, nonce, 0);
  const expected = createHash('sha1')
    .update(nonce)
    .update('1970-01-01T00:00:00.000Zpässword')
    .digest('base64');
  expect(made).toContain(`#PasswordDigest">${expected}<`);
  expect(made).toContain(`>${nonce.toString('base64')}</wsse:Nonce>`);
  expect(made).toContain('<wsu:Created>1970-01-01T00:00:00.000Z</wsu:Created>');
  const others = Array.from({ length: 100 }, () => passwordDigest({ password: 'p' }));
  expect(new Set(others).size).toBe(100);
});
