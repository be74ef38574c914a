import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastLines } from './server-log.ts';

it('the log kept with a trial is short, without control characters', () => {
  const text = Array.from({ length: 100 }, (_, index) => `line ${index}\r\n`).join('');
  expect(lastLines(text, [])).toHaveLength(40);
  expect(lastLines(text, []).at(-1)).toBe('line 99');
  expect(lastLines('\u001b[31mred\u001b[0m\u0007\n\n', [])).toEqual(['red']);
  expect(lastLines('x'.repeat(1000), [])[0]).toHaveLength(402);
});

it('the log kept with a trial never contains a secret, or a line of one', () => {
  const key = '-----BEGIN KEY-----\nMIIEvgIBADAN\nBgkqhkiG9w0B\n-----END KEY-----\n';
  const log = `starting with open sesame\nkey ${key.split('\n')[1]}\n{"password":"a\\"b\\"c"}`;
  const shown = lastLines(log, ['open sesame', key, 'a"b"c']).join('\n');
  expect(shown).toBe('starting with •••\nkey •••\n{"password":"•••"}');
  fc.assert(
    fc.property(
      fc.string(),
      fc.stringMatching(/^[a-zA-Z0-9]{6,30}$/),
      fc.string(),
      (a, secret, b) => {
        expect(lastLines(`${a}${secret}${b}`, [secret]).join('\n')).not.toContain(secret);
      },
    ),
  );
});
