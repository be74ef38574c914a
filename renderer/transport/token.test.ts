import { describe, expect, it } from 'vitest';
import { splitToken, WindowTokens } from './token.ts';

it('splitToken takes the token out of the query or the fragment', () => {
  expect(splitToken({ search: '?token=abc', hash: '' })).toEqual({
    token: 'abc',
    search: '',
    hash: '',
  });
  expect(splitToken({ search: '?a=1&token=abc', hash: '#/run' })).toEqual({
    token: 'abc',
    search: '?a=1',
    hash: '#/run',
  });
  expect(splitToken({ search: '', hash: '#token=abc' })).toEqual({
    token: 'abc',
    search: '',
    hash: '',
  });
  expect(splitToken({ search: '', hash: '#/run?token=abc&b=2' })).toEqual({
    token: 'abc',
    search: '',
    hash: '#/run?b=2',
  });
});

it('splitToken leaves an address without a token unchanged', () => {
  expect(splitToken({ search: '', hash: '#/result/x' })).toEqual({
    token: null,
    search: '',
    hash: '#/result/x',
  });
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
