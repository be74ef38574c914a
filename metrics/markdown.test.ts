import { expect, it } from 'vitest';
import { markdownTable } from './markdown.ts';

it('writes rows below their titles, aligned as is asked, and nothing in empty cells', () => {
  const rows = [
    ['wrk', '1,000', 'quiet'],
    ['k6', '', ''],
  ];
  expect(markdownTable(['who', 'rate', ''], rows, (column) => column === 1)).toBe(
    ['| who | rate | |', '|---|---:|---|', '| wrk | 1,000 | quiet |', '| k6 | | |'].join('\n'),
  );
});
