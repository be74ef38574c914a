import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TableView } from './TableView.tsx';

const pageOf = (rows: number) =>
  renderToString(
    <TableView
      table={{
        caption: 'Many',
        header: ['Row'],
        rows: Array.from({ length: rows }, (_none, index) => [index]),
      }}
    />,
  ).replaceAll('<!-- -->', '');

it('says below a shortened table where the other rows are', () => {
  expect(pageOf(1200)).toContain('The first 400 of 1,200 rows; the CSV has all.</p>');
  expect(pageOf(1200).match(/<td/g)).toHaveLength(400);
  expect(pageOf(400)).not.toContain('The first');
});
