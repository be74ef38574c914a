import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textChange } from './textChange.ts';

function apply(text: string, change: ReturnType<typeof textChange>): string {
  return change ? text.slice(0, change.from) + change.insert + text.slice(change.to) : text;
}

it('is as small as can be', () => {
  expect(textChange('users: [10]', 'users: [10, 50]')).toEqual({
    from: 10,
    to: 10,
    insert: ', 50',
  });
  expect(textChange('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' });
  expect(textChange('same', 'same')).toBeNull();
});

it('turns any text into any other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(apply(before, textChange(before, after))).toBe(after);
    }),
  );
});
