import { afterEach, describe, expect, it } from 'vitest';
import { authSchema } from './auth.ts';

const { canParse } = URL;
afterEach(() => {
  URL.canParse = canParse;
});

describe('who asks', () => {
  it('can be parsed by browsers without URL.canParse', () => {
    Reflect.deleteProperty(URL, 'canParse');
    const oauth = (url: string) =>
      authSchema.safeParse({
        oauth: { 'token-url': url, 'client-id': 'me', 'client-secret': 'x' },
      }).success;
    expect(oauth('https://login.example/oauth/token')).toBe(true);
    expect(['login.example', 'https://', 'https://a b/'].map(oauth)).toEqual([false, false, false]);
  });
});
