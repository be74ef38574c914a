import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certificateWords } from './certificate-words.ts';
import { failureWords, quoted } from './words.ts';

describe('text from another party', () => {
  it('is quoted without non-printing characters, and bounded', () => {
    expect(quoted('a\u0000b\r\nc\u202ed')).toBe('“a b c d”');
    expect(quoted('x'.repeat(500))).toBe(`“${'x'.repeat(120)}…”`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => {
        const words = quoted(text);
        expect(words).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(words.isWellFormed()).toBe(true);
        expect(Array.from(words).length).toBeLessThanOrEqual(123);
      }),
    );
  });
});

describe('a failure', () => {
  it('is described in words where its code is known', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(failureWords(refused)).toBe('Nothing is listening on this port (ECONNREFUSED).');
    expect(failureWords(new Error('odd'))).toBe('It failed: “odd”.');
    expect(failureWords('odd')).toBe('It failed: “odd”.');
  });
});

describe('the verdict on a certificate', () => {
  const certificate = {
    subject: { CN: 'bench.example' },
    issuer: { CN: 'Someone' },
    valid_to: 'Jan  2 00:00:00 2030 GMT',
  } as never;
  const words = (problem: string | null) =>
    certificateWords({ problem, certificate, host: 'other.example' });

  it('names the subject and the problem', () => {
    expect(words(null)).toBe('trusted certificate of “bench.example”, until 2030-01-02');
    const other = 'for “bench.example” and not for “other.example”';
    expect(words('ERR_TLS_CERT_ALTNAME_INVALID')).toContain(other);
    expect(words('CERT_HAS_EXPIRED')).toContain('expired on 2030-01-02');
    expect(words('DEPTH_ZERO_SELF_SIGNED_CERT')).toContain('NODE_EXTRA_CA_CERTS');
    expect(words('SOMETHING_NEW')).toContain('“SOMETHING_NEW”');
    const unnamed = certificateWords({ problem: null, certificate: null, host: '' });
    expect(unnamed).toContain('an unnamed subject');
  });
});
