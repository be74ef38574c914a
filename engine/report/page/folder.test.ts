import { expect, it } from 'vitest';
import type { DrawnFigure } from '../../../contracts/report.ts';
import { composeReport } from '../compose.ts';
import { folderFiles } from './folder.ts';

it('a report is a folder of pictures, data and texts, with captions and the page', () => {
  const figure = (stem: string, part: Partial<DrawnFigure>): DrawnFigure => ({
    ...{
      blockId: stem,
      stem,
      label: 'Figure 1',
      caption: `About ${stem}`,
      svg: null,
      csv: null,
      text: null,
    },
    ...part,
  });
  const files = folderFiles(
    composeReport([]),
    [
      figure('one', { svg: '<svg/>', csv: 'a,b' }),
      figure('two', { text: { content: 'x: 1', extension: 'yaml' } }),
      figure('three', {}),
    ],
    'page',
  );
  expect(files.slice(0, 3)).toEqual([
    { name: 'one.svg', mediaType: 'image/svg+xml', text: '<svg/>', caption: 'About one' },
    { name: 'one.csv', mediaType: 'text/csv', text: 'a,b' },
    { name: 'two.yaml', mediaType: 'text/plain', text: 'x: 1' },
  ]);
  expect(files.slice(3).map(({ name, mediaType }) => [name, mediaType])).toEqual([
    ['captions.md', 'text/markdown'],
    ['captions.tex', 'text/x-tex'],
    ['report.html', 'text/html'],
  ]);
  expect(files.at(-1)?.text).toBe('page');
  expect(files.at(-3)?.text).toContain('`two.yaml`');
});
