import { expect, it } from 'vitest';
import { textAsBytes, withBytes, withFilesAsBytes } from './bytes.ts';

const bytes = new Uint8Array([0xc3, 0xa4]);

it('file contents sent to main are bytes', () => {
  expect(textAsBytes('ä')).toEqual(bytes);
  expect(textAsBytes(bytes)).toBe(bytes);
  expect(withBytes({ path: null, content: 'ä' })).toEqual({ path: null, content: bytes });
  expect(withFilesAsBytes({ suggestedName: 'a', files: [{ name: 'b', content: 'ä' }] })).toEqual({
    suggestedName: 'a',
    files: [{ name: 'b', content: bytes }],
  });
});

it.each([
  ...[undefined, null, 7, 'x', [], {}, { files: 7 }, { files: 'x' }, { files: { length: 1 } }],
  ...[{ content: 7 }, { files: null }, new Map()],
])('file contents sent to main pass through unchanged if malformed: %o', (wrong) => {
  expect(withBytes(wrong)).toBe(wrong);
  expect(withFilesAsBytes(wrong)).toBe(wrong);
});

it('file contents sent to main pass through unchanged among well-formed files', () => {
  const files = [null, 7, [], { content: null }, { content: 'ä' }];
  expect(withFilesAsBytes({ files })).toEqual({
    files: [null, 7, [], { content: null }, { content: bytes }],
  });
});
