import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSample, writeSample } from './sampleText.ts';

describe('a sample of a request', () => {
  it('is written for people', () => {
    expect(writeSample({ path: '/orders/7', query: { tag: ['a', 'b'] }, body: {} })).toBe(
      'path: /orders/7\nquery:\n  tag: [a, b]\nbody: {}',
    );
  });

  it('says the same when it is read again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (call) => {
        // JSON has no negative zero, which YAML has.
        const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
        expect(asJson(readSample(writeSample(call)))).toEqual(asJson(call));
      }),
    );
  });

  it.each(['path: [', '- 7', '7', ''])('is none: %j', (text) => {
    expect(readSample(text)).toBeNull();
  });
});
