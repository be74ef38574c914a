import { expect, it } from 'vitest';
import type { Report } from '../../contracts/report.ts';
import {
  changeBlock,
  figureBlock,
  insertBlock,
  moveBlock,
  removeBlock,
  textBlock,
} from './reportBlocks.ts';

const text = (id: string) => ({ kind: 'text', id, text: id }) as const;
const report: Report = {
  format: 'wirebench-report/1',
  title: 'Report',
  subtitle: '',
  authors: '',
  runIds: ['run'],
  blocks: [text('a'), text('b'), text('c')],
};
const ids = ({ blocks }: Report) => blocks.map(({ id }) => id).join('');

it('the blocks of a report move up and down, and not beyond the ends', () => {
  expect(ids(moveBlock(report, 'b', -1))).toBe('bac');
  expect(ids(moveBlock(report, 'b', 1))).toBe('acb');
  expect(moveBlock(report, 'a', -1)).toBe(report);
  expect(moveBlock(report, 'c', 1)).toBe(report);
  expect(moveBlock(report, 'x', 1)).toBe(report);
});

it('the blocks of a report come back to where they were removed, and are changed by id, and new ones have an id of their own', () => {
  const without = removeBlock(report, 'b');
  expect(ids(without)).toBe('ac');
  expect(ids(insertBlock(without, text('b'), 1))).toBe('abc');
  expect(ids(insertBlock(without, text('b')))).toBe('acb');
  expect(insertBlock(report, text('b'), 0)).toBe(report);
  expect(changeBlock(report, { kind: 'text', id: 'b', text: 'new' }).blocks[1]).toMatchObject({
    text: 'new',
  });
  const once = insertBlock(report, textBlock(report));
  const twice = insertBlock(once, textBlock(once));
  const figure = figureBlock(twice, { type: 'trials', runId: 'run' });
  const all = insertBlock(removeBlock(twice, 'a'), figure);
  expect(new Set(all.blocks.map(({ id }) => id)).size).toBe(all.blocks.length);
});
