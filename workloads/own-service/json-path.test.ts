import fc from 'fast-check';
import { compile, type JSONValue } from 'json-p3';
import { describe, expect, it } from 'vitest';
import { pathQuery } from './json-path.ts';

const key = fc.constantFrom(...'a,b,_c,length,__proto__,constructor,x y,0,é,'.split(','));
const document = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1.5, '', 'text'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;
const segment = fc.oneof(
  fc.constantFrom('.a', '.b', '._c', '.length', '.__proto__', '.constructor'),
  key.map((name) => `['${name}']`),
  fc.nat({ max: 4 }).map((index) => `[${index}]`),
  fc.constantFrom('[-1]', '[*]', '..a', '.*', '["a"]', "['a\\\\'b']", '[01]', '[?@.a]'),
);

describe('a JSONPath', () => {
  it('finds what the JSONPath library finds, and refuses what it refuses', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), document, (segments, value) => {
        const path = `$${segments.join('')}`;
        let expected: readonly unknown[] | null = null;
        try {
          expected = compile(path)
            .query(value as JSONValue)
            .values();
        } catch {
          expect(() => pathQuery(path)).toThrow();
          return;
        }
        expect(pathQuery(path)(value)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });
});
