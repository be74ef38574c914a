import { expect, it } from 'vitest';
import { markdownTable } from './markdown.ts';

it('writes rows below their titles, aligned as requested, and leaves empty cells empty', () => {
  const rows = [
    ['wrk', '1,000', 'quiet'],
    ['k6', '', ''],
  ];
  expect(markdownTable(['who', 'rate', ''], rows, (column) => column === 1)).toBe(
    ['| who | rate | |', '|---|---:|---|', '| wrk | 1,000 | quiet |', '| k6 | | |'].join('\n'),
  );
});
