import { Text } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diagnosticsOf, rangeOf } from './diagnostics.ts';

const text = Text.of(['load:', '  model: opne   # typo', '']);

it('rangeOf covers the text there, without the comment', () => {
  const { from, to } = rangeOf(text, { line: 2, column: 10 });
  expect(text.sliceString(from, to)).toBe('opne');
});

it('rangeOf stays within the text', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (line, column) => {
      const { from, to } = rangeOf(text, { line, column });
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(text.length);
    }),
  );
});

it('diagnosticsOf are sorted and include the path', () => {
  const problems = [
    { line: 2, column: 10, path: 'load.model', message: 'expected closed' },
    { line: 1, column: 1, path: '', message: 'expected a name' },
  ];
  expect(diagnosticsOf(text, problems).map(({ message }) => message)).toEqual([
    'expected a name',
    'load.model: expected closed',
  ]);
});
