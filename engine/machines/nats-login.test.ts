import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WirebenchError } from '../../contracts/errors.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { newSeed, publicKey } from './keys.ts';
import { authenticatorOf, parseNatsLogin, readNatsLogin } from './nats-login.ts';

const seed = newSeed();
const jwt = 'eyJ0eXAiOiJKV1QifQ.eyJzdWIiOiJVQSJ9.c2lnbmF0dXJl';
const creds = `-----BEGIN NATS USER JWT-----
${jwt}
------END NATS USER JWT------

************************* IMPORTANT *************************
NKEY Seed printed below can be used to sign and prove identity.

-----BEGIN USER NKEY SEED-----
${seed}
------END USER NKEY SEED------

*************************************************************
`;
const parse = (text: string) => parseNatsLogin(text, 'file');

describe('credentials of NATS', () => {
  it('are the output of nsc', () => {
    const login = parse(creds.replaceAll('\n', '\r\n'));
    expect(login.by).toBe('creds');
    expect(authenticatorOf(login)?.('nonce')).toMatchObject({ jwt, nkey: publicKey(seed) });
    expect(authenticatorOf(parse(creds))?.('nonce')).toEqual(authenticatorOf(login)?.('nonce'));
  });

  it('are the seed of a key alone', () => {
    const login = parse(`\n${seed}\n`);
    expect(login).toEqual({ by: 'nkey', seed });
    expect(authenticatorOf(login)?.('nonce')).toMatchObject({ nkey: publicKey(seed) });
  });

  it('are a user and a password, or a token', () => {
    const login = parse('# of the lab\nuser: agent\r\npassword:  a: b#c \n');
    expect(login).toEqual({ by: 'password', user: 'agent', password: 'a: b#c' });
    expect(authenticatorOf(login)?.()).toEqual({ user: 'agent', pass: 'a: b#c' });
    expect(authenticatorOf(parse('token: secret'))?.()).toEqual({ auth_token: 'secret' });
  });

  it.each([
    ['nothing', ''],
    ['a user alone', 'user: secret'],
    ['two users', 'user: secret\nuser: secret\npassword: secret'],
    ['all of it', 'user: secret\npassword: secret\ntoken: secret'],
    ['another word', 'pass: secret'],
    ['a seed that is cut', seed.slice(1)],
    ['a file without its seed', creds.replace(seed, 'SUsecret')],
    ['a file without its JWT', creds.replace(jwt, 'secret')],
    ['far too much', `token: ${'secret'.repeat(20_000)}`],
  ])('are not %s, and the message quotes nothing of it', (_, text) => {
    expect(() => parse(text)).toThrow('not NATS credentials');
    expect(() => parse(text)).not.toThrow('secret');
  });

  it('are parsed from any text, or refused by name', () => {
    const line = fc
      .tuple(fc.constantFrom('user', 'password', 'token', '#', ''), fc.string())
      .map(([name, value]) => `${name}: ${value}`);
    const damaged = fc
      .tuple(fc.nat(creds.length), fc.nat(20), fc.string())
      .map(([from, count, text]) => creds.slice(0, from) + text + creds.slice(from + count));
    const text = fc.oneof(
      fc.string(),
      fc.array(line).map((lines) => lines.join('\n')),
      damaged,
    );
    fc.assert(
      fc.property(text, (one) => {
        try {
          const authenticator = authenticatorOf(parse(one));
          expect(authenticator?.('nonce')).toBeTypeOf('object');
        } catch (error) {
          expect(error).toBeInstanceOf(WirebenchError);
        }
      }),
    );
  });

  it('come from a file, and are null without one', async () => {
    const file = join(temporaryFolder(), 'login');
    writeFileSync(file, 'token: one');
    expect(await readNatsLogin(file)).toEqual({ by: 'token', token: 'one' });
    expect(await readNatsLogin(undefined)).toEqual({ by: 'nothing' });
    await expect(readNatsLogin(`${file}.missing`)).rejects.toThrow('--nats-credentials');
  });
});
