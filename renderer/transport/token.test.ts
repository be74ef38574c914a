import { describe, expect, it } from 'vitest';
import { splitToken, WindowTokens } from './token.ts';

it.each([
  [
    ['?token=abc', ''],
    ['abc', '', ''],
  ],
  [
    ['?a=1&token=abc', '#/run'],
    ['abc', '?a=1', '#/run'],
  ],
  [
    ['', '#token=abc'],
    ['abc', '', ''],
  ],
  [
    ['', '#/run?token=abc&b=2'],
    ['abc', '', '#/run?b=2'],
  ],
  [
    ['', '#/result/x'],
    [null, '', '#/result/x'],
  ],
])('splitToken takes the token out of %j, if there is one', ([search = '', hash = ''], parts) => {
  const split = splitToken({ search, hash });
  expect([split.token, split.search, split.hash]).toEqual(parts);
});

describe('WindowTokens', () => {
  /** Fake storage that all windows of an origin share. */
  function sharedStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }

  it('give a window without a token the one that another window used successfully', () => {
    const shared = sharedStorage();
    const first = new WindowTokens('right', shared);
    expect(new WindowTokens(null, shared).current).toBeNull();
    first.keep('right');
    expect(new WindowTokens(null, shared).current).toBe('right');
  });

  it('do not let a wrong token in an address lock out other windows', () => {
    const shared = sharedStorage();
    shared.setItem('wirebench.token', 'right');
    const led = new WindowTokens('wrong', shared);
    expect(led.current).toBe('wrong');
    expect(led.drop('wrong')).toBe(true);
    expect(led.current).toBe('right');
    expect(new WindowTokens(null, shared).current).toBe('right');
  });

  it('are forgotten if a restarted engine refuses them', () => {
    const shared = sharedStorage();
    const window = new WindowTokens('old', shared);
    window.keep('old');
    expect(window.drop('old')).toBe(false);
    expect(window.current).toBeNull();
    shared.setItem('wirebench.token', 'new');
    expect(window.current).toBe('new');
  });
});
