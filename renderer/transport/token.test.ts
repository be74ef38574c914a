import { describe, expect, it } from 'vitest';
import { splitToken } from './token.ts';

describe('splitToken', () => {
  it('takes the token out of the query or the fragment', () => {
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

  it('leaves an address without one alone', () => {
    expect(splitToken({ search: '', hash: '#/result/x' })).toEqual({
      token: null,
      search: '',
      hash: '#/result/x',
    });
  });
});
