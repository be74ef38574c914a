import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPath, parsePath } from '../../contracts/experiment/path.ts';
import { describeValue, editDistance, nearestWord } from './wording.ts';

describe('nearestWord', () => {
  const keys = ['load', 'name', 'factors', 'target', 'rampUp', 'warmUp', 'repetitions', 'tls'];
  it.each([
    ['lode', 'load'],
    ['ramp_up', 'rampUp'],
    ['WARM-UP', 'warmUp'],
    ['repetition', 'repetitions'],
    ['tsl', 'tls'],
    ['factor', 'factors'],
    ['some', undefined],
    ['payload', undefined],
    ['', undefined],
    ['x'.repeat(100), undefined],
  ])('%s: %s', (word, expected) => expect(nearestWord(word, keys)).toBe(expected));
});

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['a', '', 1],
    ['soap', 'sopa', 1],
    ['kitten', 'sitting', 3],
    ['grpc', 'rest', 4],
  ])('%s – %s: %i', (a, b, expected) => expect(editDistance(a, b)).toBe(expected));

  it('is symmetric, and zero only for equal words', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});

describe('describeValue', () => {
  it('shows short values and cuts long ones', () => {
    const shown = [undefined, null, 5, true, 'a', [], {}].map(describeValue).join(', ');
    expect(shown).toBe('nothing, nothing, 5, true, "a", a list, a mapping');
    expect(describeValue('x'.repeat(500)).length).toBeLessThan(65);
  });
});

describe('paths', () => {
  it('can be parsed as they are formatted', () => {
    const key = fc.stringMatching(/^[A-Za-z][\w-]{0,8}$/);
    const step = fc.oneof(key, fc.nat(1000));
    fc.assert(
      fc.property(key, fc.array(step), (first, rest) => {
        expect(parsePath(formatPath([first, ...rest]))).toEqual([first, ...rest]);
      }),
    );
  });

  it('quote keys that are not plain words', () => {
    expect(formatPath(['a', 'b c', 0])).toBe('a["b c"][0]');
    expect(parsePath('a["b c"]')).toBeUndefined();
  });
});
