import { describe, expect, it } from 'vitest';
import { isSecretName } from './secret-names.ts';

describe('a name', () => {
  it.each([
    ...['Authorization', 'proxy-authorization', 'x-auth', 'Cookie', 'set-cookie', 'x-api-key'],
    ...['api_key', 'access_token', 'client-secret', 'sessionId', 'x-csrf', 'password', 'sig'],
  ])('may belong to a secret: %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([':authority', 'author', 'authors', 'www-authenticate', 'accept', 'signal', 'id', ''])(
    'does not belong to a secret: %s',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});
